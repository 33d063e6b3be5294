import type { ObjectStatus } from "../../apply/release/object-status.ts";
import type { Actuation, Reconcile } from "../../apply/model/event.ts";
import {
  alignColumns,
  columnWidths,
  type Line,
  totalWidth,
  nameCell,
  tonedCell,
  tonedWords,
} from "../terminal/columns.ts";
import { nameSet, type ObjectNames, withNamespace } from "../../object/object-name.ts";
import { makePaint, type Colorize, type Style } from "../terminal/terminal-color.ts";
import { wrapWords } from "../terminal/fit-width.ts";
import type { DiffStyle } from "../diff/diff-text.ts";
import { objectStatusDocument } from "./status-document.ts";
import { formatJsonDocument } from "../document/json-document.ts";
import { count } from "../../object/message-text.ts";

const tones: Readonly<Record<Actuation | Reconcile, Style>> = {
  Succeeded: "good",
  Suspended: "warning",
  Pending: "note",
  Skipped: "warning",
  Failed: "error",
  Timeout: "error",
  Interrupted: "warning",
};

/** The output style of the table, and the namespace of the release, which its heading states. */
export interface StatusStyle extends DiffStyle {
  readonly namespace: string;
}

/**
 * Formats every object of a release with both axes of its state and the reason; one below the other on a
 * narrow terminal. There is a column of namespaces if the objects are in several.
 *
 *     OBJECT          APPLIED    READY      REASON
 *     Deployment/web  Succeeded  Pending    1 of 3 replicas available
 *
 *     1 object: 0 ready, 1 pending
 */
export function statusTable(rows: readonly ObjectStatus[], style: StatusStyle): string {
  const paint = makePaint(style.color);
  if (rows.length === 0) {
    return `${paint("strong", "the release has no objects")}\n`;
  }
  const { names, widths, isWide } = layoutOf(rows, style);
  const head = isWide ? alignColumns([titleLine(names, paint)], widths) : [];
  const body = [...head, ...statusRows(rows, rows, style)];
  const shared = names.namespace === style.namespace ? undefined : names.namespace;
  return `${body.join("\n")}\n\n${paint("strong", withNamespace(summaryWords(rows), shared))}\n`;
}

/** Formats some rows of a table, aligned and named as in the whole table. */
export function statusRows(
  rows: readonly ObjectStatus[],
  all: readonly ObjectStatus[],
  style: DiffStyle,
): readonly string[] {
  const paint = makePaint(style.color);
  const { names, widths, isWide } = layoutOf(all, style);
  return isWide
    ? alignColumns(
        rows.map((row) => rowLine(row, names, paint)),
        widths,
      )
    : rows.flatMap((row) => listLines(row, names.nameOf(row.target.key), style));
}

/** The names and column widths of all rows, and whether a line fits the width of the terminal. */
interface Layout {
  readonly names: ObjectNames;
  readonly widths: readonly number[];
  readonly isWide: boolean;
}

function layoutOf(rows: readonly ObjectStatus[], { width }: DiffStyle): Layout {
  const paint = makePaint(false);
  const names = nameSet(rows.map(({ target }) => target.key));
  const widths = columnWidths([titleLine(names, paint), ...rows.map((row) => rowLine(row, names, paint))]);
  return { names, widths, isWide: width === undefined || totalWidth(widths) <= width };
}

function titleLine({ namespaces }: ObjectNames, paint: Colorize): Line {
  const titles = [...(namespaces.length > 1 ? ["NAMESPACE"] : []), "OBJECT", "APPLIED", "READY", "REASON"];
  return titles.map((title) => tonedCell(paint, "faint", title));
}

function rowLine(row: ObjectStatus, names: ObjectNames, paint: Colorize): Line {
  const { key, namespace } = row.target;
  const cells = tableLine(row, names.nameOf(key, namespace), paint);
  return names.namespaces.length > 1 ? [tonedCell(paint, "plain", namespace), ...cells] : cells;
}

function tableLine(row: ObjectStatus, name: string, paint: Colorize): Line {
  return [
    nameCell(paint, name),
    tonedCell(paint, tones[row.actuation], row.actuation),
    tonedCell(paint, tones[row.reconcile], row.reconcile),
    tonedCell(paint, "plain", reasonOf(row)),
  ];
}

function listLines(
  row: ObjectStatus,
  name: string,
  { color, width = Infinity }: DiffStyle,
): readonly string[] {
  const paint = makePaint(color);
  const state = [
    ...tonedWords(paint, tones[row.actuation], `applied: ${row.actuation},`),
    ...tonedWords(paint, tones[row.reconcile], `ready: ${row.reconcile}`),
  ];
  const reason = reasonOf(row);
  return [
    ...wrapWords([nameCell(paint, name)], { indent: 0, width }),
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
  ["Suspended", "suspended"],
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
    objects: rows.map(objectStatusDocument),
  });
}
