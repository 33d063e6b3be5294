import type {
  Actuation,
  BlockedBy,
  Change,
  Operation,
  Reconcile,
  Diagnosis,
} from "../../../apply/model/event.ts";
import type { DiffVerb } from "../../../object/field-change.ts";
import type { SyncEventSink } from "../../../sync/sync-event.ts";
import type { Unit } from "../../../sync/unit/unit.ts";
import type { UnitRun, UnitState } from "../../../sync/unit/unit-state.ts";

/**
 * What is known of all units, gathered from what happens: what the page and its API show. Every text in it is
 * printable, of a bounded length, and free of values of Secrets.
 */
export interface Dashboard {
  readonly emit: SyncEventSink;
  /** Which units there are, and what they depend on, where the configuration is read anew. */
  readonly configure: (units: readonly ConfiguredUnit[]) => void;
  /** Units in the order of their names. */
  readonly overview: () => Overview;
  /** Undefined where there is no such unit. */
  readonly unit: (name: string) => UnitDetails | undefined;
  /**
   * Grows with every change of what `unit` gives; `""` for that of the overview. 0 where nothing was ever
   * heard of it.
   */
  readonly version: (unit: string) => number;
  /**
   * Calls back with the name of each unit about which something has changed; `""` for the overview alone.
   * Returns what calls that off.
   */
  readonly subscribe: (listener: (unit: string) => void) => () => void;
}

/** What the board has to know of a unit before anything happens to it. */
export interface ConfiguredUnit extends Pick<Unit, "name" | "dependsOn"> {
  readonly namespace?: Unit["namespace"];
  readonly source?: Pick<Unit["source"], "url">;
}

/** All units at a glance. */
export interface Overview {
  readonly sync: string;
  readonly identity: string;
  readonly members: readonly string[];
  readonly units: readonly UnitSummary[];
  /** What is worth knowing of no unit in particular, the newest first. */
  readonly notices: readonly NoticeView[];
}

/** How a unit stands, and its place among the others. */
export interface UnitSummary extends UnitState {
  readonly dependsOn: readonly string[];
  /** The namespace of its objects that name none, where it is configured. */
  readonly namespace?: string;
  /** The address of its git repository. */
  readonly repository?: string;
  /** The replica that keeps it, as far as this one knows. */
  readonly keptBy?: string;
  /** How far the run under way is; undefined where there is none. */
  readonly progress?: RunCounts;
}

/** Something that was told once. */
export interface NoticeView {
  readonly at: number;
  readonly level: "note" | "warning" | "error";
  readonly message: string;
}

/** One unit with its last runs, the newest first; some twenty are kept, those without a change fewer. */
export interface UnitDetails {
  readonly state: UnitSummary;
  readonly runs: readonly RunState[];
  /** What the last runs that changed something have changed, the newest first; values of Secrets masked. */
  readonly changes: readonly ChangeBoard[];
  /** What has happened to it between its runs: drift, fights, trouble with git. The newest first. */
  readonly notices: readonly NoticeView[];
}

/** How many objects of a run stand where. */
export interface RunCounts {
  readonly total: number;
  /** At their good end: ready, gone, or written and not waited for. */
  readonly done: number;
  /** Sent, and not at their end. */
  readonly active: number;
  readonly failed: number;
  readonly skipped: number;
  /** Of all of them, those that the run has changed. */
  readonly changed: number;
}

/** A change that a run has made. */
export interface ChangeBoard {
  readonly run: number;
  readonly at: number;
  readonly key: string;
  readonly verb: DiffVerb;
  /** As `converge diff` shows them, without the colours. */
  readonly lines: readonly DiffLine[];
  /** So many lines more were left out. */
  readonly more: number;
}

/** One line of a difference; `~` opens a change within a field, ` ` stays as it was. */
export interface DiffLine {
  readonly sign: "+" | "-" | "~" | " ";
  readonly text: string;
}

/** A run as it is drawn: groups as columns, objects with both axes of their outcome and their times. */
export interface RunState {
  readonly number: number;
  readonly reason: UnitRun["reason"];
  readonly revision: UnitRun["revision"];
  readonly startedAt: number;
  readonly endedAt?: number;
  /** As in `Result`. */
  readonly verdict?: string;
  readonly message?: string;
  readonly counts: RunCounts;
  /** Whether groups, objects, notices and diagnostics are still known: of older runs only the summary is. */
  readonly detailed: boolean;
  readonly groups: readonly GroupState[];
  /** The same list as long as no object is added to it; what stands in it changes. */
  readonly objects: readonly ObjectState[];
  /** Keys, the first one first. */
  readonly criticalPath: readonly string[];
  readonly notices: readonly NoticeView[];
  /** What was found in the manifests, as `web.yaml:3:5: error Code: message`. */
  readonly diagnostics: readonly string[];
  /** So many of its changes are not shown among those of the unit. */
  readonly changesLeftOut: number;
}

/** A column of the drawing. */
export interface GroupState {
  readonly index: number;
  /** `group 1`, `2 · pre, weight 10`, `prune`. */
  readonly title: string;
  readonly operation: Operation;
  /** The groups that have to be ready first. */
  readonly after: readonly number[];
}

/** One object of a run. Times in milliseconds since 1970. */
export interface ObjectState {
  readonly key: string;
  /**
   * 0 for what is in no group: objects of the cluster that are waited for, and what is deleted after it has
   * ended.
   */
  readonly group: number;
  readonly operation: Operation;
  readonly actuation: Actuation;
  readonly reconcile: Reconcile;
  readonly change?: Change;
  /** What it says of itself, or why it failed. */
  readonly message?: string;
  /** Why it was skipped. */
  readonly because?: BlockedBy;
  readonly waitsFor: readonly WaitState[];
  readonly sentAt?: number;
  readonly writtenAt?: number;
  readonly endedAt?: number;
  readonly trouble?: Diagnosis;
  /** The last lines of its logs, `pod/container: line`, while it is waited for. */
  readonly logs?: readonly string[];
}

/** Another object that an object waits for. */
export interface WaitState {
  readonly on: string;
  readonly until: string;
  readonly rule: string;
}
