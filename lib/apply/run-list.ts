import type { Plan } from "../plan/plan.ts";
import type { TaskList } from "./join-tasks.ts";
import type { ApplyRequest, ReleaseRequest } from "./release-request.ts";
import type { Result } from "./event.ts";
import type { ExecutionResult } from "./running.ts";
import { runAndRestore } from "./restoration.ts";
import type { Session } from "./session.ts";
import { describeBarrier } from "./tasks-of-plan.ts";
import { diagnose } from "./trouble.ts";
import { verdictForError, verdictOf } from "./verdict.ts";
import type { RunContext } from "./world.ts";

/** How a run came to its end, before it is told. */
export type RunEnd = Pick<Result, "verdict"> & Partial<Result>;

/** What tasks are run with. */
export interface ListRun {
  readonly plan: Plan;
  readonly request: ReleaseRequest & Partial<Pick<ApplyRequest, "rollback">>;
  readonly session: Session;
  /** Aborts when the run must stop at once: the lock is lost. */
  readonly stop?: AbortSignal;
}

/** Tells what is about to happen, runs the tasks, within the time of the whole run. */
export async function executeTasks(
  list: TaskList,
  run: ListRun,
  world: RunContext,
): Promise<ExecutionResult> {
  const { request, session, stop } = run;
  world.begin?.();
  tellStart(list, run, world);
  session.logs.configure(run.plan);
  session.hands.sightings.stopRetaining();
  const deadline = new AbortController();
  const { run: limit, weights } = request.timeouts;
  const stopClock =
    limit === undefined
      ? undefined
      : world.clock.after(limit, () => {
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
      },
      stop === undefined ? world : { ...world, signal: AbortSignal.any([world.signal, stop]) },
      session.hands.live,
    );
  } finally {
    stopClock?.();
  }
}

function tellStart({ tasks, groups }: TaskList, { plan, request }: ListRun, world: RunContext): void {
  world.hear({
    type: "start",
    at: world.clock.now(),
    action: plan.action,
    release: plan.release,
    namespace: plan.namespace,
    server: world.cluster.server,
    dryRun: request.choices.dryRun !== false,
    ...(request.rollback === undefined ? {} : { rollbackTo: request.rollback.number }),
    groups,
    // What is only run after something else has ended is told of when it is.
    objects: tasks
      .filter(({ onlyAfter }) => onlyAfter === undefined)
      .map(({ target, group, operation }) => ({ target, group, operation })),
  });
}

/** The ending that outcomes add up to. */
export function endingOf({ outcomes, criticalPath }: ExecutionResult, world: RunContext): RunEnd {
  return { verdict: verdictOf(outcomes, world.signal.aborted), outcomes, criticalPath };
}

/** Runs to an end that is told, whatever the world refuses. Throws only for bugs of ours. */
export async function reportEnd(world: RunContext, act: () => Promise<RunEnd>): Promise<Result> {
  const startedAt = world.clock.now();
  const ending = await act().catch((error: unknown) => {
    const ended = verdictForError(error, world.signal.aborted);
    if (ended === undefined) {
      throw error;
    }
    return ended;
  });
  const at = world.clock.now();
  const result: Result = { outcomes: [], criticalPath: [], took: at - startedAt, ...ending };
  world.hear({ type: "finish", at, result });
  return result;
}
