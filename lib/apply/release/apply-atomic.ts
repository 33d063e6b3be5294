/** Undoes a failed run of a release: back to the last revision that succeeded, or to nothing. */
import { latestOf, succeededBefore } from "../../inventory/history.ts";
import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import type { Revision } from "../../inventory/revision.ts";
import type { Outcome, Result } from "../model/event.ts";
import { limitStartup } from "../execute/reported-run.ts";
import type { Created } from "./delete-created.ts";
import { loadParent } from "../store/applyset-store.ts";
import type { ApplyRequest, RollbackScope } from "../model/release-request.ts";
import { keptAt } from "../store/revision-store.ts";
import { verdictForError } from "../execute/run-verdict.ts";
import type { RunContext } from "../model/run-context.ts";

/** The undoing of a failed run: a rollback to a revision, or the deletion of what it has created. */
export interface Undo extends Created {
  /** The number of the last revision that succeeded; undefined if none has. */
  readonly target: number | undefined;
}

/**
 * A run that leaves nothing half done: one that failed or timed out is undone. Its result is that of the
 * application; the undoing is reported as a run of its own. An interrupted run is left as it is, as is one
 * whose outcome is unknown.
 */
export class AtomicRun {
  /** The context for applying. */
  readonly context: RunContext;
  readonly #request: ApplyRequest;
  readonly #report: (message: string, level?: "warning" | "error") => void;
  /** Emitted events are redacted; the returned result is not. */
  #reported: Result | undefined;

  constructor(request: ApplyRequest, context: RunContext) {
    const { clock, emit } = context;
    this.#request = request;
    this.#report = (message, level = "warning") => {
      emit({ type: "notice", at: clock.now(), level, message });
    };
    this.context = {
      ...context,
      emit: (event) => {
        this.#reported = event.type === "finish" ? event.result : this.#reported;
        emit(event);
      },
    };
  }

  /** Determines what undoes the run; undefined if nothing is to be undone. */
  async findUndo(result: Result): Promise<Undo | undefined> {
    if (!isUndone(result) || this.#request.choices.dryRun !== false) {
      return undefined;
    }
    const record = await readRecord(this.#request, this.context, this.#report);
    return record && this.#undoOf(result, record);
  }

  async #undoOf(result: Result, record: ParentRecord): Promise<Undo | undefined> {
    const { revision } = result;
    if (revision === undefined || latestOf(record.history)?.number !== revision) {
      this.#report(`nothing is rolled back: ${revision === undefined ? sameSet : overtaken}`);
      return undefined;
    }
    // After an unfinished deletion nothing is deployed, whatever the history says.
    const target = record.installed ? succeededBefore(record.history, revision) : undefined;
    const undoing = await undoingOf(result, record, { target, context: this.context });
    if (target === undefined) {
      this.#report("no revision has succeeded yet: the objects that this run created are deleted");
    }
    return { revision, undoing, target: target?.number };
  }

  /** Reports the failures of the run once more, after the output of the undoing. */
  reportUndone(ended: Result, { target }: Undo): void {
    this.#report([endWords(ended, target), ...failureWords(this.#reported)].join("\n"), "error");
  }
}

/** Reports whether a run with that verdict is undone. */
function isUndone({ verdict }: Result): boolean {
  return verdict === "failed" || verdict === "timedOut";
}

function endWords({ verdict }: Result, target: number | undefined): string {
  if (verdict !== "converged") {
    return "the run failed and could not be rolled back";
  }
  const end =
    target === undefined ? "the objects that it created were deleted" : `revision ${target} was restored`;
  return `the run failed, and ${end}`;
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

const sameSet = "the manifests are those of the deployed revision, or a part of them";
const overtaken = "another run has started since";

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

/** The record of the release; if it cannot be read, reports that and returns undefined. */
async function readRecord(
  { release, timeouts, namespace }: ApplyRequest,
  context: RunContext,
  report: (message: string) => void,
): Promise<ParentRecord | undefined> {
  const patient = limitStartup(context, timeouts);
  try {
    return await loadParent({
      release,
      namespace: namespace ?? context.cluster.namespace,
      context: patient,
    });
  } catch (error) {
    const ended = verdictForError(error, context.signal.aborted);
    if (ended === undefined) {
      throw error;
    }
    report(`nothing is rolled back: ${ended.message ?? "the run was interrupted"}`);
    return undefined;
  } finally {
    patient.begin();
  }
}
