/** Updates the record of a release for a run: before its first write, and after its end. */
import { withCarriedDurations, withMeasuredDurations } from "../../inventory/durations.ts";
import { latestOf, nextNumber, trimmed, withRevision } from "../../inventory/history.ts";
import {
  withTrimmedExtent,
  type ParentRecord,
  sameRecord,
  withExtent,
} from "../../inventory/applyset-parent.ts";
import type { Revision, RevisionOutcome } from "../../inventory/revision.ts";
import type { Plan } from "../../plan/plan.ts";
import { awaitedKeys } from "../../plan/schedule.ts";
import { extentOf } from "../decide/decide-release.ts";
import type { ExecutionResult } from "../execute/executor-options.ts";
import type { Outcome, Result } from "../model/event.ts";
import {
  finishedJobs,
  hasTouched,
  summarizeRun,
  storeFailure,
  type RunFacts,
} from "../store/run-summary-record.ts";
import { isGood } from "../model/outcome.ts";
import { isStored, type ReleaseLocation, storeParent } from "../store/applyset-store.ts";
import type { ApplyRequest } from "../model/release-request.ts";
import { contentOf, digestOf, dropRevisions, findRevisions, storeRevision } from "../store/revision-store.ts";

/** Options for updating the record. */
export interface RecordOptions {
  readonly plan: Plan;
  readonly request: Pick<
    ApplyRequest,
    "isPartial" | "prune" | "historyMax" | "source" | "rollback" | "isRetried" | "savedPlan"
  >;
  readonly place: ReleaseLocation;
  /** The digest of the approved plan that the run is about to apply. */
  readonly usedPlan?: string | undefined;
  /** Aborts when the lock is lost: then the record is another run's to write. */
  readonly lost: AbortSignal;
}

/**
 * Reports whether the record needs no correction by a run that succeeds: the last run succeeded, with the set
 * that was sent last.
 */
export function isSettled(
  record: ParentRecord,
  { plan, request }: Pick<RecordOptions, "plan" | "request">,
): boolean {
  return request.isPartial ? hasEndedWell(record) : isSentWell(record, plan);
}

function hasEndedWell({ lastRun }: ParentRecord): boolean {
  return lastRun === undefined || lastRun.verdict === "converged";
}

/** Reports whether this very set was the last one sent, and succeeded. */
export function isSentWell(record: ParentRecord, plan: Plan): boolean {
  return hasEndedWell(record) && isSent(record, plan);
}

/** Reports whether hooks have already run: the last run has sent this very set, by the same saved plan. */
export function hasRunHooks(
  record: ParentRecord,
  plan: Plan,
  { hooksOnce, savedPlan }: Partial<Pick<ApplyRequest, "hooksOnce" | "savedPlan">>,
): boolean {
  const isOfPlan = savedPlan === undefined || latestOf(record.history)?.plan === savedPlan;
  return hooksOnce === true && isOfPlan && isSentWell(record, plan);
}

/** Reports whether the newest revision is this very set, and succeeded. */
function isSent({ history }: ParentRecord, plan: Plan): boolean {
  const latest = latestOf(history);
  return latest?.outcome === "succeeded" && latest.digest === digestOf(plan);
}

/** The record as it was stored before the first write. */
export interface Kept {
  readonly stored: ParentRecord;
  /** The revisions that the record listed until then. */
  readonly before: readonly Revision[];
  /** Whether its newest revision is that of this run. */
  readonly isRevision: boolean;
}

/**
 * Stores what the run is about to send, and then the record: where its objects may be from now on, and the
 * started revision. A run that is killed from here on has lost track of nothing. A part of a set is not a
 * revision, and the set that was sent last is not stored twice: a history of ten should list ten sets. An
 * approval is used up by this, however the run ends.
 */
export async function recordStart(record: ParentRecord, keeping: RecordOptions): Promise<Kept> {
  const { plan, request, place, lost, usedPlan } = keeping;
  const signal = AbortSignal.any([place.context.signal, lost]);
  const wide = { ...withExtent(record, extentOf(plan)), ...(usedPlan === undefined ? {} : { usedPlan }) };
  if (request.isPartial || (request.rollback === undefined && isSent(record, plan))) {
    const isSame = isStored(record) && sameRecord(wide, record);
    const stored = isSame ? record : await storeParent(wide, place, signal);
    return { stored, before: record.history, isRevision: false };
  }
  const added = await newRevision(record, keeping, signal);
  const carried = withCarriedDurations(wide.history, added, awaitedKeys(plan));
  const history = withRevision(carried.history, carried.revision);
  const stored = await storeParent({ ...wide, history }, place, signal);
  return { stored, before: record.history, isRevision: true };
}

async function newRevision(
  { history }: ParentRecord,
  { plan, request, place }: RecordOptions,
  signal: AbortSignal,
): Promise<Revision> {
  const number = numberFor(history, { plan, request });
  const content = contentOf(plan);
  const shards = await storeRevision(number, content, { place, signal });
  const { rollback, source = rollback?.source } = request;
  const saved = rollback === undefined ? request.savedPlan : undefined;
  return {
    number,
    at: place.context.clock.now(),
    action: plan.action,
    outcome: "unfinished",
    ...(rollback === undefined ? {} : { from: rollback.number }),
    ...(source === undefined ? {} : { source }),
    ...(saved === undefined ? {} : { plan: saved }),
    digest: digestOf(plan),
    objects: content.length,
    shards,
  };
}

function numberFor(
  history: readonly Revision[],
  { plan, request }: Pick<RecordOptions, "plan" | "request">,
): number {
  const latest = latestOf(history);
  const isAgain = latest?.digest === digestOf(plan) && latest.outcome !== "succeeded";
  return latest !== undefined && isAgain && request.isRetried === true ? latest.number : nextNumber(history);
}

const outcomeOf: Readonly<Record<Result["verdict"], RevisionOutcome>> = {
  converged: "succeeded",
  failed: "failed",
  refused: "failed",
  timedOut: "timedOut",
  unreachable: "failed",
  interrupted: "interrupted",
};

/** The record with the outcome of its newest revision, and without surplus revisions. */
function concluded(record: ParentRecord, verdict: Result["verdict"], historyMax: number): ParentRecord {
  const latest = latestOf(record.history);
  if (latest === undefined) {
    return record;
  }
  const ended = withRevision(record.history, { ...latest, outcome: outcomeOf[verdict] });
  return { ...record, history: trimmed(ended, historyMax) };
}

/** Records the outcome of the run, and where its objects are once all is done. */
export async function recordEnd(
  ran: Pick<Result, "verdict" | "outcomes"> & Pick<ExecutionResult, "durations">,
  { stored, before, isRevision }: Kept,
  {
    keeping,
    isComplete,
    mask,
  }: { readonly keeping: RecordOptions; readonly isComplete: boolean; readonly mask: RunFacts["mask"] },
): Promise<void> {
  const { plan, request, place, lost } = keeping;
  const { outcomes, verdict } = ran;
  const facts = { action: plan.action, at: place.context.clock.now(), mask };
  const isChanged = hasTouched(outcomes) || !isSettled(stored, keeping);
  const timed = { ...stored, history: withMeasuredDurations(stored.history, ran.durations) };
  const received = isChanged ? { ...timed, lastRun: summarizeRun(ran, facts) } : stored;
  const reported = isRevision ? concluded(received, verdict, request.historyMax) : received;
  const kept = { place, signal: lost };
  // Revisions are found while the record is written.
  const all = { before, during: stored.history, kept: reported.history };
  const revisions = isRevision ? findRevisions(all, kept) : undefined;
  revisions?.catch(() => {});
  if (!outcomes.every(isGood)) {
    const finished = new Map([...stored.finished, ...finishedJobs(plan, stored.finished, outcomes)]);
    await storeFailure({ ...reported, finished }, place, { stored, lost });
  } else {
    const after = recordAfter(reported, { plan, request, isComplete, outcomes });
    if (!sameRecord(after, stored)) {
      await storeParent(after, place, lost);
    }
  }
  if (revisions !== undefined) {
    await dropRevisions(await revisions, reported.history, kept);
  }
}

/**
 * The record after success: leftovers are remembered only if they were not to be pruned, or could not be
 * seen.
 */
export function recordAfter(
  record: ParentRecord,
  {
    plan,
    request,
    isComplete,
    outcomes,
  }: Pick<RecordOptions, "plan" | "request"> & {
    readonly isComplete: boolean;
    readonly outcomes: readonly Outcome[];
  },
): ParentRecord {
  const extent = extentOf(plan);
  const narrow = request.prune && isComplete ? withTrimmedExtent(record, extent) : withExtent(record, extent);
  const finished = finishedJobs(plan, record.finished, outcomes);
  return {
    ...narrow,
    installed: record.installed || !request.isPartial,
    // A part of the set says nothing about the Jobs of the other parts.
    finished: request.prune ? finished : new Map([...record.finished, ...finished]),
  };
}
