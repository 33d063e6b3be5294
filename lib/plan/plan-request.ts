import { type Directives, noDirectives } from "../annotation/directives.ts";
import type { Edge } from "../order/model/edge.ts";
import type { ExternalPolicy, ExternalWait } from "../order/model/rule.ts";
import type { ManifestIndex } from "../order/index/manifest-index.ts";
import type { ActionEvents } from "../order/select-nodes.ts";
import type { FaultyObject, Manifest, ReadObject } from "../manifest/manifest.ts";
import type { ServedScope } from "../manifest/resolve-manifests.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { Duration } from "../object/duration.ts";
import type { JsonObject } from "../object/json.ts";
import type { Action } from "./plan.ts";

/** What to do with faults: refuse the whole set, or plan the valid rest. */
export const invalidPolicies = ["fail", "skip"] as const;
export type InvalidPolicy = (typeof invalidPolicies)[number];

/** What a plan is made of. */
export interface PlanningRequest {
  readonly objects: readonly ReadObject[];
  /** Objects that cannot be planned: what else is wrong with them is found too. */
  readonly faulty?: readonly FaultyObject[];
  /** What reading found wrong, with the faults of those. */
  readonly found: readonly Diagnostic[];
  readonly action: Action;
  readonly release: string;
  /** Where namespaced objects without a namespace go. */
  readonly namespace: string;
  /**
   * Whether the cluster serves a kind in namespaces: for custom resources whose definition is not in the set.
   */
  readonly served?: ServedScope;
  /** Only objects whose labels it selects (a LabelSelector) are planned. */
  readonly selector?: JsonObject;
  readonly externalDeps: ExternalPolicy;
  /**
   * Whether an object outside the set, by its written form, is brought by another set: then a depends-on
   * waits for it, whatever the policy.
   */
  readonly comesElsewhere?: (key: string) => boolean;
  readonly invalid: InvalidPolicy;
  /** The reconcile timeout of objects that name none. */
  readonly timeout: Duration;
  /**
   * Whether the hooks of the action take part; they do where nothing is said. Other objects do in any case,
   * whatever their stage.
   */
  readonly hooks?: boolean;
  /**
   * Of a deletion one part alone: `members`, objects as they stand in a cluster, each of them owned and
   * deleted in the main stage whatever its annotations say of when it goes up; `hooks`, what runs before and
   * after. Absent: all of it.
   */
  readonly part?: "members" | "hooks";
  /** Looks at the fields of every object that may be planned. */
  readonly check?: (manifests: readonly Manifest[]) => readonly Diagnostic[];
}

/** A set with all that is known of it before anything is ordered. */
export interface PlanInput {
  readonly set: ManifestIndex;
  readonly edges: readonly Edge[];
  readonly externals: readonly ExternalWait[];
  /** Edges that hold when the set goes away only. */
  readonly deleteEdges: readonly Edge[];
}

/** The directives of a manifest of the set. */
export function directivesOf(set: ManifestIndex, manifest: number): Directives {
  return set.directives[manifest] ?? noDirectives;
}

const eventsByAction: Readonly<Record<Action, ActionEvents>> = {
  install: { pre: "pre-install", main: "install", post: "post-install" },
  upgrade: { pre: "pre-upgrade", main: "upgrade", post: "post-upgrade" },
  rollback: { pre: "pre-rollback", main: "rollback", post: "post-rollback" },
  delete: { pre: "pre-delete", main: null, post: "post-delete" },
};

/** The events that an action runs. */
export function eventsOf(action: Action): ActionEvents {
  return eventsByAction[action];
}
