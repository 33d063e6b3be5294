import type { Result } from "../../apply/model/event.ts";
import { formatCounts } from "../../report/run/count-summary.ts";
import { formatElapsed } from "../../report/terminal/format-number.ts";
import { pendingMessage } from "../../sync/approval/pending-plan.ts";
import type { Drift, SyncEvent } from "../../sync/sync-event.ts";
import type { UnitRun } from "../../sync/unit/unit-state.ts";

/** An event of a unit that subscribers are notified of. */
export type Notification = { readonly at: number; readonly unit: string; readonly message: string } & (
  | { readonly type: "runBegun"; readonly run: UnitRun }
  | { readonly type: "runEnded"; readonly run: UnitRun & { readonly result: Result } }
  | { readonly type: "planPending"; readonly digest: string; readonly commit: string }
  | { readonly type: "stalled" | "sourceFailed" | "sourceBack" }
  | { readonly type: "drift"; readonly drifts: readonly Drift[] }
  | { readonly type: "fight"; readonly key: string; readonly rivals: readonly string[] }
);

/** The last notifications sent of a unit. */
interface Reported {
  /** The commit of the last run whose start was sent. */
  begun?: string;
  /** Commit, verdict and message of the last run whose end was sent. */
  ended?: string;
  stalled?: string;
  /** The message about the last plan that waits for approval. */
  pending?: string;
}

/**
 * Converts events to notifications, each sent once: a run starts for another commit than the last one, a run
 * ends differently from the one before, a unit stalls, git fails or recovers, drift, and fights. Returns
 * undefined for everything else: retries that end the same way, checks that find nothing.
 */
export function createNotificationFilter(): (event: SyncEvent) => Notification | undefined {
  const sent = new Map<string, Reported>();
  const of = (unit: string): Reported => {
    const known = sent.get(unit) ?? {};
    sent.set(unit, known);
    return known;
  };
  return (event) => {
    if (event.type === "runBegun") {
      return runStarted(event.at, event.run, of(event.run.unit));
    }
    if (event.type === "runEnded") {
      return runEnded(event.at, event.run, of(event.run.unit));
    }
    if (event.type === "state") {
      return unitStalled(event, of(event.state.name));
    }
    if (event.type === "planPending") {
      return planPending(event, of(event.run.unit));
    }
    if (event.type === "removed") {
      sent.delete(event.unit);
    }
    return otherNotification(event);
  };
}

function runStarted(at: number, run: UnitRun, sent: Reported): Notification | undefined {
  const { commit } = run.revision;
  if (sent.begun === commit) {
    return undefined;
  }
  sent.begun = commit;
  delete sent.ended;
  return {
    type: "runBegun",
    at,
    unit: run.unit,
    message: `applies ${commit.slice(0, 7)}`,
    run,
  };
}

function runEnded(
  at: number,
  run: UnitRun & { readonly result: Result },
  sent: Reported,
): Notification | undefined {
  const { verdict, message } = run.result;
  const words = [run.revision.commit, verdict, verdict === "converged" ? "" : message].join("\n");
  // A run interrupted by a newer commit has no result of its own.
  if (verdict === "interrupted" || sent.ended === words) {
    return undefined;
  }
  sent.ended = words;
  return { type: "runEnded", at, unit: run.unit, message: endWords(run.result), run };
}

const verdictWords: Readonly<Record<Result["verdict"], string>> = {
  converged: "converged",
  failed: "failed",
  refused: "refused, nothing was sent",
  timedOut: "timed out",
  unreachable: "the cluster cannot be reached",
  interrupted: "left",
};

function endWords({ verdict, message, outcomes, took }: Result): string {
  const reason =
    message === undefined || verdict === "converged" ? [] : [message.trim().replaceAll(/\s*\n\s*/g, " ")];
  const counts = formatCounts(outcomes, undefined);
  return `${[`${verdictWords[verdict]} after ${formatElapsed(took)}`, ...reason].join(": ")}${counts === "" ? "" : `; ${counts}`}`;
}

function planPending(
  { at, run, plan }: Extract<SyncEvent, { readonly type: "planPending" }>,
  sent: Reported,
): Notification | undefined {
  const message = pendingMessage(plan);
  if (sent.pending === message) {
    return undefined;
  }
  sent.pending = message;
  return { type: "planPending", at, unit: run.unit, message, digest: plan.digest, commit: plan.commit };
}

function unitStalled(
  { at, state }: Extract<SyncEvent, { readonly type: "state" }>,
  sent: Reported,
): Notification | undefined {
  const words = state.phase === "Stalled" ? state.message : undefined;
  const isNew = words !== undefined && words !== sent.stalled;
  if (words === undefined) {
    // While a retry is under way, the unit has not recovered yet.
    if (state.phase !== "Reconciling") {
      delete sent.stalled;
    }
  } else {
    sent.stalled = words;
  }
  return isNew ? { type: "stalled", at, unit: state.name, message: words } : undefined;
}

function otherNotification(event: SyncEvent): Notification | undefined {
  const { at } = event;
  if (event.type === "sourceFailed") {
    return { type: "sourceFailed", at, unit: event.unit, message: event.message };
  }
  if (event.type === "sourceBack") {
    return { type: "sourceBack", at, unit: event.unit, message: "git is reachable again" };
  }
  if (event.type === "drift") {
    const { unit, drifts } = event;
    const amount = drifts.length === 1 ? "1 object has" : `${drifts.length} objects have`;
    return { type: "drift", at, unit, message: `${amount} drifted`, drifts };
  }
  if (event.type === "fight") {
    const { unit, key, rivals } = event;
    const message = `another client keeps changing ${key} back; its corrections are paused`;
    return { type: "fight", at, unit, message, key, rivals };
  }
  return undefined;
}
