/** The types of the lines that `jsonReporter` writes. `docs/event.schema.json` is their schema. */
import type { BlockedBy, Change, Diagnosis, Result } from "../../apply/model/event.ts";
import type { Severity } from "../../object/diagnostic/diagnostic.ts";
import type { Stage } from "../../order/model/edge.ts";
import type { Action } from "../../plan/plan.ts";
import type { ReadinessState } from "../../readiness/readiness.ts";
import type { OriginDocument } from "../diagnostics/diagnostic-document.ts";
import type { Status, Tally } from "./json-lines.ts";

/** One event of a run, as one line of `-o json`. Types and fields may be added. */
export type RunEvent =
  | ValidationEvent
  | RunStartedEvent
  | RunFinishedEvent
  | GroupEvent
  | StepEvent
  | StatusEvent
  | LogEvent
  | RetryEvent
  | NoticeEvent
  | ErrorEvent
  | SummaryEvent;

/** The work of a group, or of a line of the summary. */
export type RunAction = "Apply" | "Prune" | "Delete" | "Wait";

interface Timed {
  /** RFC 3339, in UTC, to the millisecond. */
  readonly timestamp: string;
}

interface OfRun extends Timed {
  /** The same in all events of a run. */
  readonly runId: string;
}

/** An object by its parts. */
export interface NamedObject {
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
}

/** A finding about the manifests. */
export interface ValidationEvent extends Timed {
  readonly type: "validation";
  readonly objects: readonly NamedObject[];
  /** The message of an error. */
  readonly error?: string;
  /** The message of a warning. */
  readonly message?: string;
  readonly severity: Severity;
  readonly code: string;
  readonly origin?: OriginDocument;
}

/** The first event of a run: what is about to be done. */
export interface RunStartedEvent extends OfRun {
  readonly type: "run";
  readonly status: "Started";
  readonly version: "converge.dev/v1";
  readonly action: Action;
  readonly release: string;
  readonly namespace: string;
  /** The revision that a rollback returns to. */
  readonly rollbackTo?: number;
  readonly server: string;
  readonly dryRun: boolean;
  /** The number of objects. */
  readonly count: number;
  /** The expected duration, if earlier runs have recorded how long what is written takes. */
  readonly expectedMs?: number;
  /** The expected critical path: its durations add up to `expectedMs`. */
  readonly expectedPath?: readonly { readonly ref: string; readonly durationMs: number }[];
  /** The number of workloads and custom resources without a recorded duration: they count as 0. */
  readonly withoutHistory?: number;
  readonly groups: readonly {
    readonly groupIndex: number;
    readonly stage: Stage;
    readonly weight: number | null;
    readonly action: RunAction;
    readonly count: number;
  }[];
}

/** The last event of a run. */
export interface RunFinishedEvent extends OfRun {
  readonly type: "run";
  readonly status: "Finished";
  readonly version: "converge.dev/v1";
  readonly verdict: Result["verdict"];
  readonly message?: string;
  readonly revision?: number;
  readonly durationMs: number;
  /** The references of the objects that determined the duration. */
  readonly criticalPath: readonly string[];
}

/** A group begins or ends. The counts are present at its end. */
export interface GroupEvent extends OfRun, Partial<Tally> {
  readonly type: "group";
  readonly action: RunAction;
  readonly groupIndex: number;
  readonly stage: Stage;
  readonly weight: number | null;
  readonly status: "Started" | "Finished";
}

/** A step of an object: it is sent (`Pending`), written, skipped, refused, or the wait for it ends. */
export interface StepEvent extends OfRun, NamedObject {
  readonly type: "apply" | "prune" | "delete" | "wait";
  readonly status: Status;
  /** The message of a step that failed, timed out, was interrupted or skipped. */
  readonly error?: string;
  readonly message?: string;
  readonly groupIndex?: number;
  readonly change?: Change;
  readonly because?: BlockedBy;
  readonly trouble?: Diagnosis;
  /** It failed, and the run continues as if it had not. */
  readonly tolerated?: true;
  readonly durationMs?: number;
}

/** The readiness of an object that is waited for has changed. */
export interface StatusEvent extends OfRun, NamedObject {
  readonly type: "status";
  readonly status: ReadinessState;
  readonly message: string;
  readonly reason: string;
  /** The rule that decided: `Deployment`, `condition Ready`, `argoproj.io/Rollout in health.yaml:12`. */
  readonly rule?: string;
}

/** Log lines of a container of an object that is waited for. */
export interface LogEvent extends OfRun, NamedObject {
  readonly type: "log";
  readonly pod: string;
  readonly container: string;
  readonly lines: readonly string[];
  /** The number of lines after these that were dropped because they came too fast. */
  readonly leftOut?: number;
}

/** An attempt failed and will be repeated. It may be about an object. */
export interface RetryEvent extends OfRun, Partial<NamedObject> {
  readonly type: "retry";
  readonly message: string;
  readonly delayMs: number;
}

/** Worth knowing: a conflict taken over, a warning of the server. It may be about an object. */
export interface NoticeEvent extends OfRun, Partial<NamedObject> {
  readonly type: "notice";
  readonly level: "note" | "warning";
  readonly message: string;
}

/** The run as a whole failed. */
export interface ErrorEvent extends OfRun, Partial<NamedObject> {
  readonly type: "error";
  readonly error: string;
}

/** The counts of one action at the end of a run. */
export interface SummaryEvent extends OfRun, Tally {
  readonly type: "summary";
  readonly action: RunAction;
}
