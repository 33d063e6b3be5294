import type { ComparisonFact } from "../../lib/compare/comparison-facts.ts";
import type { ExternalPolicy, Compatibility } from "../../lib/order/model/edge.ts";
import type { InvalidPolicy } from "../../lib/plan/plan-request.ts";
import type { Action } from "../../lib/plan/plan.ts";
import type { Duration } from "../../lib/object/duration.ts";
import type { PathFlags } from "../flags/path-flags.ts";
import type { QuietFlags } from "../flags/quiet-flag.ts";
import type { RenderFlags } from "../flags/render-flags.ts";
import type { CheckFlags } from "../flags/validation-flags.ts";
import type { ColorMode } from "../host/color.ts";
import type { ComparisonFormat } from "../output/comparison-output.ts";

/** The parsed flags of `compare`. */
export interface CompareFlags extends CheckFlags, PathFlags, RenderFlags, QuietFlags {
  readonly namespace: string;
  readonly release: string;
  readonly action: Action;
  readonly invalid: InvalidPolicy;
  readonly externalDeps: ExternalPolicy;
  readonly compat?: Compatibility;
  readonly reconcileTimeout: Duration;
  readonly recreate: boolean;
  /** The configuration of units, from the working directory. */
  readonly config?: string;
  /** URLs of the repository that is compared. */
  readonly repoUrl?: readonly string[];
  /** The flags that `converge.yaml` gives: it may be of the author of a pull request. */
  readonly ofFile: readonly string[];
  /** The file with the durations of earlier runs. */
  readonly history?: string;
  readonly failOn: readonly (ComparisonFact | "none")[];
  readonly maxSize: number;
  readonly output: ComparisonFormat;
  readonly color: ColorMode;
}
