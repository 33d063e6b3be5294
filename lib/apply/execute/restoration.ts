/** Restores what others have deleted or changed during a run. */
import { append } from "../../object/append.ts";
import type { Outcome } from "../model/event.ts";
import type { Disturbance } from "../observe/live-snapshot.ts";
import type { LiveTracker } from "../observe/live-tracker.ts";
import { isGood } from "../model/outcome.ts";
import { runTasks } from "./executor.ts";
import type { ExecutionResult, ExecutorOptions } from "./executor-options.ts";
import type { Task } from "../model/task.ts";
import type { TaskContext } from "../model/run-context.ts";

/**
 * Runs tasks to their end. If all succeeded but someone else has deleted or changed objects since they were
 * ready, these are applied again, together with their dependents. An object that is disturbed again after
 * that fails, as does one disturbed in a run that failed or was asked to end: converge does not fight over
 * objects.
 */
export async function runAndRestore(
  running: ExecutorOptions,
  context: TaskContext,
  live: LiveTracker,
): Promise<ExecutionResult> {
  live.begin(new Set(running.tasks.map(({ target }) => target.key)));
  const ran = await runTasks(running, context);
  const signal = AbortSignal.any([context.signal, running.deadline]);
  const disturbed = await disturbedIn(ran, live, signal);
  if (disturbed.size === 0) {
    return ran;
  }
  if (!ran.outcomes.every(isGood) || signal.aborted) {
    return withFailures(ran, disturbed, context);
  }
  const tasks = tasksToRepeat(running.tasks, disturbed, live);
  reportRepeated(tasks, disturbed, context);
  // The groups have ended and are not reported again.
  const repeated = await runTasks({ ...running, tasks, groups: [] }, context);
  const restored = joined(ran, repeated);
  return withFailures(restored, await disturbedIn(restored, live, signal), context);
}

/** The disturbances of objects reported as ready; none if the run is asked to end before they are known. */
async function disturbedIn(
  ran: ExecutionResult,
  live: LiveTracker,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Disturbance>> {
  if (hasEnded(signal)) {
    return new Map();
  }
  try {
    return await live.disturbed(readyIn(ran), signal);
  } catch (error) {
    if (hasEnded(signal)) {
      return new Map();
    }
    throw error;
  }
}

function hasEnded({ aborted }: AbortSignal): boolean {
  return aborted;
}

/**
 * The keys of objects reported as ready or suspended, without those that the run itself has deleted
 * afterwards.
 */
function readyIn({ outcomes }: ExecutionResult): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { target, operation, actuation, reconcile } of outcomes) {
    const hasArrived = reconcile === "Succeeded" || reconcile === "Suspended";
    if (operation === "apply" && actuation === "Succeeded" && hasArrived) {
      keys.add(target.key);
    }
  }
  for (const { target, operation } of outcomes) {
    if (operation === "delete" || operation === "prune") {
      keys.delete(target.key);
    }
  }
  return keys;
}

/** The tasks of disturbed objects and of their direct and indirect dependents. Hooks do not run again. */
function tasksToRepeat(
  tasks: readonly Task[],
  disturbed: ReadonlyMap<string, Disturbance>,
  live: LiveTracker,
): readonly Task[] {
  const dependents = new Map<number, Task[]>();
  for (const task of tasks) {
    for (const { on } of task.waits) {
      append(dependents, on, task);
    }
  }
  const isRepeatable = ({ operation, target }: Task): boolean =>
    operation === "apply" && live.knows(target.key);
  const wanted = new Set(tasks.filter((task) => isRepeatable(task) && disturbed.has(task.target.key)));
  for (const task of wanted) {
    for (const dependent of dependents.get(task.index) ?? []) {
      if (isRepeatable(dependent)) {
        wanted.add(dependent);
      }
    }
  }
  const repeated = tasks.filter((task) => wanted.has(task));
  const indices = new Map(repeated.map((task, index) => [task.index, index]));
  for (const { target } of repeated) {
    live.distrust(target.key);
  }
  return repeated.map((task, index) => ({
    ...task,
    index,
    waits: task.waits.flatMap((wait) => {
      const on = indices.get(wait.on);
      return on === undefined ? [] : [{ ...wait, on }];
    }),
  }));
}

function reportRepeated(
  tasks: readonly Task[],
  disturbed: ReadonlyMap<string, Disturbance>,
  { emit, clock }: TaskContext,
): void {
  for (const { target, operation } of tasks) {
    const found = disturbed.get(target.key);
    if (found !== undefined) {
      const message = `${found.message}: it is applied again`;
      emit({ type: "notice", at: clock.now(), level: "warning", target, message });
      emit({ type: "reconcile", at: clock.now(), target, operation, state: "Pending", message });
    }
  }
}

/**
 * The outcomes of a run merged with those of its repetition. The first change of an object counts: `created`,
 * not `unchanged`.
 */
function joined(ran: ExecutionResult, repeated: ExecutionResult): ExecutionResult {
  const later = new Map(repeated.outcomes.map((outcome) => [outcome.target.key, outcome]));
  const join = (first: Outcome): Outcome => {
    const second = first.operation === "apply" ? later.get(first.target.key) : undefined;
    if (second === undefined) {
      return first;
    }
    const hasChanged = first.change !== undefined && first.change !== "unchanged";
    return { ...second, ...(hasChanged ? { change: first.change } : {}), group: first.group };
  };
  return { ...ran, outcomes: ran.outcomes.map(join) };
}

/** The outcomes with disturbed objects marked as failed. */
function withFailures(
  ran: ExecutionResult,
  disturbed: ReadonlyMap<string, Disturbance>,
  { emit, clock }: TaskContext,
): ExecutionResult {
  if (disturbed.size === 0) {
    return ran;
  }
  return {
    ...ran,
    outcomes: ran.outcomes.map((outcome) => {
      const found = outcome.operation === "apply" ? disturbed.get(outcome.target.key) : undefined;
      if (found === undefined) {
        return outcome;
      }
      const { target, operation } = outcome;
      emit({ type: "reconcile", at: clock.now(), target, operation, state: "Failed", ...found });
      return { ...outcome, reconcile: "Failed", message: found.message };
    }),
  };
}
