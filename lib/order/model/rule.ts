import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { Path } from "../../object/json.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Edge, RuleName, Until } from "./edge.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";

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
  /** Some documents could not be read: what is missing may be in one of them. */
  readonly hasUnread: boolean;
  /** The edges so far; rules run in the order of their list. */
  readonly edges: Edge[];
  readonly externals: ExternalWait[];
  readonly diagnostics: Diagnostic[];
}

/** An ordering rule: adds its edges. A new rule is one file in `rule/` and one line in `rules.ts`. */
export type OrderRule = (context: RuleContext) => void;
