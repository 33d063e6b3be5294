import { clusterSource } from "../../manifest/manifest.ts";
import { formatBarrier } from "../../plan/format-reason.ts";
import { findWeightBarriers } from "../../plan/barrier-numbers.ts";
import {
  type Plan,
  type PlanGroup,
  type PlannedObject,
  type Wait,
  untilRank,
  originOf,
} from "../../plan/plan.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import type { BlockedBy, Operation } from "../model/event.ts";
import { targetOf } from "../model/live-object.ts";
import { pick } from "../model/outcome.ts";
import type { Effect, Task, TaskWait } from "../model/task.ts";

/** Creates the effects of a plan's tasks. */
export interface TaskFactory {
  readonly operation: Operation;
  /** The effect for an object of the plan. */
  readonly effect: (object: PlannedObject) => Effect;
  /** The wait for an object of the cluster, outside the plan. */
  readonly external: (wait: Wait) => {
    readonly effect: Effect;
    readonly timeout: number;
    readonly task: Task["target"];
  };
}

/**
 * Returns the tasks of a plan, in the order of its groups, followed by one for each object of the cluster
 * that is waited for.
 */
export function planToTasks(plan: Plan, making: TaskFactory): readonly Task[] {
  const places = plan.groups.flatMap((group) => group.objects.map((object) => ({ group, object })));
  const byKey = Map.groupBy(places.keys(), (index) => places[index]?.object.manifest.key ?? "");
  const externals = new Map<string, { readonly wait: Wait; readonly index: number }>();
  const indexOf = (wait: Wait, index: number): number => {
    if (!wait.external) {
      return nearest(byKey.get(wait.on) ?? [], index);
    }
    const key = `${wait.on} ${wait.until}`;
    const known = externals.get(key) ?? { wait, index: places.length + externals.size };
    externals.set(key, known);
    return known.index;
  };
  const weightBarriersOf = findWeightBarriers(plan);
  const tasks = places.map(({ group, object }, index): Task => ({
    index,
    target: targetOf(object.manifest.ref),
    operation: making.operation,
    group: group.index,
    timeout: object.timeout,
    waits: waitsOf(object, (wait) => indexOf(wait, index)),
    ...barriersFor(object, group, weightBarriersOf(group)),
    lazy: false,
    effect: making.effect(object),
    ...(making.operation === "apply" ? pick(object.treatment, ["failMode", "noActivityTimeout"]) : {}),
  }));
  for (const { wait, index } of externals.values()) {
    const { effect, timeout, task } = making.external(wait);
    tasks.push({ ...outside, index, target: task, timeout, effect });
  }
  return tasks;
}

function barriersFor(
  { after: stagesOnly }: PlannedObject,
  { after }: PlanGroup,
  weightBarriers: readonly number[],
): Pick<Task, "barriers" | "weightBarriers" | "isFreed"> {
  if (stagesOnly !== null) {
    return { barriers: stagesOnly, isFreed: true };
  }
  return { barriers: after, ...(weightBarriers.length === 0 ? {} : { weightBarriers }) };
}

/** Fields that all waits for the cluster share. */
const outside = { operation: "wait", group: 0, waits: [], barriers: [], lazy: true } as const;

/**
 * Of several tasks of one name (a hook of two events), the last one before that index; the first one if all
 * come later.
 */
function nearest(indices: readonly number[], before: number): number {
  return indices.findLast((index) => index < before) ?? indices[0] ?? -1;
}

function waitsOf(object: PlannedObject, indexOf: (wait: Wait) => number): readonly TaskWait[] {
  const waits: TaskWait[] = [];
  for (const wait of object.waitsFor) {
    const on = indexOf(wait);
    if (on !== -1) {
      waits.push({
        on,
        until: untilOf(wait),
        because: () => becauseOf(wait),
      });
    }
  }
  return waits;
}

/** An object that cannot be written does not keep the rest of its wave from being written, as in Argo CD. */
function untilOf({ until, rule, external }: Wait): TaskWait["until"] {
  if (rule === "wave-order") {
    return "tried";
  }
  return untilRank[until] > 0 && !external ? "written" : "done";
}

function becauseOf({ on, rule, until, cause }: Wait): BlockedBy {
  // An object that was read from the cluster has no place that a user could open.
  return cause.manifest.origin.file === clusterSource.name
    ? { on, rule, until }
    : { on, rule, until, origin: formatOrigin(originOf(cause)) };
}

/** Describes the barrier between two groups of a plan. */
export function describeBarrier(plan: Plan): (from: Task, lost: Task) => BlockedBy {
  const groups = new Map<number, PlanGroup>(plan.groups.map((group) => [group.index, group]));
  return (from, lost) => {
    const earlier = groups.get(lost.group);
    const later = groups.get(from.group);
    if (lost.group < 0) {
      return { on: lost.target.key, rule: "its deletion", until: "absent" };
    }
    const rule = earlier === undefined || later === undefined ? "order" : formatBarrier(earlier, later);
    return { on: lost.target.key, rule, until: lost.operation === "apply" ? "ready" : "absent" };
  };
}
