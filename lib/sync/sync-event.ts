import type { ApplyEvent, Result } from "../apply/model/event.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { Duration } from "../object/duration.ts";
import type { JsonObject } from "../object/json.ts";
import type { Plan } from "../plan/plan.ts";
import type { GitRevision } from "../git/model/git-repository.ts";
import type { UnitRun, UnitState } from "./unit/unit-state.ts";

/**
 * What may happen in the life of a sidecar, in the order in which it happened. `at` is milliseconds since
 * 1970. Values of Secrets are masked in all but `written`.
 */
export type SyncEvent = { readonly at: number } &
  /** How a unit stands has changed. */
  (
    | { readonly type: "state"; readonly state: UnitState }
    /** A unit is no longer configured. */
    | { readonly type: "removed"; readonly unit: string; readonly policy: "orphan" | "delete" }
    /** Git has something new. */
    | { readonly type: "revision"; readonly unit: string; readonly revision: GitRevision }
    /**
     * Git was looked at for the unit; `took` in milliseconds. Units that follow the same look at the same
     * time.
     */
    | { readonly type: "looked"; readonly unit: string; readonly took: Duration; readonly failed: boolean }
    /** Git could not be had; told when that begins and when the reason changes. */
    | { readonly type: "sourceFailed"; readonly unit: string; readonly message: string }
    | { readonly type: "sourceBack"; readonly unit: string }
    | { readonly type: "runBegun"; readonly run: UnitRun }
    /** The plan of a run, once there is one. */
    | { readonly type: "planned"; readonly run: UnitRun; readonly plan: Plan }
    /** What was found in the manifests of a run. */
    | { readonly type: "diagnosed"; readonly run: UnitRun; readonly diagnostics: readonly Diagnostic[] }
    /** What happens in a run. */
    | { readonly type: "apply"; readonly run: UnitRun; readonly event: ApplyEvent }
    /** What a write has changed. Whole objects, values of Secrets included: whoever shows them masks them. */
    | {
        readonly type: "written";
        readonly run: UnitRun;
        readonly key: string;
        readonly before: JsonObject | undefined;
        readonly after: JsonObject;
      }
    | { readonly type: "runEnded"; readonly run: UnitRun & { readonly result: Result } }
    /** Objects of ours are not what they were made. */
    | { readonly type: "drift"; readonly unit: string; readonly drifts: readonly Drift[] }
    /** Corrections of an object pause, or go on. */
    | {
        readonly type: "fight";
        readonly unit: string;
        readonly key: string;
        readonly rivals: readonly string[];
      }
    | { readonly type: "fightOver"; readonly unit: string; readonly key: string }
    /** Which replicas there are, and which units this one keeps. */
    | {
        readonly type: "members";
        readonly members: readonly string[];
        readonly self: string;
        readonly keeps: readonly string[];
      }
    /** Worth knowing, of no unit or of one. */
    | {
        readonly type: "notice";
        readonly level: "note" | "warning" | "error";
        readonly unit?: string;
        readonly message: string;
      }
  );

/** An object of ours that is not what it was made. */
export interface Drift {
  readonly key: string;
  readonly kind: "changed" | "deleted";
  /** Managers of the fields that were changed, as far as the object tells. */
  readonly by: readonly string[];
}

/** Hears what happens. It must not throw. */
export type SyncEventSink = (event: SyncEvent) => void;
