import { type Wait, untilRank } from "../../plan/plan.ts";
import type { Cell } from "../terminal/columns.ts";
import type { Colorize } from "../terminal/terminal-color.ts";
import { refCell, tonedWords } from "../terminal/styled-cell.ts";

/** The number of waits shown of an object that has at least two more. */
const shownWaits = 3;

/** The waits of an object, word by word. */
export interface WaitText {
  /** One line per wait shown: `<ref> until ready (external)`. */
  readonly shown: readonly (readonly Cell[])[];
  /** `and 7 more until present`; empty if all are shown. */
  readonly folded: readonly Cell[];
}

/** Formats the waits of one object, the longest first, all but a few folded into their number. */
export function waitWords(waits: readonly Wait[], paint: Colorize): WaitText {
  const ordered = orderWaits(waits);
  // Folding a single one would save nothing.
  const shown = ordered.length > shownWaits + 1 ? ordered.slice(0, shownWaits) : ordered;
  const folded = ordered.slice(shown.length);
  const kinds = new Set(folded.map((wait) => wait.until));
  const until = kinds.size === 1 ? ` until ${folded[0]?.until}` : "";
  return {
    shown: shown.map((wait) => oneWait(wait, paint)),
    folded: folded.length === 0 ? [] : tonedWords(paint, "faint", `and ${folded.length} more${until}`),
  };
}

function oneWait(wait: Wait, paint: Colorize): readonly Cell[] {
  return [
    refCell(paint, wait.on),
    ...tonedWords(paint, untilRank[wait.until] > 0 ? "faint" : "good", `until ${wait.until}`),
    ...(wait.external ? tonedWords(paint, "warning", "(external)") : []),
  ];
}

/**
 * Sorts waits, those that take time first: until ready or absent before until present, otherwise in the order
 * of the plan.
 */
export function orderWaits(waits: readonly Wait[]): readonly Wait[] {
  return waits.length < 2
    ? waits
    : waits.toSorted((left, right) => untilRank[left.until] - untilRank[right.until]);
}
