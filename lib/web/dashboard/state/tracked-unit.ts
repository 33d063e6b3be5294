import { type Diagnostic, compareDiagnostics } from "../../../object/diagnostic/diagnostic.ts";
import { formatOrigin } from "../../../object/diagnostic/source-text.ts";
import type { Drift, SyncEvent } from "../../../sync/sync-event.ts";
import type { UnitState } from "../../../sync/unit/unit-state.ts";
import type {
  ChangeBoard,
  ConfiguredUnit,
  NoticeView,
  PendingBoard,
  RunState,
  UnitDetails,
  UnitSummary,
} from "./dashboard-state.ts";
import { changeBoard, removalBoard } from "./change-view.ts";
import { namedBoard, pendingBoard } from "./pending-board.ts";
import { TrackedRun } from "./tracked-run.ts";
import { shownState, shownText } from "./sanitize-state.ts";

const mostRuns = 20;
/** Runs without changes are all alike, so few are kept. */
const mostQuietRuns = 5;
const mostChanges = 50;
const maxNotices = 50;

/** An event that belongs to a run. */
type RunEvent = Extract<
  SyncEvent,
  { readonly type: "planned" | "diagnosed" | "apply" | "written" | "planPending" | "runEnded" }
>;

/** The retained state of one unit. Its size does not grow with time. */
export class TrackedUnit {
  readonly name: string;
  #configured: Pick<UnitSummary, "dependsOn" | "namespace" | "repository"> = { dependsOn: [] };
  #state: UnitState | undefined;
  /** Newest first. */
  #runs: readonly TrackedRun[] = [];
  #changes: readonly ChangeBoard[] = [];
  #notices: readonly NoticeView[] = [];
  #pending: PendingBoard | undefined;

  constructor(name: string) {
    this.name = name;
  }

  /** Sets the configuration of the unit. */
  configure({ dependsOn, namespace, source }: ConfiguredUnit): void {
    this.#configured = {
      dependsOn,
      ...(namespace === undefined ? {} : { namespace }),
      ...(source === undefined ? {} : { repository: source.url }),
    };
  }

  /** Sets the state of the unit. */
  setState(state: UnitState): void {
    this.#state = shownState(state);
  }

  /** Records the start of a run. `record`: a number that no other run has, not even of another unit. */
  begin(run: Extract<SyncEvent, { readonly type: "runBegun" }>["run"], record: number): void {
    const before = this.#runs[0]?.board().objects ?? [];
    this.#runs = [new TrackedRun(run, record, before), ...this.#runs];
  }

  /** Handles an event of a run. */
  emit(event: RunEvent): void {
    const record = this.#runs.find(({ number }) => number === event.run.number);
    if (record === undefined) {
      return;
    }
    switch (event.type) {
      case "planned":
        record.plan(event.plan);
        break;
      case "diagnosed":
        record.diagnose(event.diagnostics.toSorted(compareDiagnostics).map(diagnosticLine));
        break;
      case "apply":
        record.emit(event.event);
        this.#noteRemoval(event, record);
        break;
      case "written":
        this.#keepChange(record, () => changeBoard({ ...event, run: record.number }));
        break;
      case "planPending":
        record.wait();
        this.#pending = pendingBoard(event);
        break;
      case "runEnded":
        record.end(event.at, event.run.result);
        this.#forget();
        break;
    }
  }

  /** Records a notice about the unit. */
  report(at: number, level: NoticeView["level"], message: string): void {
    this.#notices = [{ at, level, message: shownText(message) }, ...this.#notices].slice(0, maxNotices);
  }

  /** Returns the summary of the unit. `keptBy`: the replica that holds it, if known. */
  glance(keptBy: string | undefined): UnitSummary {
    const [last] = this.#runs;
    return {
      ...(this.#state ?? pendingState(this.name)),
      ...this.#configured,
      ...(keptBy === undefined ? {} : { keptBy }),
      ...(last?.isUnderWay === true ? { progress: last.counts } : {}),
    };
  }

  /** Returns the unit with everything retained of it. */
  board(keptBy: string | undefined): UnitDetails {
    const pending = this.#pendingBoard();
    return {
      state: this.glance(keptBy),
      ...(pending === undefined ? {} : { pending }),
      runs: this.#runs.map((record): RunState => record.board()),
      changes: this.#changes,
      notices: this.#notices,
    };
  }

  #pendingBoard(): PendingBoard | undefined {
    const { phase, pendingPlan: plan } = this.#state ?? {};
    if (plan === undefined || plan.digest === this.#pending?.digest) {
      return plan && this.#pending;
    }
    return phase === "Elsewhere" ? namedBoard(this.name, plan) : undefined;
  }

  #noteRemoval({ at, event }: Extract<RunEvent, { readonly type: "apply" }>, record: TrackedRun): void {
    if (event.type === "actuation" && event.change === "deleted" && event.state === "Succeeded") {
      const verb = event.operation === "prune" ? "prune" : "delete";
      const { key } = event.target;
      this.#keepChange(record, () => removalBoard({ run: record.number, at, key }, verb));
    }
  }

  /** Keeps the first changes of a run and only counts the others. */
  #keepChange(record: TrackedRun, make: () => ChangeBoard): void {
    const ofRun = this.#changes.filter(({ run }) => run === record.number).length;
    if (ofRun >= mostChanges) {
      record.changesLeftOut += 1;
      return;
    }
    const change = make();
    if (change.verb !== "unchanged") {
      this.#changes = [change, ...this.#changes].slice(0, mostChanges);
    }
  }

  /**
   * Keeps the objects of the last run and of the last one that changed something, and only a few summaries of
   * runs without a change.
   */
  #forget(): void {
    const lastChange = this.#runs.find((record) => record.hasChanged);
    let quiet = 0;
    this.#runs = this.#runs
      .filter((record, index) => {
        const isQuiet = record.hasConverged && !record.hasChanged;
        quiet += isQuiet ? 1 : 0;
        return index === 0 || !isQuiet || quiet <= mostQuietRuns;
      })
      .slice(0, mostRuns);
    for (const [index, record] of this.#runs.entries()) {
      if (index > 0 && record !== lastChange) {
        record.compact();
      }
    }
  }
}

/** Returns the state of a unit before its first event. */
function pendingState(name: string): UnitState {
  return {
    name,
    phase: "Pending",
    message: "not checked yet",
    since: 0,
    blockedBy: [],
    failures: 0,
    health: { ready: 0, progressing: 0, suspended: 0, failed: 0, missing: 0 },
    fights: [],
    corrected: 0,
    run: 0,
  };
}

function diagnosticLine({ severity, code, message, origin }: Diagnostic): string {
  const place = origin === undefined ? "" : `${formatOrigin(origin)}: `;
  return `${place}${severity} ${code}: ${message}`;
}

/**
 * Formats drift as one line: `drift: apps/namespaces/shop/Deployment/web changed by kubectl-edit, and 3
 * more`.
 */
export function driftWords(drifts: readonly Drift[]): string {
  const shown = drifts.slice(0, 3).map(({ key, kind, by }) => {
    const who = by.length === 0 ? "" : ` by ${by.join(", ")}`;
    return `${key} ${kind}${who}`;
  });
  const left = drifts.length - shown.length;
  return `drift: ${shown.join("; ")}${left > 0 ? `; and ${left} more` : ""}`;
}
