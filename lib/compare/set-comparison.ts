import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { Origin } from "../object/diagnostic/source-text.ts";
import type { FieldChange } from "../object/field-change.ts";
import type { Duration } from "../object/duration.ts";
import type { ScheduledStep } from "../plan/schedule.ts";
import type { RuleName, Stage, Until } from "../order/model/edge.ts";
import type { ApiVerb } from "../rbac/permission.ts";
import type { UncomparedPath } from "./uncompared-paths.ts";

/**
 * The effect of a difference on the object in the cluster. `refused`: immutable fields change, and apply does
 * not recreate the object by default, or the server keeps a default that is invalid beside the new values;
 * `kept`: removed from the set, but protected from deletion; `left`: removed from the set, of which the
 * release did not own it, such as a hook.
 */
export const objectEffects = ["added", "changed", "recreated", "refused", "pruned", "kept", "left"] as const;
export type ObjectEffect = (typeof objectEffects)[number];

/** An object that differs between two sets. */
export interface ComparedObject {
  /** The object reference. */
  readonly key: string;
  readonly effect: ObjectEffect;
  /** Empty for a removed object. */
  readonly changes: readonly FieldChange[];
  /** The changed fields that the API server does not allow to change: `spec.selector`. */
  readonly immutable: readonly string[];
  /** The annotation or rule that decides the effect; undefined if the effect says enough. */
  readonly reason: string | undefined;
  /** Its place in the head; for a removed object, in the base. */
  readonly origin: Origin;
}

/** The place of an object in the order of a plan. */
export interface GroupPlace {
  /** The number of its group. */
  readonly index: number;
  readonly stage: Stage;
  readonly weight: number | null;
}

/** An object of both sets that goes before others, or after others, than it did. */
export interface GroupMove {
  readonly key: string;
  readonly before: GroupPlace;
  readonly after: GroupPlace;
  readonly origin: Origin;
}

/** A wait between objects of both sets that only one of the sets has. */
export interface WaitChange {
  readonly kind: "new" | "lost";
  readonly key: string;
  /** The object waited for. */
  readonly on: string;
  readonly until: Until;
  readonly rule: RuleName;
  readonly external: boolean;
  /** The field or annotation that makes the wait. */
  readonly cause: string;
  readonly origin: Origin;
}

/** The ways in which a change of a CRD can break its custom resources. */
export const definitionRisks = [
  "removed",
  "version-removed",
  "version-unserved",
  "schema",
  "stored-object",
  "refused",
] as const;
export type DefinitionRisk = (typeof definitionRisks)[number];

/** A change of a CRD that breaks custom resources or their users. */
export interface DefinitionChange {
  /** The reference of the CRD. */
  readonly key: string;
  readonly risk: DefinitionRisk;
  /** The version of the CRD; undefined if it concerns all. */
  readonly version: string | undefined;
  /** The fact, without the name of the CRD. */
  readonly message: string;
  /** The custom resource of the base that is no longer valid. */
  readonly object: string | undefined;
  readonly origin: Origin;
}

/** Verbs that applying the head needs and applying the base did not. */
export interface AddedPermission {
  /** Empty for a cluster-wide permission. */
  readonly namespace: string;
  readonly group: string;
  readonly resource: string;
  /** The objects it is for; empty for all. */
  readonly names: readonly string[];
  readonly verbs: readonly ApiVerb[];
}

/** The sum of what lasting pods request of a resource, as Kubernetes writes quantities. */
export interface RequestChange {
  readonly resource: "cpu" | "memory";
  readonly before: string;
  readonly after: string;
  readonly grows: boolean;
  /** The objects whose pods request more or less, by reference. */
  readonly objects: readonly { readonly key: string; readonly before: string; readonly after: string }[];
}

/** A wait of the head between two objects that differ. */
export interface ChangeArrow {
  readonly key: string;
  readonly on: string;
  readonly until: Until;
}

/** The differences between two plans of a release. */
export interface SetComparison {
  readonly release: string;
  readonly namespace: string;
  /** Sorted by effect, then by reference. */
  readonly objects: readonly ComparedObject[];
  /** The number of objects without differences. */
  readonly unchanged: number;
  readonly moves: readonly GroupMove[];
  readonly waits: readonly WaitChange[];
  /** For a diagram of what changes. */
  readonly arrows: readonly ChangeArrow[];
  readonly definitions: readonly DefinitionChange[];
  readonly permissions: readonly AddedPermission[];
  readonly requests: readonly RequestChange[];
  /** Errors and warnings of the head that the base does not have. */
  readonly findings: readonly Diagnostic[];
  /** Paths that differ, but were not read. */
  readonly uncompared: readonly UncomparedPath[];
  /** Present if earlier runs have recorded durations of the objects. */
  readonly time?: TimeChange | undefined;
}

/** The expected time of a run that changes every object of a set. */
export interface TimeChange {
  readonly before: Duration;
  readonly after: Duration;
  /** The critical path of the head. */
  readonly path: readonly ScheduledStep[];
  /** The number of workloads and custom resources of the head without a known time. */
  readonly unknown: number;
}
