import { alignColumns, columnWidths, type Line, totalWidth, tonedCell } from "../terminal/columns.ts";
import { makePaint, type Colorize, type Style } from "../terminal/terminal-color.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import type { DiffStyle } from "../diff/diff-text.ts";
import { formatJsonDocument } from "../document/json-document.ts";
import { formatDuration } from "../../object/duration.ts";
import type { JsonObject } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import { formatAction, outcomeWords, type RevisionFacts, timeWords } from "./revision-text-parts.ts";

/** The revisions of a release, oldest first. */
export interface ShownHistory {
  readonly release: string;
  readonly namespace: string;
  readonly revisions: readonly RevisionFacts[];
  /** The number of the newest one that succeeded. */
  readonly deployed?: number;
  /** Whether a run of the newest one is under way. */
  readonly isUnderWay: boolean;
}

/**
 * Formats the revisions of a release, newest last. The column of sources is left out if no revision has one.
 *
 *     REVISION  TIME                  ACTION         OUTCOME              OBJECTS  SOURCE
 *     1         2026-11-21T08:00:00Z  install        succeeded            3        5f2c1d0
 *     2         2026-11-21T09:00:00Z  upgrade        failed               4        77ab012
 *     3         2026-11-21T09:05:00Z  rollback to 1  succeeded, deployed  3        5f2c1d0
 */
export function historyTable(history: ShownHistory, { color, width }: DiffStyle): string {
  const paint = makePaint(color);
  const { release, namespace, revisions } = history;
  if (revisions.length === 0) {
    return `release ${release} in namespace ${namespace} has no revisions yet: the next apply stores one\n`;
  }
  const rows = revisions.map((revision) => factsOf(revision, history));
  const titles = ["REVISION", "TIME", "ACTION", "OUTCOME", "OBJECTS"];
  const columns = rows.some(({ source }) => source !== "") ? [...titles, "SOURCE"] : titles;
  const lines: readonly Line[] = [
    columns.map((title) => tonedCell(paint, "faint", title)),
    ...rows.map((row) => tableLine(row, paint)),
  ];
  const widths = columnWidths(lines);
  const isWide = width === undefined || totalWidth(widths) <= width;
  const body = isWide ? alignColumns(lines, widths) : rows.flatMap((row) => listLines(row, paint));
  return `${body.join("\n")}\n`;
}

interface Row {
  readonly number: string;
  readonly time: string;
  readonly action: string;
  readonly outcome: string;
  readonly tone: Style;
  readonly objects: string;
  readonly source: string;
}

function factsOf(revision: RevisionFacts, history: ShownHistory): Row {
  return {
    number: String(revision.number),
    time: timeWords(revision),
    action: escapeControl(formatAction(revision)),
    outcome: wordsFor(revision, history),
    tone: tones.get(revision.outcome) ?? "plain",
    objects: String(revision.objects),
    source: escapeControl(revision.source ?? ""),
  };
}

const tones: ReadonlyMap<string, Style> = new Map<string, Style>([
  ["succeeded", "good"],
  ["unfinished", "note"],
  ["failed", "error"],
  ["timedOut", "error"],
  ["interrupted", "warning"],
]);

function wordsFor(
  revision: RevisionFacts,
  { revisions, deployed, isUnderWay }: Pick<ShownHistory, "revisions" | "deployed" | "isUnderWay">,
): string {
  if (revision.outcome === "unfinished") {
    const isNow = isUnderWay && revision === revisions.at(-1);
    return isNow ? "unfinished: its run is under way" : "unfinished: its run was killed or is under way";
  }
  return `${escapeControl(outcomeWords(revision))}${revision.number === deployed ? ", deployed" : ""}`;
}

function tableLine({ number, time, action, outcome, tone, objects, source }: Row, paint: Colorize): Line {
  return [
    tonedCell(paint, "strong", number),
    ...[time, action].map((text) => tonedCell(paint, "plain", text)),
    tonedCell(paint, tone, outcome),
    ...[objects, source].map((text) => tonedCell(paint, "plain", text)),
  ];
}

function listLines(
  { number, time, action, outcome, tone, objects, source }: Row,
  paint: Colorize,
): readonly string[] {
  return [
    paint("strong", `${number} ${action}`),
    `  ${time}`,
    `  ${paint(tone, outcome)}`,
    `  objects: ${objects}`,
    ...(source === "" ? [] : [`  source: ${source}`]),
  ];
}

/** The times that objects last took to become ready; undefined if no run has recorded any. */
function durationsField(revisions: readonly RevisionFacts[]): JsonObject | undefined {
  const { durations = new Map<string, number>() } = revisions.at(-1) ?? {};
  const entries = [...durations].toSorted(([left], [right]) => compareText(left, right));
  return entries.length === 0
    ? undefined
    : Object.fromEntries(entries.map(([ref, took]) => [ref, formatDuration(took)]));
}

/** Formats the history as one JSON document, `converge.dev/v1` `History`. */
export function historyJson({ release, namespace, revisions, deployed, isUnderWay }: ShownHistory): string {
  return formatJsonDocument("History", {
    release,
    namespace,
    deployed,
    durations: durationsField(revisions),
    revisions: revisions.map((revision) => ({
      revision: revision.number,
      at: timeWords(revision),
      action: revision.action,
      to: revision.from,
      outcome: revision.outcome,
      underWay:
        revision.outcome === "unfinished" && isUnderWay && revision === revisions.at(-1) ? true : undefined,
      objects: revision.objects,
      source: revision.source,
    })),
  });
}
