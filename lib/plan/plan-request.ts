import { type Directives, noDirectives } from "../annotation/directives.ts";
import type { Compatibility, Edge, ExternalPolicy, ExternalWait } from "../order/model/edge.ts";
import type { ManifestIndex } from "../order/index/manifest-index.ts";
import type { ActionEvents } from "../order/select-nodes.ts";
import type { KappConfig } from "../manifest/kapp-config.ts";
import type { FaultyObject, Manifest, ReadObject } from "../manifest/manifest.ts";
import type { ServedScope } from "../manifest/resolve-manifests.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { Duration } from "../object/duration.ts";
import type { JsonObject } from "../object/json.ts";
import type { Action } from "./plan.ts";

/** The policy for faults: refuse the whole set, or plan the valid rest. */
export const invalidPolicies = ["fail", "skip"] as const;
export type InvalidPolicy = (typeof invalidPolicies)[number];

/** Inputs of a plan. */
export interface PlanningRequest {
  readonly objects: readonly ReadObject[];
  /** Objects that cannot be planned; their other faults are found too. */
  readonly faulty?: readonly FaultyObject[];
  /** The configurations of kapp among the manifests. */
  readonly configs?: readonly KappConfig[];
  /** The diagnostics of reading, with the faults of those. */
  readonly found: readonly Diagnostic[];
  readonly action: Action;
  readonly release: string;
  /** The namespace for namespaced objects without one. */
  readonly namespace: string;
  /** Whether the cluster serves a kind as namespaced: for custom resources whose CRD is not in the set. */
  readonly served?: ServedScope;
  /** Only objects whose labels it selects (a LabelSelector) are planned. */
  readonly selector?: JsonObject;
  readonly externalDeps: ExternalPolicy;
  /** The tool whose order within and between weights is kept; absent: what edges allow. */
  readonly compat?: Compatibility;
  /**
   * Reports whether another set contains the object with this reference: then a depends-on waits for it,
   * whatever the policy.
   */
  readonly comesElsewhere?: (key: string) => boolean;
  readonly invalid: InvalidPolicy;
  /** The reconcile timeout of objects that set none. */
  readonly timeout: Duration;
  /**
   * Whether the hooks of the action take part; true by default. Other objects always do, whatever their
   * stage.
   */
  readonly hooks?: boolean;
  /**
   * Plans only one part of a deletion: `members`, live objects, each of them owned and deleted in the main
   * stage whatever its annotations say about when it is applied; `hooks`, whatever runs before and after.
   * Absent: all of it.
   */
  readonly part?: "members" | "hooks";
  /** Checks the fields of every object that may be planned. */
  readonly check?: (manifests: readonly Manifest[]) => readonly Diagnostic[];
}

/** A set with all that is known about it before anything is ordered. */
export interface PlanInput {
  readonly set: ManifestIndex;
  readonly edges: readonly Edge[];
  readonly externals: readonly ExternalWait[];
  /** Edges that hold only when the set is deleted. */
  readonly deleteEdges: readonly Edge[];
}

/** The directives of a manifest of the set. */
export function directivesOf(set: ManifestIndex, manifest: number): Directives {
  return set.directives[manifest] ?? noDirectives;
}

const eventsByAction: Readonly<Record<Action, ActionEvents>> = {
  install: { pre: "pre-install", main: "install", post: "post-install", fail: "sync-fail" },
  upgrade: { pre: "pre-upgrade", main: "upgrade", post: "post-upgrade", fail: "sync-fail" },
  rollback: { pre: "pre-rollback", main: "rollback", post: "post-rollback", fail: "sync-fail" },
  delete: { pre: "pre-delete", main: null, post: "post-delete", fail: null },
};

/** The events that an action runs. */
export function eventsOf(action: Action): ActionEvents {
  return eventsByAction[action];
}
