import type { ApplyEvent, Reconcile } from "../../apply/model/event.ts";
import type { UnitRun } from "../../sync/unit/unit-state.ts";
import type { Level } from "./sync-messages.ts";

/** A line without its timestamp: type, level, and its fields in their order. */
export type SyncLine = {
  readonly type: string;
  readonly level: Level;
} & Readonly<Record<string, unknown>>;

/** Returns the fields that identify the run of a line. */
export function runFields({ unit, number }: UnitRun): { readonly unit: string; readonly run: number } {
  return { unit, run: number };
}

/** Returns the log level of a notice. */
export function levelOf({ level }: { readonly level: "note" | "warning" | "error" }): Level {
  return level === "note" ? "info" : level;
}

/** The ends of a wait that are logged, with their level. */
const ends: ReadonlyMap<Reconcile, Level> = new Map<Reconcile, Level>([
  ["Suspended", "warning"],
  ["Failed", "error"],
  ["Timeout", "error"],
]);

/**
 * Returns the lines for an event of a run: changes, skips, suspensions and failures. Objects in progress have
 * none.
 */
export function applyLines(run: UnitRun, event: ApplyEvent): readonly SyncLine[] {
  if (event.type === "actuation") {
    const isChange = event.change !== undefined && event.change !== "unchanged";
    return isChange || event.state !== "Succeeded" ? [actuationLine(run, event)] : [];
  }
  if (event.type === "reconcile") {
    const level = ends.get(event.state);
    return level === undefined ? [] : [reconcileLine(run, event, level)];
  }
  return remarkLines(run, event);
}

function remarkLines(run: UnitRun, event: ApplyEvent): readonly SyncLine[] {
  if (event.type === "retry") {
    const { target, message, delay } = event;
    const fields = { object: target?.key, message, delayMs: delay };
    return [{ type: "retry", level: "warning", ...runFields(run), ...fields }];
  }
  if (event.type === "notice") {
    const fields = { object: event.target?.key, message: event.message };
    return [{ type: "notice", level: levelOf(event), ...runFields(run), ...fields }];
  }
  return [];
}

function actuationLine(run: UnitRun, event: Extract<ApplyEvent, { readonly type: "actuation" }>): SyncLine {
  const { target, operation, state, change, because, message, took } = event;
  const levels = { Succeeded: "info", Skipped: "warning", Failed: "error" } as const;
  return {
    type: "object",
    level: levels[state],
    ...runFields(run),
    object: target.key,
    operation,
    actuation: state,
    change,
    because: because && { ...because },
    message,
    durationMs: took,
  };
}

function reconcileLine(
  run: UnitRun,
  event: Extract<ApplyEvent, { readonly type: "reconcile" }>,
  level: Level,
): SyncLine {
  const { target, operation, state, because, message, took, trouble, tolerated } = event;
  return {
    type: "object",
    level: tolerated === true ? "warning" : level,
    ...runFields(run),
    object: target.key,
    operation,
    reconcile: state,
    because: because && { ...because },
    message,
    trouble,
    tolerated,
    durationMs: took,
  };
}
