import { type Directives, type HookEvent, noDirectives } from "../directive/directives.ts";
import type { Edge } from "../graph/edge.ts";
import type { ExternalPolicy, ExternalWait } from "../graph/rule.ts";
import type { SetIndex } from "../graph/set-index.ts";
import type { ActionEvents } from "../graph/taking-part.ts";
import type { ReadObject } from "../manifest/manifest.ts";
import type { ServedScope } from "../manifest/manifest-set.ts";
import type { Diagnostic } from "../object/diagnostic.ts";
import type { Duration } from "../object/duration.ts";
import type { JsonObject } from "../object/json.ts";
import type { Action } from "./plan.ts";

/** What to do with faults: refuse the whole set, or plan the valid rest. */
export const invalidPolicies = ["fail", "skip"] as const;
export type InvalidPolicy = (typeof invalidPolicies)[number];

/** What a plan is made of. */
export interface PlanningRequest {
  readonly objects: readonly ReadObject[];
  /** What reading found wrong. */
  readonly found: readonly Diagnostic[];
  readonly action: Action;
  readonly release: string;
  /** Where namespaced objects without a namespace go. */
  readonly namespace: string;
  /** Whether the cluster serves a kind in namespaces: for custom resources whose definition is not in the set. */
  readonly served?: ServedScope;
  /** Only objects whose labels it selects (a LabelSelector) are planned. */
  readonly selector?: JsonObject;
  readonly externalDeps: ExternalPolicy;
  readonly invalid: InvalidPolicy;
  /** The reconcile timeout of objects that name none. */
  readonly timeout: Duration;
}

/** A set with all that is known of it before anything is ordered. */
export interface Survey {
  readonly set: SetIndex;
  readonly edges: readonly Edge[];
  readonly externals: readonly ExternalWait[];
  /** Edges that hold when the set goes away only. */
  readonly deleteEdges: readonly Edge[];
}

/** The directives of a manifest of the set. */
export function directivesOf(set: SetIndex, manifest: number): Directives {
  return set.directives[manifest] ?? noDirectives;
}

const eventsByAction: Readonly<Record<Action, readonly [HookEvent, HookEvent]>> = {
  install: ["pre-install", "post-install"],
  upgrade: ["pre-upgrade", "post-upgrade"],
  rollback: ["pre-rollback", "post-rollback"],
  delete: ["pre-delete", "post-delete"],
};

/** The hook events that an action runs. */
export function eventsOf(action: Action): ActionEvents {
  const [pre, post] = eventsByAction[action];
  return { pre, post };
}
