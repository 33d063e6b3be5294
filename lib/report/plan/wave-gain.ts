import { count } from "../../object/message-text.ts";
import { barriersWith, findBarriers } from "../../plan/barrier-numbers.ts";
import { type Plan, untilRank } from "../../plan/plan.ts";

/** Formats what a plan of waves gains: ` (14 waves, longest chain 5)`; empty for a set without waves. */
export function waveGain(plan: Plan): string {
  return plan.waves === undefined
    ? ""
    : ` (${count(plan.waves, "wave")}, longest chain ${longestChain(plan)})`;
}

/**
 * The most objects that wait for each other, one until the other is ready. Complexity: O(objects + waits).
 */
function longestChain(plan: Plan): number {
  const barriersOf = findBarriers(plan);
  const ends = new Map<number, number>();
  const reached = new Map<string, number>();
  let longest = 0;
  for (const group of plan.groups) {
    const { stage, objects } = group;
    const held = barriersOf(group);
    for (const object of objects) {
      const barriers = (object.after ?? held).map((barrier) => ends.get(barrier) ?? 0);
      const waits = object.waitsFor.map(
        ({ on, until }) => (reached.get(on) ?? 0) - (untilRank[until] === 0 ? 0 : 1),
      );
      const length = [...barriers, ...waits].reduce((most, each) => Math.max(most, each), 0) + 1;
      reached.set(object.manifest.key, length);
      for (const barrier of barriersWith(object, group)) {
        ends.set(barrier, Math.max(ends.get(barrier) ?? 0, length));
      }
      longest = stage === "fail" ? longest : Math.max(longest, length);
    }
  }
  return longest;
}
