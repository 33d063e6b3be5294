import type { Plan, PlanGroup } from "../plan/plan.ts";
import { formatGroupRange } from "./group-range.ts";

/** What about groups is worth showing: a plan that is all main and weight 0 shows neither. */
export interface GroupFeatures {
  readonly barriers: boolean;
  readonly stages: boolean;
  readonly weights: boolean;
}

/** What about its groups a plan has any of. */
export function groupFeatures(plan: Plan): GroupFeatures {
  return {
    barriers: plan.groups.some((group) => group.after.length > 0),
    stages: plan.groups.some((group) => group.stage !== "main"),
    weights: plan.groups.some((group) => (group.weight ?? 0) !== 0),
  };
}

/** The facts of a group below its number, in words: `pre`, `weight -5`, `after 1-3`. */
export function groupFacts(group: PlanGroup, features: GroupFeatures): readonly string[] {
  return [
    ...(features.stages ? [group.stage] : []),
    ...(features.weights && group.weight !== null ? [`weight ${group.weight}`] : []),
    ...(group.after.length > 0 ? [`after ${formatGroupRange(group.after)}`] : []),
  ];
}
