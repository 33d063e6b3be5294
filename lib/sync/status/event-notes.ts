import type { Outcome, Result } from "../../apply/model/event.ts";
import { formatDuration } from "../../object/duration.ts";
import { hasPartOfDigest, type PendingPlan, pendingMessage } from "../approval/pending-plan.ts";
import { resultWords, shortRevision } from "../unit/run-messages.ts";
import type { SyncEvent } from "../sync-event.ts";
import type { UnitRun } from "../unit/unit-state.ts";
import { listSome } from "../../object/message-text.ts";

/** The content of an Event. */
export interface SyncNote {
  readonly unit: string;
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  /** The action that was under way. */
  readonly action: "Fetch" | "Apply" | "Approve" | "Correct" | "Prune";
  readonly note: string;
}

/**
 * Returns the Events that an event of the sidecar gives rise to. `applied` is the commit that the unit was
 * last brought to, as far as it is known.
 */
export function syncNotes(event: SyncEvent, applied: string | undefined): readonly SyncNote[] {
  if (event.type === "runEnded") {
    const { unit } = event.run;
    return runNotes(event.run).map((note) => ({ unit, ...note }));
  }
  if (event.type === "planPending") {
    return [{ unit: event.run.unit, ...pendingNote(event.plan) }];
  }
  const note = plainNote(event, applied);
  return note === undefined || !("unit" in event) ? [] : [{ unit: event.unit, ...note }];
}

type Words = Omit<SyncNote, "unit">;

function plainNote(event: SyncEvent, applied: string | undefined): Words | undefined {
  if (event.type === "revision" && event.revision.commit !== applied) {
    const note = `${shortRevision(event.revision)}: ${event.revision.subject}`;
    return { type: "Normal", reason: "NewRevision", action: "Fetch", note };
  }
  if (event.type === "sourceFailed") {
    return { type: "Warning", reason: "SourceFailed", action: "Fetch", note: event.message };
  }
  if (event.type === "sourceBack") {
    return { type: "Normal", reason: "SourceBack", action: "Fetch", note: "git is reachable again" };
  }
  if (event.type === "fight") {
    const rivals = event.rivals.length === 0 ? "another client" : event.rivals.join(", ");
    const note = `${event.key} is changed repeatedly by ${rivals}; its corrections are paused`;
    return { type: "Warning", reason: "FightDetected", action: "Correct", note };
  }
  // The only warning about one unit is that it has moved.
  if (event.type === "notice" && event.level === "warning") {
    return { type: "Warning", reason: "ObjectsLeft", action: "Apply", note: event.message };
  }
  return event.type === "fightOver" ? fightOverNote(event) : undefined;
}

function fightOverNote({ key, isRemoved }: Extract<SyncEvent, { readonly type: "fightOver" }>): Words {
  const note = `${key} is ${isRemoved === true ? "no longer applied" : "corrected again"}`;
  return { type: "Normal", reason: "FightOver", action: "Correct", note };
}

function pendingNote(plan: PendingPlan): Words {
  const isOther = plan.unmatched !== undefined;
  const reason = hasPartOfDigest(plan) ? "ApprovalIncomplete" : "ApprovalOfOtherPlan";
  return {
    type: isOther ? "Warning" : "Normal",
    reason: isOther ? reason : "ApprovalRequired",
    action: "Approve",
    note: pendingMessage(plan),
  };
}

function runNotes({
  reason,
  revision,
  result,
}: UnitRun & { readonly result: Result }): readonly Omit<SyncNote, "unit">[] {
  if (result.verdict === "interrupted") {
    return [];
  }
  if (result.verdict !== "converged") {
    const note = `${shortRevision(revision)}: ${resultWords(result, revision)}`;
    return [{ type: "Warning", reason: "ApplyFailed", action: "Apply", note }];
  }
  const changed = result.outcomes.filter(isChange);
  const pruned = changed.filter(({ operation }) => operation === "prune");
  const written = changed.filter(({ operation }) => operation !== "prune");
  const notes: Words[] = [];
  if (reason === "drift" && written.length > 0) {
    const note = `corrected ${keysOf(written)}`;
    notes.push({ type: "Normal", reason: "DriftCorrected", action: "Correct", note });
  } else if (written.length > 0 || reason === "revision") {
    const took = formatDuration(Math.round(result.took));
    const note = `${shortRevision(revision)}: ${countsOf(result.outcomes)} in ${took}`;
    notes.push({ type: "Normal", reason: "Applied", action: "Apply", note });
  }
  if (pruned.length > 0) {
    const note = `${shortRevision(revision)}: deleted ${keysOf(pruned)}`;
    notes.push({ type: "Normal", reason: "Pruned", action: "Prune", note });
  }
  return notes;
}

function isChange({ change }: Outcome): boolean {
  return change !== undefined && change !== "unchanged";
}

function keysOf(outcomes: readonly Outcome[]): string {
  return listSome(outcomes.map(({ target }) => target.key));
}

const countedChanges = ["created", "configured", "recreated", "adopted", "detached", "deleted", "unchanged"];

/** Formats counts: `3 created, 40 unchanged`. */
function countsOf(outcomes: readonly Outcome[]): string {
  const counts = countedChanges.flatMap((change) => {
    const count = outcomes.filter((outcome) => outcome.change === change).length;
    return count === 0 ? [] : [`${count} ${change}`];
  });
  return counts.length === 0 ? "no objects" : counts.join(", ");
}

/** An event of a run at whose end a request is answered. */
type Answer = Extract<SyncEvent, { readonly type: "planPending" | "runEnded" }>;

/** Reports whether a run has done what was requested, or has planned it. */
export function hasAnswered(event: SyncEvent): event is Answer {
  const isOver = event.type === "runEnded" && event.run.result.verdict !== "interrupted";
  return isOver || event.type === "planPending";
}

/** Returns the name of the unit that Events about an event are for; undefined if there are none. */
export function unitNameOf(event: SyncEvent): string | undefined {
  if (event.type === "runEnded" || event.type === "planPending") {
    return event.run.unit;
  }
  return "unit" in event ? event.unit : undefined;
}
