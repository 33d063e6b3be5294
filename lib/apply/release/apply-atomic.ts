/** Applies a release and undoes that if it fails: back to the last revision that succeeded, or to nothing. */
import { latestOf, succeededBefore } from "../../inventory/history.ts";
import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import type { Revision } from "../../inventory/revision.ts";
import { applyRelease } from "./apply-release.ts";
import type { EventSink, Outcome, Result } from "../model/event.ts";
import { loadParent } from "../store/applyset-store.ts";
import { withStartupDeadline } from "../execute/startup-deadline.ts";
import type { ApplyRequest } from "../model/release-request.ts";
import { type Created, removeCreated } from "./delete-created.ts";
import { type PlanRevision, rollbackRelease } from "./rollback-release.ts";
import { keptAt } from "../store/revision-store.ts";
import type { RollbackScope } from "../model/rollback-scope.ts";
import { verdictForError } from "../execute/run-verdict.ts";
import type { RunContext } from "../model/run-context.ts";

/** A request that leaves nothing half done. */
export interface AtomicRequest extends ApplyRequest {
  readonly planRevision: PlanRevision;
}

/**
 * Applies, and undoes a run that failed or timed out. The result is that of the application; the undoing is
 * reported as a run of its own. An interrupted run is left as it is, as is one whose outcome is unknown.
 */
export async function applyAtomically(request: AtomicRequest, context: RunContext): Promise<Result> {
  // Emitted events are redacted; the returned result is not.
  let received: Result | undefined;
  const emit: EventSink = (event) => {
    received = event.type === "finish" ? event.result : received;
    context.emit(event);
  };
  const result = await applyRelease(request, { ...context, emit });
  if (!isUndone(result) || request.choices.dryRun !== false) {
    return result;
  }
  const report = (message: string, level: "warning" | "error" = "warning"): void => {
    context.emit({ type: "notice", at: context.clock.now(), level, message });
  };
  const record = await readRecord(request, context, report);
  if (record === undefined) {
    return result;
  }
  const { revision } = result;
  if (revision === undefined || latestOf(record.history)?.number !== revision) {
    report(`nothing is rolled back: ${revision === undefined ? sameSet : overtaken}`);
    return result;
  }
  // After an unfinished deletion nothing is deployed, whatever the history says.
  const target = record.installed ? succeededBefore(record.history, revision) : undefined;
  const undone = { revision, undoing: await undoingOf(result, record, { target, context }) };
  const ended = await undo(undone, { target, request, context, report });
  report([endWords(ended, target), ...failureWords(received)].join("\n"), "error");
  return result;
}

/** Reports whether a run with that verdict is undone. */
function isUndone({ verdict }: Result): boolean {
  return verdict === "failed" || verdict === "timedOut";
}

function endWords({ verdict }: Result, target: Revision | undefined): string {
  if (verdict !== "converged") {
    return "the run has failed, and could not be undone";
  }
  const end = target === undefined ? "what it had made was deleted" : `revision ${target.number} is back`;
  return `the run has failed, and ${end}`;
}

/** The number of failures that are repeated after the output of the undoing. */
const shownFailures = 5;

/** The most characters of a repeated reason. */
const longestReason = 200;

/** The failures and their reasons, one line each. */
function failureWords(
  { outcomes, message }: Pick<Result, "outcomes" | "message"> = { outcomes: [] },
): readonly string[] {
  const failed = outcomes.filter(
    ({ actuation, reconcile, tolerated }) =>
      tolerated !== true && [actuation, reconcile].some((state) => state === "Failed" || state === "Timeout"),
  );
  const more = failed.length - shownFailures;
  return [
    ...(message === undefined ? [] : [inOneLine(message)]),
    ...failed.slice(0, shownFailures).map(({ target: { kind, name }, reconcile, ...outcome }) => {
      const verb = reconcile === "Timeout" ? "timed out" : "failed";
      return `${kind}/${name} ${verb}: ${inOneLine(outcome.message ?? "no reason was given")}`;
    }),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

function inOneLine(message: string): string {
  const line = message.trim().replaceAll(/\s*\n\s*/g, " ");
  return line.length > longestReason ? `${line.slice(0, longestReason).trimEnd()}…` : line;
}

const sameSet = "the set is the one that was deployed before, or a part of it";
const overtaken = "another run has come after this one";

/** Determines the objects created by this run and by those before it that have not succeeded either. */
async function undoingOf(
  { outcomes, taken = [] }: Result,
  record: ParentRecord,
  { target, context }: { readonly target: Revision | undefined; readonly context: RunContext },
): Promise<RollbackScope> {
  const sent = outcomes.filter(({ operation }) => operation === "apply");
  const created = sent.filter(({ change }) => change === "created");
  const first = record.history.find(({ number }) => number > (target?.number ?? 0));
  const since = first === undefined ? undefined : await keptAt(first, { ...record, context });
  return { created: keysOf(created), sent: keysOf(sent), taken: new Set(taken), since };
}

function keysOf(outcomes: readonly Outcome[]): ReadonlySet<string> {
  return new Set(outcomes.map(({ target }) => target.key));
}

/** Rolls back to a revision, or to nothing. */
function undo(
  { revision, undoing }: Created,
  {
    target,
    request,
    context,
    report,
  }: {
    readonly target: Revision | undefined;
    readonly request: AtomicRequest;
    readonly context: RunContext;
    readonly report: (message: string) => void;
  },
): Promise<Result> {
  if (target === undefined) {
    report("no revision has succeeded yet: what this run has made is deleted");
    return removeCreated({ revision, undoing }, request, context);
  }
  // What existed before the run stays, whoever has created it.
  return rollbackRelease({ ...request, to: target.number, newest: revision, undoing, prune: false }, context);
}

/** The record of the release; if it cannot be read, reports that and returns undefined. */
async function readRecord(
  { release, timeouts, namespace }: AtomicRequest,
  context: RunContext,
  report: (message: string) => void,
): Promise<ParentRecord | undefined> {
  const place = { release, namespace: namespace ?? context.cluster.namespace };
  try {
    return await withStartupDeadline(context, timeouts, (patient) =>
      loadParent({ ...place, context: patient }),
    );
  } catch (error) {
    const ended = verdictForError(error, context.signal.aborted);
    if (ended === undefined) {
      throw error;
    }
    report(`nothing is rolled back: ${ended.message ?? "the run was interrupted"}`);
    return undefined;
  }
}
