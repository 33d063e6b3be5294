import type { Plan } from "../../plan/plan.ts";
import type { Schedule } from "../../plan/schedule.ts";
import type { TaskList } from "../model/task.ts";
import type { ApplyRequest, ReleaseRequest } from "../model/release-request.ts";
import type { ExpectedCourse, Result } from "../model/event.ts";
import type { ExecutionResult } from "./executor-options.ts";
import { runAndRestore } from "./restoration.ts";
import type { Session } from "../release/session.ts";
import { describeBarrier } from "./plan-to-tasks.ts";
import { diagnose } from "./diagnose.ts";
import { verdictOf } from "./run-verdict.ts";
import type { RunContext } from "../model/run-context.ts";

/** The end of a run, before it is reported. */
export type RunEnd = Pick<Result, "verdict"> & Partial<Result>;

/** The context that tasks are run in. */
export interface ListRun {
  readonly plan: Plan;
  readonly request: ReleaseRequest & Partial<Pick<ApplyRequest, "rollback">>;
  readonly session: Session;
  /** The expected course of the run, if anything is known about it. */
  readonly expected?: Schedule | undefined;
  /** Aborts when the run must stop at once: the lock is lost. */
  readonly stop?: AbortSignal;
}

/** Reports what is about to happen and runs the tasks within the timeout of the whole run. */
export async function executeTasks(
  list: TaskList,
  run: ListRun,
  context: RunContext,
): Promise<ExecutionResult> {
  const { request, session, stop } = run;
  context.begin?.();
  reportStart(list, run, context);
  session.logs.configure(run.plan);
  session.deps.liveObjects.stopRetaining();
  const deadline = new AbortController();
  const { run: limit, weights } = request.timeouts;
  const stopClock =
    limit === undefined
      ? undefined
      : context.clock.after(limit, () => {
          deadline.abort();
        });
  try {
    return await runAndRestore(
      {
        ...list,
        barrier: describeBarrier(run.plan),
        concurrency: request.concurrency,
        failFast: request.failFast,
        weightTimeouts: weights,
        deadline: deadline.signal,
        investigate: (task) =>
          request.choices.dryRun === false ? diagnose(task, session) : Promise.resolve(undefined),
        onWritesDone: () => context.writeTurn?.end(),
      },
      stop === undefined ? context : { ...context, signal: AbortSignal.any([context.signal, stop]) },
      session.deps.live,
    );
  } finally {
    stopClock?.();
  }
}

function reportStart(
  { tasks, groups }: TaskList,
  { plan, request, expected }: ListRun,
  context: RunContext,
): void {
  context.emit({
    type: "start",
    at: context.clock.now(),
    action: plan.action,
    release: plan.release,
    namespace: plan.namespace,
    server: context.cluster.server,
    dryRun: request.choices.dryRun !== false,
    ...(request.rollback === undefined ? {} : { rollbackTo: request.rollback.number }),
    groups,
    // Conditional tasks are reported when they run.
    objects: tasks
      .filter(({ onlyAfter }) => onlyAfter === undefined)
      .map(({ index, target, group, operation }) => {
        // The tasks of a plan are in its order; others follow.
        const times = operation === "apply" ? expected?.times[index] : undefined;
        return { target, group, operation, ...(times === undefined ? {} : { expected: times }) };
      }),
    ...(expected === undefined ? {} : { expected: courseOf(expected) }),
  });
}

function courseOf({ total, path, unknown }: Schedule): ExpectedCourse {
  return { total, path, unknown };
}

/** The end of a run that its outcomes add up to. */
export function endingOf({ outcomes, criticalPath }: ExecutionResult, context: RunContext): RunEnd {
  return { verdict: verdictOf(outcomes, context.signal.aborted), outcomes, criticalPath };
}
