import type { SetRequest } from "../apply/release/plan-release.ts";
import type { PlanTarget, ReleaseRequest } from "../apply/model/release-request.ts";
import type { Compatibility, ExternalPolicy, Stage } from "../order/model/edge.ts";
import type { InventoryPolicy } from "../inventory/applyset-membership.ts";
import type { Consent } from "../inventory/prune-limits.ts";
import type { Duration } from "../object/duration.ts";
import type { FieldChange } from "../object/field-change.ts";
import type { JsonObject } from "../object/json.ts";

/** The version of the format that this converge writes and reads. */
export const savedFormat = 1;

/** An apply, written down before it is run. `docs/saved-plan.schema.json` describes each field. */
export interface SavedPlan {
  readonly apiVersion: "converge.dev/v1";
  readonly kind: "SavedPlan";
  readonly format: typeof savedFormat;
  readonly converge: string;
  readonly server: string;
  /** The uid of the namespace kube-system; null if it may not be read. */
  readonly cluster: string | null;
  readonly release: string;
  readonly namespace: string;
  readonly action: Exclude<PlanTarget["action"], "rollback">;
  /** The parts that are not in the file: applying it reads the sources again. */
  readonly leftOut: readonly OmittedPart[];
  readonly digest: string;
  /** The digest of the documents that are not objects; null if there are none. */
  readonly documents: string | null;
  readonly revision: {
    readonly newest: number;
    readonly recordedAt: number;
    /** Null if the newest has the same set. */
    readonly next: number | null;
  };
  readonly options: SavedOptions;
  readonly groups: readonly SavedGroup[];
  readonly prunes: readonly SavedPrune[];
  readonly definitions: readonly SavedDefinition[];
  readonly objects: readonly SavedObject[];
}

/** A part of a set that a file may lack: see the schema. */
export type OmittedPart = "hidden-values" | "documents";

/** The flags that decide what is done. Durations are in milliseconds. */
export interface SavedOptions {
  readonly sourceRevision: string | null;
  readonly prune: boolean;
  /** As for `--max-prune`: `25%` or `10`. */
  readonly maxPrune: string;
  readonly allowPrune: readonly Consent[];
  readonly prunePropagationPolicy: ReleaseRequest["choices"]["propagation"];
  readonly deleteContents: boolean;
  readonly forceConflicts: boolean;
  readonly recreate: boolean;
  readonly validate: SetRequest["validate"];
  readonly inventoryPolicy: InventoryPolicy;
  readonly createNamespace: boolean;
  readonly externalDeps: ExternalPolicy;
  readonly compat: Compatibility | null;
  readonly hooks: boolean;
  readonly reconcileTimeout: Duration;
  readonly externalTimeout: Duration;
  readonly weightTimeouts: readonly { readonly weight: number; readonly timeout: Duration }[];
}

/** A group of objects that may be applied together. */
export interface SavedGroup {
  readonly index: number;
  readonly stage: Stage;
  readonly weight: number | null;
  readonly objects: readonly SavedDecision[];
}

/** The end of a decision. `run`: a hook. `left`: it is not written. `refused`: it fails. */
export type DecisionWord =
  | "create"
  | "update"
  | "recreate"
  | "take-over"
  | "unchanged"
  | "left"
  | "refused"
  | "run";

/** The decision on one object, and the live state that it rests on. */
export interface SavedDecision {
  readonly ref: string;
  /** The event of a hook; null for no hook. */
  readonly hook: string | null;
  readonly decision: DecisionWord;
  readonly reason?: string;
  /** Null if the object does not exist. */
  readonly live: LiveState | null;
  readonly changes: readonly FieldChange[];
  readonly notes?: readonly string[];
}

/** The identity of a live object and of its content. */
export interface LiveState {
  readonly uid: string;
  readonly digest?: string;
  /** Of an object with hidden values, of which no digest is stored. */
  readonly resourceVersion?: string;
}

/** An object of the release that the set lacks. */
export interface SavedPrune {
  readonly ref: string;
  readonly live: LiveState;
  /** It stays, and leaves the release. */
  readonly kept: boolean;
  readonly notes?: readonly string[];
}

/** A CRD of the cluster that an object of the set needs. */
export interface SavedDefinition {
  readonly name: string;
  readonly uid: string;
  readonly generation: number;
}

/** An object of the set as it was rendered. */
export interface SavedObject {
  readonly ref: string;
  readonly file: string;
  readonly chartCrds?: true;
  readonly object: JsonObject;
}
