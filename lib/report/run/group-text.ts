import {
  type GroupFacts,
  type Operation,
  type ApplyEvent,
  operations,
  type Target,
} from "../../apply/model/event.ts";
import { count } from "../../object/message-text.ts";
import type { ObjectNames } from "../../object/object-name.ts";
import type { RunProgress } from "./run-progress.ts";
import type { Action } from "../../plan/plan.ts";

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

/**
 * Tracks started groups whose title is not printed yet: a group without an event worth a line gets no title.
 */
export class GroupTitles {
  readonly #progress: RunProgress;
  readonly #untold = new Map<number, GroupFacts>();
  readonly #reported = new Set<number>();

  constructor(progress: RunProgress) {
    this.#progress = progress;
  }

  /** Notes that the group has started; its title is due with the first line about one of its objects. */
  begin(group: GroupFacts): void {
    this.#untold.set(group.index, group);
  }

  /** Notes that the group has ended; returns whether its title was printed. */
  end(group: GroupFacts): boolean {
    this.#untold.delete(group.index);
    return this.#reported.has(group.index);
  }

  /** Returns the groups whose titles are due above the line of that event. */
  dueFor(event: ApplyEvent): readonly GroupFacts[] {
    const target = "target" in event ? event.target : undefined;
    if (target === undefined || this.#untold.size === 0) {
      return [];
    }
    const group = "operation" in event ? this.#groupOf(target, [event.operation]) : this.#groupOf(target);
    return this.#take((one) => one.index === group);
  }

  /** Returns the groups whose titles are due above a report of long waits. */
  dueForWaits(): readonly GroupFacts[] {
    return this.#take(({ index }) => this.#progress.countsOf(index).active > 0);
  }

  #groupOf(target: Target, among: readonly (typeof operations)[number][] = operations): number | undefined {
    return among
      .map((operation) => this.#progress.objectOf(target, operation).group)
      .find((index) => this.#untold.has(index));
  }

  #take(isDue: (group: GroupFacts) => boolean): readonly GroupFacts[] {
    const due = [...this.#untold.values()].filter(isDue);
    for (const { index } of due) {
      this.#untold.delete(index);
      this.#reported.add(index);
    }
    return due;
  }
}

type Start = Extract<ApplyEvent, { readonly type: "start" }>;

const actionWords: Readonly<Record<Action, string>> = {
  install: "installing",
  upgrade: "upgrading",
  rollback: "rolling back",
  delete: "deleting",
};

/**
 * Formats the start of a run: `installing blog in shop on https://10.0.0.1:6443: 12 objects in 4 groups, 1 to
 * prune`. If all objects are in another namespace than the release, it is added: `, in namespace media`.
 */
export function startWords(start: Start, names: Pick<ObjectNames, "namespace">): string {
  const { action, release, namespace, server, dryRun, groups, objects, rollbackTo } = start;
  const amount = (operation: Operation): number =>
    objects.filter((object) => object.operation === operation).length;
  const extra = [
    ...(amount("prune") === 0 ? [] : [`${amount("prune")} to prune`]),
    ...(amount("wait") === 0 ? [] : [`${amount("wait")} only to wait for`]),
    ...(names.namespace === undefined || names.namespace === namespace
      ? []
      : [`in namespace ${names.namespace}`]),
  ];
  const size =
    objects.length === 0
      ? "nothing to do"
      : [`${count(objects.length, "object")} in ${count(groups.length, "group")}`, ...extra].join(", ");
  const to = rollbackTo === undefined ? "" : ` to revision ${rollbackTo}`;
  const lead = `${actionWords[action]} ${release}${to} in ${namespace} on ${server}`;
  return `${lead}${dryRun ? " (dry run, nothing is written)" : ""}: ${size}`;
}
