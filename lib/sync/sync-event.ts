import type { ApplyEvent, Result } from "../apply/model/event.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { Duration } from "../object/duration.ts";
import type { ObjectDiff } from "../object/field-change.ts";
import type { JsonObject } from "../object/json.ts";
import type { Plan } from "../plan/plan.ts";
import type { GitRevision } from "../git/model/git-repository.ts";
import type { PendingPlan } from "./approval/pending-plan.ts";
import type { UnitRun, UnitState } from "./unit/unit-state.ts";

/**
 * An event of a sidecar, emitted in the order in which they happen. `at` is milliseconds since 1970. Values
 * of Secrets are masked in all but `written`.
 */
export type SyncEvent = { readonly at: number } &
  /** The state of a unit has changed. */
  (
    | { readonly type: "state"; readonly state: UnitState }
    /** A unit is no longer configured. */
    | { readonly type: "removed"; readonly unit: string; readonly policy: "orphan" | "delete" }
    /** Git has something new. */
    | { readonly type: "revision"; readonly unit: string; readonly revision: GitRevision }
    /**
     * Git was polled for the unit; `took` in milliseconds. Units that follow the same ref are polled at the
     * same time.
     */
    | { readonly type: "looked"; readonly unit: string; readonly took: Duration; readonly failed: boolean }
    /** The source could not be fetched; emitted when that begins and when the reason changes. */
    | { readonly type: "sourceFailed"; readonly unit: string; readonly message: string }
    | { readonly type: "sourceBack"; readonly unit: string }
    | { readonly type: "runBegun"; readonly run: UnitRun }
    /** The plan of a run, once there is one. */
    | { readonly type: "planned"; readonly run: UnitRun; readonly plan: Plan }
    /** The diagnostics of the manifests of a run. */
    | { readonly type: "diagnosed"; readonly run: UnitRun; readonly diagnostics: readonly Diagnostic[] }
    /** An event of a run. */
    | { readonly type: "apply"; readonly run: UnitRun; readonly event: ApplyEvent }
    /**
     * The change made by a write. Whole objects, values of Secrets included: whoever shows them masks them.
     */
    | {
        readonly type: "written";
        readonly run: UnitRun;
        readonly key: string;
        readonly before: JsonObject | undefined;
        readonly after: JsonObject;
      }
    /** The plan of a run waits for approval, with the changes of each object. */
    | {
        readonly type: "planPending";
        readonly run: UnitRun;
        readonly plan: PendingPlan;
        readonly diffs: readonly ObjectDiff[];
      }
    | { readonly type: "runEnded"; readonly run: UnitRun & { readonly result: Result } }
    /** Objects of ours have drifted. */
    | { readonly type: "drift"; readonly unit: string; readonly drifts: readonly Drift[] }
    /** Corrections of an object pause, or resume; or the object is no longer applied. */
    | {
        readonly type: "fight";
        readonly unit: string;
        readonly key: string;
        readonly rivals: readonly string[];
      }
    | {
        readonly type: "fightOver";
        readonly unit: string;
        readonly key: string;
        /** Whether the set no longer has the object. */
        readonly isRemoved?: true;
      }
    /** The replicas, and the units that this one keeps. */
    | {
        readonly type: "members";
        readonly members: readonly string[];
        readonly self: string;
        readonly keeps: readonly string[];
      }
    /** A message about one unit, or about none. */
    | {
        readonly type: "notice";
        readonly level: "note" | "warning" | "error";
        readonly unit?: string;
        readonly message: string;
      }
  );

/** An object of ours that is not as it was applied. */
export interface Drift {
  readonly key: string;
  readonly kind: "changed" | "deleted";
  /** Managers of the changed fields, as far as the object shows them. */
  readonly by: readonly string[];
}

/** Receives the events. It must not throw. */
export type SyncEventSink = (event: SyncEvent) => void;
