import type { GitRevision } from "../../git/model/git-repository.ts";
import { type PendingPlan, pendingMessage } from "../approval/pending-plan.ts";
import type { RolloutWait } from "../rollout/admit-revision.ts";
import { endMessage, formatUnits, shortRevision } from "./run-messages.ts";
import { trackedCount } from "../drift/applied-objects.ts";
import type { AppliedSet, ReconcileResult } from "./reconcile-unit.ts";
import { hasApplied, type Phase, type UnitState } from "./unit-state.ts";
import type { StatePatch } from "./unit-state-publisher.ts";

/** Returns the state of a unit after a commit that has left its manifests as they were. */
export function adoptedPatch(
  state: Pick<UnitState, "applied" | "failures">,
  attempted: GitRevision | undefined,
  revision: GitRevision,
): StatePatch {
  return hasApplied(state, attempted) ? upToDatePatch(revision) : { attempted: revision };
}

function upToDatePatch(revision: GitRevision): StatePatch {
  const message = `${shortRevision(revision)}: its manifests have not changed`;
  return { phase: "Ready", message, blockedBy: [], attempted: revision, applied: revision };
}

/** Returns the state of a unit that waits for others. */
export function blockedPatch(blockedBy: readonly string[]): StatePatch {
  return { phase: "Blocked", message: `waits for ${formatUnits(blockedBy)}`, blockedBy };
}

/**
 * Returns the state of a unit that has no revision to apply yet, or whose revision is fetched again: if it is
 * ready, it stays so.
 */
export function idlePatch(
  { phase, applied }: Pick<UnitState, "phase" | "applied">,
  { fault, waiting }: { readonly fault: string | undefined; readonly waiting: RolloutWait | undefined },
): StatePatch {
  if (phase === "Ready" && applied !== undefined) {
    return fault === undefined ? {} : { sourceFault: fault };
  }
  if (fault !== undefined) {
    return { phase: "Failed", message: fault };
  }
  return waiting === undefined ? {} : { phase: "Blocked", message: waiting.message };
}

/**
 * Returns the state of a unit that is suspended or not kept here. `pendingPlan`: the plan of the replica that
 * keeps it.
 */
export function leftPatch(phase: Phase, message: string, pendingPlan?: PendingPlan): StatePatch {
  return { phase, message, blockedBy: [], retryAt: undefined, waiting: undefined, pendingPlan };
}

/** Returns the state of a unit after a run of a revision. */
export function endedPatch(
  { result, diagnostics, unknownUnits, pending, made }: ReconcileResult,
  { revision, failures, now }: EndedRun,
): StatePatch {
  if (pending !== undefined) {
    return pendingPatch(pending);
  }
  const over = { attempted: revision, pendingPlan: undefined };
  if (unknownUnits.length > 0) {
    return { ...over, ...unknownPatch(unknownUnits) };
  }
  const message = endMessage(result, diagnostics, revision);
  if (result.verdict === "converged") {
    const ready = { phase: "Ready", message, applied: revision, lastReadyAt: now, failures: 0 } as const;
    return { ...over, ...ready, ...healthPatch(made) };
  }
  const phase = result.verdict === "refused" ? "Stalled" : "Failed";
  return { ...over, phase, message, failures: failures + 1 };
}

/** A run succeeds only once its objects are ready; what becomes of them is watched from then on. */
function healthPatch(made: AppliedSet | undefined): StatePatch {
  const none = { progressing: 0, suspended: 0, failed: 0, missing: 0 };
  return made === undefined ? {} : { health: { ready: trackedCount(made.plan, made.settled), ...none } };
}

/** A run that has ended. */
interface EndedRun {
  readonly revision: GitRevision;
  /** Failures in a row before it. */
  readonly failures: number;
  readonly now: number;
}

function pendingPatch(pendingPlan: PendingPlan): StatePatch {
  const message = pendingMessage(pendingPlan);
  const nothing = { blockedBy: [], failures: 0, retryAt: undefined };
  return { phase: "AwaitingApproval", message, pendingPlan, ...nothing };
}

/** Returns the state of a unit that waits until it is known which objects others will have. */
function unknownPatch(blockedBy: readonly string[]): StatePatch {
  const message = `waits until it is known which objects ${formatUnits(blockedBy)} will have`;
  return { phase: "Blocked", message, blockedBy };
}
