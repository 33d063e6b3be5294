import type { Wait } from "../../plan/plan.ts";
import { untilRank } from "../../plan/until-rank.ts";

/**
 * Sorts waits, those that take time first: until ready or absent before until present, otherwise in the order
 * of the plan.
 */
export function orderWaits(waits: readonly Wait[]): readonly Wait[] {
  return waits.length < 2
    ? waits
    : waits.toSorted((left, right) => untilRank[left.until] - untilRank[right.until]);
}
