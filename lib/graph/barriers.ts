import type { OrderedGroup } from "./grouping.ts";

/**
 * The barriers of stage, weight and hook order: for each group the numbers, from 1, of the groups that must be ready
 * before it. Inside a slot of the main stage there are none; a hook waits for the hook before it, and what is pulled
 * ahead for a hook is waited for by its edges alone. Freed objects hold nobody up. Complexity: linear.
 */
export function barriersOf(groups: readonly OrderedGroup[]): readonly (readonly number[])[] {
  let before: readonly number[] = [];
  let current: number[] = [];
  let slot: number | undefined;
  return groups.map((group, index) => {
    const number = index + 1;
    if (group.isFreed) {
      return [];
    }
    if (slot !== group.slot) {
      slot = group.slot;
      before = current.length === 0 ? before : current;
      current = [];
    }
    const after = before;
    if (group.isHook) {
      before = [number];
      current = [];
    } else if (group.stage === "crds" || group.stage === "main") {
      current.push(number);
    }
    return after;
  });
}
