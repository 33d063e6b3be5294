import type { Path } from "../../object/json.ts";
import type { Manifest } from "../../manifest/manifest.ts";

/** The stages of a run, in their order (werf's deployment stages). */
export const stages = ["crds", "pre", "main", "post"] as const;
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
  | "conversion-webhook"
  | "aggregated-api"
  | "admission-webhook"
  | "controller"
  | "scheduler"
  | "grants"
  | "reference"
  | "guards";

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
}
