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
 * The state of all units, collected from events: what the page and its API show. Every text in it is
 * printable, bounded in length, and free of values of Secrets.
 */
export interface Dashboard {
  readonly emit: SyncEventSink;
  /** Sets the units and their dependencies whenever the configuration is read again. */
  readonly configure: (units: readonly ConfiguredUnit[]) => void;
  /** Returns all units, sorted by name. */
  readonly overview: () => Overview;
  /** Returns the part of the overview that has changed since a version of it. */
  readonly overviewSince: (version: number) => OverviewChange;
  /** Undefined if there is no such unit. */
  readonly unit: (name: string) => UnitDetails | undefined;
  /**
   * Grows with every change of the result of `unit`, or, for `""`, of the overview. 0 before the first event.
   */
  readonly version: (unit: string) => number;
  /**
   * Calls the listener with the name of each unit that changes, `""` for the overview alone. Returns the
   * function that unsubscribes.
   */
  readonly subscribe: (listener: (unit: string) => void) => () => void;
}

/** The configuration of a unit that the dashboard needs before its first event. */
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
  /** Notices that belong to no unit, newest first. */
  readonly notices: readonly NoticeView[];
}

/** The part of an overview that has changed. */
export interface OverviewChange extends Omit<Overview, "notices"> {
  /** The names of units that are no longer configured. */
  readonly removed: readonly string[];
  /** Undefined if unchanged. */
  readonly notices?: readonly NoticeView[];
}

/** The state of a unit, and its relations to others. */
export interface UnitSummary extends UnitState {
  readonly dependsOn: readonly string[];
  /** The namespace of its objects that do not specify one, if configured. */
  readonly namespace?: string;
  /** The URL of its git repository. */
  readonly repository?: string;
  /** The replica that holds it, as far as this one knows. */
  readonly keptBy?: string;
  /** The progress of the run under way; undefined if there is none. */
  readonly progress?: RunCounts;
}

/** A message reported once. */
export interface NoticeView {
  readonly at: number;
  readonly level: "note" | "warning" | "error";
  readonly message: string;
}

/** One unit with its last runs, newest first; about twenty are kept, fewer of those without a change. */
export interface UnitDetails {
  readonly state: UnitSummary;
  readonly runs: readonly RunState[];
  /** The changes of the last runs that made any, newest first; values of Secrets are masked. */
  readonly changes: readonly ChangeBoard[];
  /** The changes of the plan that waits for approval; undefined if none does. */
  readonly pending?: PendingBoard;
  /** Events between its runs: drift, fights, trouble with git. Newest first. */
  readonly notices: readonly NoticeView[];
}

/** A plan that waits for approval. */
export interface PendingBoard {
  readonly digest: string;
  /** The command that approves it. */
  readonly command: string;
  /** The number of objects by action: `1 to create, 2 to update`. */
  readonly counts: string;
  /** Whether this replica has made the plan: of that of another one, only the objects are known. */
  readonly areFieldsKnown: boolean;
  /** Its first changes, deletions first. */
  readonly changes: readonly ChangeBoard[];
  /** Further objects, without their fields. */
  readonly others: readonly PendingChange[];
  /** The number of changed objects that are left out. */
  readonly more: number;
}

/** An object that a plan changes. */
export type PendingChange = Pick<ChangeBoard, "key" | "verb">;

/** The objects of a run counted by status. */
export interface RunCounts {
  readonly total: number;
  /** Ready, gone, or written and not waited for. */
  readonly done: number;
  /** Sent and not finished. */
  readonly active: number;
  readonly failed: number;
  readonly skipped: number;
  /** The objects of any status that the run changed. */
  readonly changed: number;
}

/** A change that a run has made. */
export interface ChangeBoard {
  readonly run: number;
  readonly at: number;
  readonly key: string;
  readonly verb: DiffVerb;
  /** The lines as `converge diff` prints them, without colours. */
  readonly lines: readonly DiffLine[];
  /** The number of lines left out. */
  readonly more: number;
}

/** One line of a diff; `~` opens a change within a field, ` ` is unchanged. */
export interface DiffLine {
  readonly sign: "+" | "-" | "~" | " ";
  readonly text: string;
}

/** A run as drawn: groups as columns, objects with both axes of their outcome and their times. */
export interface RunState {
  readonly number: number;
  readonly reason: UnitRun["reason"];
  readonly revision: UnitRun["revision"];
  readonly startedAt: number;
  readonly endedAt?: number;
  /** As in `Result`. */
  readonly verdict?: string;
  readonly message?: string;
  /** Whether it has written nothing, and made a plan that waited for approval. */
  readonly hasOnlyPlanned?: true;
  readonly counts: RunCounts;
  /** Whether groups, objects, notices and diagnostics are still kept; older runs keep only the summary. */
  readonly detailed: boolean;
  readonly groups: readonly GroupState[];
  /** The same array until an object is added; its elements change in place. */
  readonly objects: readonly ObjectState[];
  /** Identifies the present states of the objects. */
  readonly mark: string;
  /**
   * Returns the numbers of the objects that have changed since a mark; undefined if there are others now.
   */
  readonly changedSince: (mark: string) => readonly number[] | undefined;
  /** Keys, the first object first; of a run under way the expected one, if there is a history. */
  readonly criticalPath: readonly string[];
  /** Of a run under way, by the durations of earlier runs: its end, in milliseconds since 1970. */
  readonly expectedEndAt?: number;
  readonly notices: readonly NoticeView[];
  /** Findings in the manifests, as `web.yaml:3:5: error Code: message`. */
  readonly diagnostics: readonly string[];
  /** The number of its changes that are not listed in the unit. */
  readonly changesLeftOut: number;
}

/** A column of the drawing. */
export interface GroupState {
  readonly index: number;
  /** `group 1`, `2 · pre, weight 10`, `prune`. */
  readonly title: string;
  readonly operation: Operation;
  /**
   * The barriers before this one: the index of a group means all of its objects, and its negative those
   * without `after`.
   */
  readonly barriers: readonly number[];
}

/** One object of a run. Times in milliseconds since 1970. */
export interface ObjectState {
  readonly key: string;
  /**
   * 0 for objects without a group: cluster objects that are waited for, and objects deleted after they have
   * ended.
   */
  readonly group: number;
  readonly operation: Operation;
  /** Of an object freed from its weight: the groups that hold it, instead of the barriers of its group. */
  readonly after?: readonly number[];
  readonly actuation: Actuation;
  readonly reconcile: Reconcile;
  readonly change?: Change;
  /** The last status message of the object, or why it failed. */
  readonly message?: string;
  /** The reason why it was skipped. */
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
