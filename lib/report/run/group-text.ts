import type { GroupFacts, Operation } from "../../apply/model/event.ts";
import { count } from "../../object/message-text.ts";

const purposes: Readonly<Record<Operation, string>> = {
  apply: "",
  prune: " to prune",
  delete: " to delete",
  wait: " to wait for",
};

/** The features of groups worth showing: a run with only stage main and weight 0 shows neither. */
export interface RunFeatures {
  readonly stages: boolean;
  readonly weights: boolean;
  readonly last: number;
}

/** Returns the features that any group of the run has. */
export function runFeatures(groups: readonly GroupFacts[]): RunFeatures {
  return {
    stages: groups.some((group) => group.stage !== "main"),
    weights: groups.some((group) => (group.weight ?? 0) !== 0),
    last: groups.reduce((last, group) => Math.max(last, group.index), 0),
  };
}

/** Formats stage and weight of a group, as far as groups differ in them: `pre, weight -5`. */
export function groupPlace({ stage, weight }: GroupFacts, { stages, weights }: RunFeatures): string {
  const parts = [...(stages ? [stage] : []), ...(weights && weight !== null ? [`weight ${weight}`] : [])];
  return parts.join(", ");
}

/** Returns the title of a group: `group 2 of 4, pre, weight -5: 3 objects`. */
export function groupWords(group: GroupFacts, features: RunFeatures): string {
  const place = groupPlace(group, features);
  const number = `group ${group.index} of ${Math.max(features.last, group.index)}`;
  return `${number}${place === "" ? "" : `, ${place}`}: ${count(group.count, "object")}${purposes[group.operation]}`;
}
