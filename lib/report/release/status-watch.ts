import { stripVTControlCharacters } from "node:util";

import type { ObjectStatus } from "../../apply/release/object-status.ts";
import { nameSet } from "../../object/object-name.ts";
import { LiveBlock } from "../terminal/live-block.ts";
import { plainCell } from "../terminal/columns.ts";
import { textWidth } from "../terminal/text-width.ts";
import { statusRows, type StatusStyle, statusTable } from "./status-table.ts";

/** A status at one moment. */
export interface StatusFrame {
  /** The lines above the table, without control characters. */
  readonly head: readonly string[];
  readonly rows: readonly ObjectStatus[];
}

/** The output of a watched status. */
export interface StatusWatchStyle {
  readonly write: (text: string) => void;
  readonly color: boolean;
  /** The namespace of the release. */
  readonly namespace: string;
}

/** Shows a status that changes. */
export interface StatusWatcher {
  readonly show: (frame: StatusFrame) => void;
  readonly stop: () => void;
}

/**
 * Prints the table once, then only what has changed, as `kubectl get --watch` does: the headline, and the
 * rows of changed objects. Objects that are gone get a line too.
 */
export function statusLog(style: StatusWatchStyle): StatusWatcher {
  let before: StatusFrame | undefined;
  const plain = { color: style.color, width: undefined, namespace: style.namespace };
  return {
    show: (frame) => {
      const lines =
        before === undefined
          ? [...frame.head, "", statusTable(frame.rows, plain).trimEnd()]
          : changedLines(before, frame, (rows) => statusRows(rows, frame.rows, plain));
      before = frame;
      style.write(lines.map((line) => `${line}\n`).join(""));
    },
    stop: () => {},
  };
}

function changedLines(
  before: StatusFrame,
  frame: StatusFrame,
  format: (rows: readonly ObjectStatus[]) => readonly string[],
): readonly string[] {
  const known = new Map(before.rows.map((row) => [row.target.key, JSON.stringify(row)]));
  const changed = frame.rows.filter((row) => known.get(row.target.key) !== JSON.stringify(row));
  const { nameOf } = nameSet([...before.rows, ...frame.rows].map(({ target }) => target.key));
  const present = new Set(frame.rows.map((row) => row.target.key));
  const gone = before.rows.filter((row) => !present.has(row.target.key));
  return [
    ...frame.head.filter((line) => !before.head.includes(line)),
    ...format(changed),
    ...gone.map(({ target }) => `${nameOf(target.key)} is no longer part of the release`),
  ];
}

/** The size of a terminal. It is read for every frame, because it may change. */
interface TerminalSize {
  readonly width: () => number;
  readonly height: () => number;
}

/**
 * Redraws the table in place on a terminal. If it is higher than the terminal, objects that are ready are
 * left out first.
 */
export function statusView(style: StatusWatchStyle & TerminalSize): StatusWatcher {
  const block = new LiveBlock(style.write);
  let lines: readonly string[] = [];
  return {
    show: (frame) => {
      const width = style.width();
      lines = [...frame.head, "", ...tableLines(frame.rows, { ...style, width })];
      const shown = fitted(frame, lines, { ...style, width, height: style.height() });
      const rows = shown.map((line) => ({
        shown: line,
        width: textWidth(stripVTControlCharacters(line)),
      }));
      block.draw([], rows, width);
    },
    stop: () => {
      block.close(lines, style.width());
    },
  };
}

function tableLines(rows: readonly ObjectStatus[], style: StatusStyle): readonly string[] {
  return statusTable(rows, style).trimEnd().split("\n");
}

interface Room extends StatusStyle {
  readonly width: number;
  readonly height: number;
}

/** The row below the block belongs to the cursor. */
function fitted(
  { head, rows }: StatusFrame,
  lines: readonly string[],
  { height, ...style }: Room,
): readonly string[] {
  if (lines.length < height) {
    return lines;
  }
  const waiting = rows.filter(({ reconcile }) => reconcile !== "Succeeded");
  const summary = lines.slice(-2);
  const table = waiting.length === 0 ? [] : tableLines(waiting, style).slice(0, -2);
  const body = [...head, "", ...table];
  const left = Math.max(height - 2 - summary.length, 1);
  return [...body.slice(0, left), plainCell("…").shown, ...summary];
}
