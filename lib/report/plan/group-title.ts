import type { ObjectFieldRule } from "../../object/field-rule.ts";
import { pointerOf } from "../../object/json.ts";
import type { Plan, PlanGroup, PlannedObject } from "../../plan/plan.ts";

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

/**
 * Returns notes about an object: `hook pre-install`, `moved for <object>`, `freed from its weight`, `only
 * waited for`. `nameOf` names the object that it is moved for; by default, its reference does.
 */
export function noteTexts(
  object: PlannedObject,
  nameOf: (key: string) => string = (key) => key,
): readonly string[] {
  return [
    ...(object.hook === null ? [] : [`hook ${object.hook.event}`]),
    ...(object.movedFor === null ? [] : [`moved for ${nameOf(object.movedFor)}`]),
    ...(object.freed ? ["freed from its weight"] : []),
    ...(object.treatment.isExternal ? ["only waited for"] : []),
    ...(object.fieldRules ?? []).map(fieldRuleText),
  ];
}

/** Formats a rule about fields of an object: `set-once /spec/replicas (rules.yaml:4)`. */
function fieldRuleText({ meaning, paths, managers, place }: ObjectFieldRule): string {
  const owned = managers.map((manager) => `fields of ${manager}`);
  return `${meaning} ${[...paths.map(pointerOf), ...owned].join(", ")} (${place})`;
}

/** Formats group numbers, with consecutive ones joined: `1-3, 7`. */
export function formatGroupRange(indices: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const index of indices.toSorted((left, right) => left - right)) {
    const run = runs.at(-1);
    if (run !== undefined && index <= run.last + 1) {
      run.last = index;
    } else {
      runs.push({ first: index, last: index });
    }
  }
  return runs.map((run) => (run.first === run.last ? `${run.first}` : `${run.first}-${run.last}`)).join(", ");
}
