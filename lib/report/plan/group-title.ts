import type { Plan, PlanGroup } from "../../plan/plan.ts";
import { formatGroupRange } from "./group-range.ts";

/** The features of groups worth showing: a plan with only stage main and weight 0 shows neither. */
export interface GroupFeatures {
  readonly barriers: boolean;
  readonly stages: boolean;
  readonly weights: boolean;
}

/** Returns the features that any group of the plan has. */
export function groupFeatures(plan: Plan): GroupFeatures {
  return {
    barriers: plan.groups.some((group) => group.after.length > 0),
    stages: plan.groups.some((group) => group.stage !== "main"),
    weights: plan.groups.some((group) => (group.weight ?? 0) !== 0),
  };
}

/** The description of a group below its number; the barrier is empty if there is none. */
export interface GroupDescription {
  /** `pre`, `weight -5`. */
  readonly facts: readonly string[];
  /** `after 1-3`. */
  readonly barrier: string;
}

/** Describes a group below its number. */
export function groupFacts(group: PlanGroup, features: GroupFeatures): GroupDescription {
  return {
    facts: [
      ...(features.stages ? [group.stage] : []),
      ...(features.weights && group.weight !== null ? [`weight ${group.weight}`] : []),
    ],
    barrier: group.after.length === 0 ? "" : `after ${formatGroupRange(group.after)}`,
  };
}

/**
 * Returns the title of a group with all its facts, part by part: `group 2`, `pre`, `weight -5`, `after 1`.
 */
export function groupTitle(group: PlanGroup, features: GroupFeatures): readonly string[] {
  const { facts, barrier } = groupFacts(group, features);
  return [`group ${group.index}`, ...facts, ...(barrier === "" ? [] : [barrier])];
}
