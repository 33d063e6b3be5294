import type { Wait } from "../../plan/plan.ts";
import { untilRank } from "../../plan/until-rank.ts";

/**
 * What takes time first: the waits until ready or absent before those until present, otherwise as the plan
 * has them.
 */
export function orderWaits(waits: readonly Wait[]): readonly Wait[] {
  return waits.length < 2
    ? waits
    : waits.toSorted((left, right) => untilRank[left.until] - untilRank[right.until]);
}
