/** Brings back what others have deleted or changed while a run was going on. */
import type { Outcome } from "../model/event.ts";
import type { Disturbance } from "../observe/live-snapshot.ts";
import type { LiveTracker } from "../observe/live-tracker.ts";
import { isGood } from "../model/outcome.ts";
import { runTasks } from "./executor.ts";
import type { ExecutionResult, ExecutorOptions } from "./executor-options.ts";
import type { Task } from "../model/task.ts";
import type { TaskContext } from "../model/run-context.ts";

/**
 * Runs tasks to their end. Where all has gone well and somebody else has deleted or changed objects since
 * they were ready, these are applied once more, with what waits for them. What is disturbed again after that
 * has failed, as has what was disturbed in a run that did not go well or was told to end: nothing is fought
 * over.
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
  // The groups have ended, and are not told of again.
  const repeated = await runTasks({ ...running, tasks, groups: [] }, context);
  const restored = joined(ran, repeated, disturbed);
  return withFailures(restored, await disturbedIn(restored, live, signal), context);
}

/**
 * What is disturbed of what is said to be ready; nothing where the run is told to end before that is known.
 */
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

/** The keys of what is said to be ready, without what the run itself has deleted afterwards. */
function readyIn({ outcomes }: ExecutionResult): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { target, operation, actuation, reconcile } of outcomes) {
    if (operation === "apply" && actuation === "Succeeded" && reconcile === "Succeeded") {
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

/** The tasks of disturbed objects and, at any distance, of all that wait for them. Hooks do not run again. */
function tasksToRepeat(
  tasks: readonly Task[],
  disturbed: ReadonlyMap<string, Disturbance>,
  live: LiveTracker,
): readonly Task[] {
  const dependents = new Map<number, Task[]>();
  for (const task of tasks) {
    for (const { on } of task.waits) {
      dependents.set(on, [...(dependents.get(on) ?? []), task]);
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
      const message = `${found.message}: it is applied once more`;
      emit({ type: "notice", at: clock.now(), level: "warning", target, message });
      emit({ type: "reconcile", at: clock.now(), target, operation, state: "Pending", message });
    }
  }
}

/**
 * The outcomes of a run with those of its repetition. What an object has become first counts: `created`, not
 * `unchanged`.
 */
function joined(
  ran: ExecutionResult,
  repeated: ExecutionResult,
  disturbed: ReadonlyMap<string, Disturbance>,
): ExecutionResult {
  const later = new Map(repeated.outcomes.map((outcome) => [outcome.target.key, outcome]));
  const join = (first: Outcome): Outcome => {
    const second = first.operation === "apply" ? later.get(first.target.key) : undefined;
    if (second === undefined) {
      return first;
    }
    const isRestored = isGood(second) && disturbed.has(first.target.key);
    const isFirst = first.change !== undefined && first.change !== "unchanged";
    return {
      ...second,
      ...(isFirst && isRestored ? { change: first.change } : {}),
      group: first.group,
    };
  };
  return { ...ran, outcomes: ran.outcomes.map(join) };
}

/** The outcomes where nothing counts as ready that is not. */
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
