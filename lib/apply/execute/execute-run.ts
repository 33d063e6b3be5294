import type { Plan } from "../../plan/plan.ts";
import type { TaskList } from "../model/task.ts";
import type { ApplyRequest, ReleaseRequest } from "../model/release-request.ts";
import type { Result } from "../model/event.ts";
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

function reportStart({ tasks, groups }: TaskList, { plan, request }: ListRun, context: RunContext): void {
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
      .map(({ target, group, operation }) => ({ target, group, operation })),
  });
}

/** The end of a run that its outcomes add up to. */
export function endingOf({ outcomes, criticalPath }: ExecutionResult, context: RunContext): RunEnd {
  return { verdict: verdictOf(outcomes, context.signal.aborted), outcomes, criticalPath };
}
