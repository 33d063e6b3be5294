import { withinTime } from "../../async/time-limit.ts";
import type { LastRun, UndoneObject } from "../../inventory/parent-state.ts";
import { sameRecord, type ParentRecord } from "../../inventory/applyset-parent.ts";
import type { Outcome, Result } from "../model/event.ts";
import { isGood, isRefusal } from "../model/outcome.ts";
import { type ReleaseLocation, storeParent } from "./applyset-store.ts";
import { truncate } from "../../object/message-text.ts";
import { manifestHash } from "../../inventory/applyset-membership.ts";
import { field, type JsonObject, objectField } from "../../object/json.ts";
import type { Plan } from "../../plan/plan.ts";

/** The record is a single Secret, and its summary is meant for people. */
const mostUndone = 50;
const longestMessage = 500;

/** Milliseconds that the last write of a failed run may take. */
const patience = 5000;

/** Facts about a run besides its outcome. */
export interface RunFacts extends Pick<LastRun, "at" | "action"> {
  /** Redacts values of Secrets. */
  readonly mask: (text: string) => string;
}

/** Summarizes a run that has ended, for the record. */
export function summarizeRun(
  { verdict, outcomes }: Pick<Result, "verdict" | "outcomes">,
  { at, action, mask }: RunFacts,
): LastRun {
  const undone = outcomes.filter((outcome) => !isGood(outcome));
  const reported = undone.slice(0, mostUndone);
  const more = undone.length - reported.length;
  return { at, action, verdict, undone: reported.map((outcome) => undoneOf(outcome, mask)), more };
}

function undoneOf(
  { target, operation, actuation, reconcile, message, because }: Outcome,
  mask: RunFacts["mask"],
): UndoneObject {
  const words = mask(message ?? (because === undefined ? "" : `waits for ${because.on} (${because.rule})`));
  const cut = truncate(words, longestMessage);
  return { key: target.key, operation, actuation, reconcile, message: cut };
}

/** Reports whether a run has changed anything, or tried to: one that has not is not recorded. */
export function hasTouched(outcomes: readonly Outcome[]): boolean {
  return outcomes.some(
    ({ actuation, change }) => actuation === "Failed" || (change !== undefined && change !== "unchanged"),
  );
}

/**
 * Writes the record of a run that did not succeed. A failure to write it does not change the outcome of the
 * run, so a refusal is ignored.
 */
export async function storeFailure(
  record: ParentRecord,
  place: ReleaseLocation,
  { stored, lost }: { readonly stored: ParentRecord; readonly lost: AbortSignal },
): Promise<void> {
  if (sameRecord(record, stored) || lost.aborted) {
    return;
  }
  const { clock } = place.context;
  try {
    await withinTime(
      { clock, time: patience, reason: () => new Error("the run has ended"), signal: lost },
      async (signal) => storeParent(record, place, signal),
    );
  } catch (error) {
    if (!isRefusal(error)) {
      throw error;
    }
  }
}

/**
 * Returns the Jobs of a plan that have completed and have a TTL, with the hash of their manifest, by key:
 * once such a Job has removed itself it still counts as applied, until its manifest changes.
 */
export function finishedJobs(
  plan: Plan,
  before: ReadonlyMap<string, string>,
  outcomes: readonly Outcome[],
): ReadonlyMap<string, string> {
  const completed = new Set(
    outcomes
      .filter(({ operation, reconcile }) => operation === "apply" && reconcile === "Succeeded")
      .map(({ target }) => target.key),
  );
  const jobs = plan.groups
    .flatMap((group) => group.objects)
    .filter(({ manifest, hook }) => manifest.kind === "Job" && hook === null && hasTtl(manifest.value));
  const finished = new Map<string, string>();
  for (const { manifest } of jobs) {
    const hash = manifestHash(manifest.value);
    if (completed.has(manifest.key) || before.get(manifest.key) === hash) {
      finished.set(manifest.key, hash);
    }
  }
  return finished;
}

function hasTtl(job: JsonObject): boolean {
  return field(objectField(job, "spec"), "ttlSecondsAfterFinished") !== undefined;
}
