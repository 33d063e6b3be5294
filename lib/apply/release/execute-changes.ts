/**
 * Executes the decisions on a release: takes the lock if anything has to be written, runs the tasks, prunes,
 * and records what the release owns. A run killed at any point can be repeated: before the first object is
 * written, the record names every kind and namespace an object may be in.
 */
import { sameRecord } from "../../inventory/applyset-parent.ts";
import { durationsOf } from "../../inventory/durations.ts";
import { latestOf } from "../../inventory/history.ts";
import type { PlannedObject } from "../../plan/plan.ts";
import { makeSchedule, type Schedule } from "../../plan/schedule.ts";
import { recordWith, reportAdoption } from "../adopt/adoption.ts";
import { takenOver } from "../decide/decide-release.ts";
import type { Turning } from "../decide/object-turn.ts";
import { ensureNamespace, missingNamespaceOf } from "../decide/release-namespace.ts";
import { dryEnding } from "../effect/ask-consent.ts";
import { type RunEnd, endingOf, executeTasks } from "../execute/execute-run.ts";
import type { ExecutionResult } from "../execute/executor-options.ts";
import { joinTasks, type TaskList } from "../model/task.ts";
import { requireNewest } from "../model/refused-error.ts";
import { isStored, loadParent } from "../store/applyset-store.ts";
import { LateLock } from "../store/late-lock.ts";
import { Lock } from "../store/lock.ts";
import { applyTasks } from "./build-tasks.ts";
import { objectsForFailure } from "../execute/failure-tasks.ts";
import { type DecidedRelease, decideAgain, demandConsent, permitted } from "./decide-changes.ts";
import type { OpenedRelease } from "./open-release.ts";
import { pruneTasks } from "./prune-tasks.ts";
import { recordAfter, recordEnd, type RecordOptions, recordStart, isSettled } from "./release-record.ts";

/**
 * Executes the decisions. Undefined if another run has installed the release meanwhile: then this is an
 * upgrade, to be opened and planned again.
 */
export async function executeChanges(
  decision: DecidedRelease,
  opened: OpenedRelease,
): Promise<RunEnd | undefined> {
  const { session } = decision;
  try {
    const end = await execute(decision, opened);
    if (end !== undefined) {
      reportAdoption(opened.adoption, end, session.deps);
    }
    return end;
  } finally {
    session.close();
  }
}

async function execute(decision: DecidedRelease, opened: OpenedRelease): Promise<RunEnd | undefined> {
  const { plan, request, decided } = decision;
  const { place, run } = opened;
  const { createNamespace } = request;
  const namespaceOptions = { plan, decisions: decided.decisions, createNamespace };
  if (request.choices.dryRun !== false) {
    await missingNamespaceOf(namespaceOptions, place);
    return dryEnding(endingOf(await runTasks(decision, run.context), run.context), decision.lacking ?? []);
  }
  if (!hasWrites(decision)) {
    return watchUnlocked(decision, opened);
  }
  const { waited, created } = await ensureNamespace(namespaceOptions, place, request.timeouts.prune);
  if (created !== undefined) {
    request.guard?.created?.(created);
  }
  if (waited) {
    // Whatever was observed in the terminating namespace is gone.
    decision.session.deps.live.renew(place.namespace);
  }
  return executeLocked(decision, opened, waited);
}

/** Executes under the lock, for the record as it is once the lock is held. */
async function executeLocked(
  decision: DecidedRelease,
  opened: OpenedRelease,
  isChanged: boolean,
): Promise<RunEnd | undefined> {
  const turn = opened.run.context.writeTurn;
  await turn?.begin();
  try {
    return await executeInTurn(decision, opened, isChanged);
  } finally {
    turn?.end();
  }
}

async function executeInTurn(
  decision: DecidedRelease,
  opened: OpenedRelease,
  isChanged: boolean,
): Promise<RunEnd | undefined> {
  const { request, decided } = decision;
  const { place, record, adoption } = opened;
  const timeout = request.timeouts.lock;
  const lock = await Lock.acquire({ ...place, timeout, isNew: !isStored(record) });
  try {
    // Another run may have changed everything between the first observation and the lock.
    const current = lock.isFirst ? record : recordWith(await loadParent(place), adoption);
    requireNewest(current, request.rollback?.newest);
    if (current.installed !== record.installed) {
      return undefined;
    }
    // A guard also has to see what was changed beside the record.
    const isSame = !isChanged && current.resourceVersion === record.resourceVersion;
    if (isSame && request.guard === undefined) {
      return await write({ ...decision, decided }, opened, lock);
    }
    const renewed = { ...decision, decided: await decideAgain(decision, current, opened) };
    await request.guard?.decided(renewed, opened);
    await demandConsent(renewed, opened);
    return await write(await permitted(renewed, opened), opened, lock);
  } finally {
    await lock.release();
  }
}

/** Reports whether anything has to be written at all: then the lock is needed. */
function hasWrites(decision: DecidedRelease): boolean {
  const { plan, request, decided } = decision;
  const { record, isComplete } = decided;
  const after = recordAfter(record, { plan, request, isComplete, outcomes: [] });
  const isSame = isSettled(record, { plan, request }) && sameRecord(after, record);
  return changesObjects(decision) || !isSame;
}

/** Reports whether an object of the set, or one that it lacks, has to be written. */
export function changesObjects({ plan, decided }: Pick<DecidedRelease, "plan" | "decided">): boolean {
  const { decisions, candidates } = decided;
  const conditional = objectsForFailure(plan);
  const isWritten = [...decisions].some(([object, { type }]) => type === "apply" && !conditional.has(object));
  return isWritten || candidates.size > 0;
}

/**
 * Runs without the lock: nothing has to be written unless someone else changes something before the end of
 * the run.
 */
async function watchUnlocked(decision: DecidedRelease, { place, run }: OpenedRelease): Promise<RunEnd> {
  const { plan, request, decided } = decision;
  const { record, isComplete } = decided;
  const lock = new LateLock(place, { record, timeout: request.timeouts.lock });
  try {
    const ran = await runTasks(decision, run.context, {
      stop: lock.lost,
      beforeWrite: () => lock.demand(),
    });
    const end = endingOf(ran, run.context);
    if (lock.isDemanded) {
      const kept = { stored: record, before: record.history, isRevision: false };
      const keeping = { plan, request, place, lost: lock.lost };
      await recordEnd({ ...ran, ...end }, kept, { keeping, isComplete, mask: run.sink.redact });
    }
    return end;
  } finally {
    await lock.release();
  }
}

/** Records the start of the run, runs the tasks, and records the end. */
async function write(
  decision: DecidedRelease,
  { place, run }: OpenedRelease,
  lock: Pick<Lock, "lost">,
): Promise<RunEnd> {
  const { plan, request, decided } = decision;
  const usedPlan = request.guard?.approvedPlan?.();
  const keeping: RecordOptions = { plan, request, place, lost: lock.lost, usedPlan };
  const kept = await recordStart(decided.record, keeping);
  const ran = await runTasks(decision, run.context, { stop: lock.lost });
  const end = endingOf(ran, run.context);
  await recordEnd({ ...ran, ...end }, kept, { keeping, ...decided, mask: run.sink.redact });
  const revision = kept.isRevision ? latestOf(kept.stored.history)?.number : undefined;
  return { ...end, ...(revision === undefined ? {} : { revision, taken: takenOver(decided) }) };
}

interface TaskOptions {
  /** Aborts when the run must stop at once: the lock is lost. */
  readonly stop?: AbortSignal;
  readonly beforeWrite?: Turning["beforeWrite"];
}

function runTasks(
  decision: DecidedRelease,
  context: OpenedRelease["run"]["context"],
  { stop, beforeWrite = () => Promise.resolve() }: TaskOptions = {},
): Promise<ExecutionResult> {
  const { plan, request, session } = decision;
  const tasks = tasksFor(decision, beforeWrite);
  const run = { plan, request, session, expected: expectedOf(decision) };
  return executeTasks(tasks, stop === undefined ? run : { ...run, stop }, context);
}

/** The expected course of a run; undefined if nothing is known about what it writes. */
function expectedOf({ plan, request, decided: { decisions, record } }: DecidedRelease): Schedule | undefined {
  const durations = durationsOf(record.history);
  if (durations.size === 0 || request.choices.dryRun !== false || !request.choices.wait) {
    return undefined;
  }
  const isWritten = (object: PlannedObject): boolean => decisions.get(object)?.type === "apply";
  const schedule = makeSchedule(plan, (object) =>
    isWritten(object) ? durations.get(object.manifest.key) : 0,
  );
  return schedule.total === 0 ? undefined : schedule;
}

function tasksFor(
  { plan, request, decided, session: { deps } }: DecidedRelease,
  beforeWrite: Turning["beforeWrite"],
): TaskList {
  const { decisions, candidates, again } = decided;
  const { withholds, allowsFollowUps } = request.guard ?? {};
  const followsUp = allowsFollowUps?.() ?? true;
  const turning = { again, beforeWrite, ...(withholds === undefined ? {} : { withholds }) };
  const { external } = request.timeouts;
  const applied = applyTasks(plan, decisions, { deps, external, turning, followsUp });
  return candidates.size === 0 ? applied : joinTasks(applied, pruneTasks(plan, decided, { deps, request }));
}
