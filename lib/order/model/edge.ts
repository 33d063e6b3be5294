import type { Path } from "../../object/json.ts";
import type { KappConfig } from "../../manifest/kapp-config.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";

/** The stages of a run in their order: those of werf, and the one that runs if the run failed (Argo CD). */
export const stages = ["crds", "pre", "main", "post", "fail"] as const;
export type Stage = (typeof stages)[number];

/** The state that a dependent waits for: the object exists, is reconciled, is being deleted, or is gone. */
export type Until = "present" | "ready" | "deleting" | "absent";

/** The ordering rules, strongest first. `strengthOf` in `cycle/edge-priority.ts` ranks them. */
export type RuleName =
  | "namespace"
  | "custom-resource"
  | "depends-on"
  | "deploy-dependency"
  | "delete-dependency"
  | "external-dependency"
  | "change-rule"
  | "subchart"
  | "resource-group"
  | "conversion-webhook"
  | "aggregated-api"
  | "admission-webhook"
  | "admission-policy"
  | "controller"
  | "scheduler"
  | "optional-change-rule"
  | "grants"
  | "reference"
  | "guards"
  | "ungrouped"
  | "wave-order";

/**
 * `from` waits for `to` until it is present, ready, deleting or absent, because of a rule and the place that
 * made it. Nodes are indices into the set's manifests.
 */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly until: Until;
  readonly rule: RuleName;
  /** The manifest whose field or annotation makes the edge: usually that of `from`. */
  readonly by: Manifest;
  readonly path: Path;
  /** Of equally strong edges of a cycle, the one with the smaller number is given up; 0 if absent. */
  readonly weight?: number;
  /** For people, if the path does not say enough. */
  readonly reason?: string;
}

/** The tools whose own order a set may have, instead of the one that its edges allow. */
export const compatibilities = ["argocd", "kapp"] as const;
export type Compatibility = (typeof compatibilities)[number];

/** The policy for a depends-on that names something outside the set. */
export const externalPolicies = ["error", "wait", "ignore"] as const;
export type ExternalPolicy = (typeof externalPolicies)[number];

/** A wait for an object of the cluster outside the set. */
export interface ExternalWait {
  readonly from: number;
  /** The reference of the object waited for. */
  readonly on: string;
  readonly until: Until;
  readonly rule: RuleName;
  /** Whether everything of the same stage and weight waits with it (werf), or the object alone. */
  readonly holdsGroup: boolean;
  readonly by: Manifest;
  readonly path: Path;
}

/** The input of an ordering rule, and the lists that it adds to. */
export interface RuleContext {
  readonly set: ManifestIndex;
  readonly externalDeps: ExternalPolicy;
  /**
   * Reports whether an object outside the set is known to be in another set: then it is waited for, whatever
   * the policy.
   */
  readonly comesElsewhere: (key: string) => boolean;
  /** References of objects that the user left out or that are faulty, with the reason. */
  readonly leftOut: ReadonlyMap<string, string>;
  /** The configurations of kapp, whose bindings put objects into groups and under rules. */
  readonly configs: readonly KappConfig[];
  /** Some documents could not be read: what is missing may be in one of them. */
  readonly hasUnread: boolean;
  /** The edges so far; rules run in the order of their list. */
  readonly edges: Edge[];
  /** The edges that hold only in a deletion, in addition to those. */
  readonly deleteEdges: Edge[];
  readonly externals: ExternalWait[];
  readonly diagnostics: Diagnostic[];
}

/** An ordering rule: adds its edges. A new rule is one file in `rule/` and one line in `rules.ts`. */
export type OrderRule = (context: RuleContext) => void;
