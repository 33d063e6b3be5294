import type { PlanGroup } from "./plan.ts";
import { untilRank } from "./until-rank.ts";

/** The group shifted by so many places, with all references to other groups. */
export function shiftGroup(group: PlanGroup, places: number): PlanGroup {
  return barred({ ...group, index: group.index + places }, (after) => after.map((index) => index + places));
}

/**
 * Puts groups between those of another plan: after its stage `pre` and before its stage `post`, which wait
 * for each other in turn. For example `main` of two groups between the hooks 1 (pre) and 2 (post): 1, then 2
 * and 3 after 1, then 4 after 3.
 */
export function wrapGroups(main: readonly PlanGroup[], around: readonly PlanGroup[]): readonly PlanGroup[] {
  if (around.length === 0 || main.length === 0) {
    return [...around, ...main];
  }
  const pre = around.filter(({ stage }) => stage === "pre");
  const before = endsOf(pre);
  const between = main.map((group) =>
    barred(shiftGroup(group, pre.length), (after) => (after.length === 0 ? before : after)),
  );
  const ends = endsOf(between);
  const post = around
    .filter(({ stage }) => stage === "post")
    .map((group) =>
      barred(shiftGroup(group, main.length), (after) =>
        after.some((index) => index > pre.length + main.length) ? after : ends,
      ),
    );
  return [...pre, ...between, ...post];
}

/**
 * The groups after which all of these groups are done: none among them waits for these, as a group or member
 * by member.
 */
function endsOf(groups: readonly PlanGroup[]): readonly number[] {
  const objects = groups.flatMap((group) => group.objects);
  const named = new Set([...groups, ...objects].flatMap(({ after }) => after ?? []));
  const awaited = new Set(
    objects.flatMap(({ waitsFor }) =>
      waitsFor.filter(({ until, external }) => untilRank[until] === 0 && !external).map(({ on }) => on),
    ),
  );
  return groups
    .filter(
      ({ index, objects: members }) =>
        !named.has(index) && members.some(({ manifest }) => !awaited.has(manifest.key)),
    )
    .map(({ index }) => index);
}

function barred(group: PlanGroup, change: (after: readonly number[]) => readonly number[]): PlanGroup {
  return {
    ...group,
    after: change(group.after),
    objects: group.objects.map((object) => ({
      ...object,
      after: object.after === null ? null : change(object.after),
    })),
  };
}
