import type { ObjectStatus } from "../../apply/release/object-status.ts";
import type { Actuation, Reconcile } from "../../apply/model/event.ts";
import {
  alignColumns,
  columnWidths,
  type Line,
  totalWidth,
  refCell,
  tonedCell,
  tonedWords,
} from "../terminal/columns.ts";
import { makePaint, type Colorize, type Style } from "../terminal/terminal-color.ts";
import { wrapWords } from "../terminal/fit-width.ts";
import type { DiffStyle } from "../diff/diff-text.ts";
import { formatJsonDocument } from "../document/json-document.ts";
import { count } from "../../object/message-text.ts";

const tones: Readonly<Record<Actuation | Reconcile, Style>> = {
  Succeeded: "good",
  Pending: "note",
  Skipped: "warning",
  Failed: "error",
  Timeout: "error",
  Interrupted: "warning",
};

/**
 * Formats every object of a release with both axes of its state and the reason; one below the other on a
 * narrow terminal.
 *
 *     OBJECT                               APPLIED    READY      REASON
 *     apps/namespaces/shop/Deployment/web  Succeeded  Pending    1 of 3 replicas available
 *
 *     1 object: 0 ready, 1 pending
 */
export function statusTable(rows: readonly ObjectStatus[], style: DiffStyle): string {
  const paint = makePaint(style.color);
  if (rows.length === 0) {
    return `${paint("strong", "the release has no objects")}\n`;
  }
  const head = isWide(rows, style) ? alignColumns([header(paint)], widthsOf(rows, paint)) : [];
  const body = [...head, ...statusRows(rows, rows, style)];
  return `${body.join("\n")}\n\n${paint("strong", summaryWords(rows))}\n`;
}

/** Formats some rows of a table, aligned as in the whole table. */
export function statusRows(
  rows: readonly ObjectStatus[],
  all: readonly ObjectStatus[],
  style: DiffStyle,
): readonly string[] {
  const paint = makePaint(style.color);
  return isWide(all, style)
    ? alignColumns(
        rows.map((row) => tableLine(row, paint)),
        widthsOf(all, paint),
      )
    : rows.flatMap((row) => listLines(row, paint, style.width));
}

function isWide(rows: readonly ObjectStatus[], { width }: DiffStyle): boolean {
  return width === undefined || totalWidth(widthsOf(rows, makePaint(false))) <= width;
}

function widthsOf(rows: readonly ObjectStatus[], paint: Colorize): readonly number[] {
  return columnWidths([header(paint), ...rows.map((row) => tableLine(row, paint))]);
}

function header(paint: Colorize): Line {
  return ["OBJECT", "APPLIED", "READY", "REASON"].map((title) => tonedCell(paint, "faint", title));
}

function tableLine(row: ObjectStatus, paint: Colorize): Line {
  return [
    refCell(paint, row.target.key),
    tonedCell(paint, tones[row.actuation], row.actuation),
    tonedCell(paint, tones[row.reconcile], row.reconcile),
    tonedCell(paint, "plain", reasonOf(row)),
  ];
}

function listLines(row: ObjectStatus, paint: Colorize, width = Infinity): readonly string[] {
  const state = [
    ...tonedWords(paint, tones[row.actuation], `applied: ${row.actuation},`),
    ...tonedWords(paint, tones[row.reconcile], `ready: ${row.reconcile}`),
  ];
  const reason = reasonOf(row);
  return [
    ...wrapWords([refCell(paint, row.target.key)], { indent: 0, width }),
    ...wrapWords(state, { indent: 2, width }),
    ...(reason === "" ? [] : wrapWords(tonedWords(paint, "plain", reason), { indent: 2, width })),
  ];
}

function reasonOf({ message, kept }: ObjectStatus): string {
  const text = message.trim().replaceAll(/\s+/g, " ");
  const stays = kept === undefined ? [] : [`kept: ${kept}`];
  return [...(text === "" ? [] : [text]), ...stays].join("; ");
}

const words: readonly (readonly [Reconcile, string])[] = [
  ["Succeeded", "ready"],
  ["Pending", "pending"],
  ["Skipped", "skipped"],
  ["Failed", "failed"],
  ["Timeout", "timed out"],
  ["Interrupted", "interrupted"],
];

function summaryWords(rows: readonly ObjectStatus[]): string {
  const parts = words.flatMap(([state, word]) => {
    const amount = rows.filter((row) => row.reconcile === state).length;
    return amount === 0 && state !== "Succeeded" ? [] : [`${amount} ${word}`];
  });
  return `${count(rows.length, "object")}: ${parts.join(", ")}`;
}

/**
 * Formats the status as one JSON document, `converge.dev/v1` `Status`, with the facts of the release first.
 */
export function statusJson(
  rows: readonly ObjectStatus[],
  facts: Readonly<Record<string, unknown>> = {},
): string {
  return formatJsonDocument("Status", {
    ...facts,
    objects: rows.map(({ target, actuation, reconcile, message, kept }) => ({
      ref: target.key,
      group: target.group,
      kind: target.kind,
      namespace: target.namespace,
      name: target.name,
      actuation,
      reconcile,
      message,
      ...(kept === undefined ? {} : { kept }),
    })),
  });
}
