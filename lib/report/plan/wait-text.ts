import { type Wait, untilRank, type Plan } from "../../plan/plan.ts";
import { type Cell, nameCell, tonedWords } from "../terminal/columns.ts";
import type { Colorize } from "../terminal/terminal-color.ts";
import { type Duration, formatDuration } from "../../object/duration.ts";

/** The number of waits shown of an object that has at least two more. */
const shownWaits = 3;

/** The waits of an object, word by word. */
interface WaitText {
  /** One line per wait shown: `<object> until ready (external)`. */
  readonly shown: readonly (readonly Cell[])[];
  /** `and 7 more until present`; empty if all are shown. */
  readonly folded: readonly Cell[];
}

/** The style of waits, and the names of the objects waited for. */
interface WaitStyle {
  readonly paint: Colorize;
  readonly nameOf: (key: string) => string;
}

/** Formats the waits of one object, the longest first, all but a few folded into their number. */
export function waitWords(waits: readonly Wait[], style: WaitStyle): WaitText {
  const ordered = orderWaits(waits);
  // Folding a single one would save nothing.
  const shown = ordered.length > shownWaits + 1 ? ordered.slice(0, shownWaits) : ordered;
  const folded = ordered.slice(shown.length);
  const kinds = new Set(folded.map((wait) => wait.until));
  const until = kinds.size === 1 ? ` until ${folded[0]?.until}` : "";
  return {
    shown: shown.map((wait) => oneWait(wait, style)),
    folded: folded.length === 0 ? [] : tonedWords(style.paint, "faint", `and ${folded.length} more${until}`),
  };
}

function oneWait(wait: Wait, { paint, nameOf }: WaitStyle): readonly Cell[] {
  return [
    nameCell(paint, nameOf(wait.on)),
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

/**
 * The most frequent timeout of a plan, and whether all objects have it. Of equally frequent ones it is the
 * shortest.
 */
export interface UsualTimeout {
  readonly timeout: Duration;
  readonly everywhere: boolean;
}

/** Returns the usual timeout of a plan that has objects. Complexity: O(objects). */
export function usualTimeout(plan: Plan): UsualTimeout {
  const amounts = new Map<Duration, number>();
  for (const { timeout } of plan.groups.flatMap((group) => group.objects)) {
    amounts.set(timeout, (amounts.get(timeout) ?? 0) + 1);
  }
  const [usual] = [...amounts].toSorted(([left, many], [right, more]) => more - many || left - right);
  return { timeout: usual?.[0] ?? 0, everywhere: amounts.size < 2 };
}

/** Formats the usual timeout as a suffix of the summary: `, each may take 5m0s`. */
export function timeoutClause(plan: Plan, { timeout, everywhere }: UsualTimeout): string {
  const isOne = plan.groups.length === 1 && plan.groups[0]?.objects.length === 1;
  const taking = `${isOne ? "" : "each "}may take ${formatDuration(timeout)}`;
  return `, ${taking}${everywhere ? "" : " unless noted"}`;
}
