import {
  alignColumns,
  columnWidths,
  type Line,
  plainCell,
  totalWidth,
  tonedCell,
} from "../terminal/columns.ts";
import { makePaint, type Colorize } from "../terminal/terminal-color.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import type { DiffStyle } from "../diff/diff-text.ts";
import { formatJsonDocument } from "../document/json-document.ts";
import { verdictWords } from "./revision-text-parts.ts";
import { formatTimestamp } from "../../object/timestamp.ts";

/** A release in the cluster. */
export interface ReleaseRow {
  readonly release: string;
  readonly namespace: string;
  /** The number of objects it owns; undefined if they were not counted. */
  readonly objects?: number;
  /** The number of its newest revision; undefined if it has none yet. */
  readonly revision?: number;
  /** Whether any run of it has succeeded. */
  readonly installed: boolean;
  /** The time of its last change, in milliseconds since 1970; undefined if unknown. */
  readonly updated?: number;
  /** The verdict of its last run; undefined if unknown. */
  readonly verdict?: string;
}

/**
 * Formats the releases of a namespace or a cluster. Columns that are empty for all releases are left out.
 *
 *     NAMESPACE  RELEASE  OBJECTS  INSTALLED  UPDATED
 *     shop       blog     12       yes        2026-11-21T08:00:00Z
 */
export function releaseTable(rows: readonly ReleaseRow[], { color, width }: DiffStyle): string {
  const paint = makePaint(color);
  if (rows.length === 0) {
    return `${paint("strong", "no releases")}\n`;
  }
  const columns = columnsOf(rows);
  const lines: readonly Line[] = [
    columns.map(({ title }) => tonedCell(paint, "faint", title)),
    ...rows.map((row) => columns.map(({ cell }) => plainCell(escapeControl(cell(row))))),
  ];
  const widths = columnWidths(lines);
  const isWide = width === undefined || totalWidth(widths) <= width;
  const body = isWide ? alignColumns(lines, widths) : rows.flatMap((row) => listLines(row, columns, paint));
  return `${body.join("\n")}\n`;
}

interface Column {
  readonly title: string;
  readonly cell: (row: ReleaseRow) => string;
}

function columnsOf(rows: readonly ReleaseRow[]): readonly Column[] {
  const columns: Column[] = [
    { title: "NAMESPACE", cell: (row) => row.namespace },
    { title: "RELEASE", cell: (row) => row.release },
  ];
  if (rows.some((row) => row.objects !== undefined)) {
    columns.push({ title: "OBJECTS", cell: ({ objects }) => (objects === undefined ? "" : String(objects)) });
  }
  if (rows.some((row) => row.revision !== undefined)) {
    columns.push({ title: "REV", cell: ({ revision }) => (revision === undefined ? "" : String(revision)) });
  }
  columns.push({ title: "INSTALLED", cell: (row) => (row.installed ? "yes" : "no") });
  if (rows.some((row) => row.verdict !== undefined)) {
    columns.push({ title: "LAST RUN", cell: ({ verdict = "" }) => verdictWords(verdict) });
  }
  if (rows.some((row) => row.updated !== undefined)) {
    columns.push({ title: "UPDATED", cell: ({ updated }) => toSeconds(updated) });
  }
  return columns;
}

function toSeconds(at: number | undefined): string {
  return at === undefined ? "" : formatTimestamp(at).replace(/\.\d+Z$/, "Z");
}

function listLines(row: ReleaseRow, columns: readonly Column[], paint: Colorize): readonly string[] {
  const [, , ...facts] = columns;
  const reported = facts.map(({ title, cell }) => [title.toLowerCase(), cell(row)] as const);
  return [
    paint("strong", escapeControl(`${row.namespace}/${row.release}`)),
    ...reported.flatMap(([title, text]) => (text === "" ? [] : [`  ${title}: ${escapeControl(text)}`])),
  ];
}

/** Formats the releases as one JSON document, `converge.dev/v1` `ReleaseList`. */
export function releaseJson(rows: readonly ReleaseRow[]): string {
  return formatJsonDocument("ReleaseList", {
    releases: rows.map(({ release, namespace, objects, revision, installed, updated, verdict }) => ({
      release,
      namespace,
      objects,
      revision,
      installed,
      lastRun: verdict,
      updated: updated === undefined ? undefined : toSeconds(updated),
    })),
  });
}
