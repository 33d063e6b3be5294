import type { Until } from "../graph/edge.ts";
import type { Wait } from "../plan/plan.ts";

const untilRank: Readonly<Record<Until, number>> = { ready: 0, absent: 0, present: 1 };

/** What takes time first: the waits until ready or absent before those until present, otherwise as the plan has them. */
export function orderWaits(waits: readonly Wait[]): readonly Wait[] {
  return waits.length < 2
    ? waits
    : waits.toSorted((left, right) => untilRank[left.until] - untilRank[right.until]);
}
