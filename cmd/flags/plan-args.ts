import type { Compatibility, ExternalPolicy } from "../../lib/order/model/edge.ts";
import type { Duration } from "../../lib/object/duration.ts";
import type { Action } from "../../lib/plan/plan.ts";
import type { InvalidPolicy } from "../../lib/plan/plan-request.ts";
import type { CheckFlags } from "./validation-flags.ts";
import type { ColorMode } from "../host/color.ts";
import type { ForecastFlags } from "../plan/forecast-flags.ts";
import type { OutputFormat } from "../output/plan-output.ts";
import type { FieldFlags } from "./field-flags.ts";
import { type PathFlags, pathsOf } from "./path-flags.ts";
import type { QuietFlags } from "./quiet-flag.ts";
import type { RemoteChartFlags } from "./remote-chart-flags.ts";
import type { RenderFlags } from "./render-flags.ts";
import { UsageError } from "../host/exit-code.ts";

/** The parsed flags of `plan`. */
export interface PlanFlags
  extends CheckFlags, PathFlags, RenderFlags, RemoteChartFlags, QuietFlags, FieldFlags, ForecastFlags {
  readonly namespace: string;
  readonly release: string;
  readonly action: Action;
  readonly output: OutputFormat;
  readonly showSecrets: boolean;
  readonly why?: readonly string[];
  readonly invalid: InvalidPolicy;
  readonly externalDeps: ExternalPolicy;
  readonly compat?: Compatibility;
  readonly reconcileTimeout: Duration;
  readonly color: ColorMode;
}

/** Inputs of one call of `plan`. */
export interface PlanArgs {
  readonly paths: readonly string[];
  readonly why: Question | undefined;
  readonly flags: PlanFlags;
}

/** The question of `--why`: why an object is at its position, or why it comes after another one. */
export interface Question {
  readonly object: string;
  readonly other: string | undefined;
}

/** The arguments of the command line, and a check whether one of them is a readable path. */
export interface GivenArgs {
  readonly paths: readonly string[];
  readonly flags: PlanFlags;
  readonly exists: (path: string) => boolean;
}

/**
 * Separates objects from paths: `--why web db manifests/` consumes every word up to the next flag. The first
 * is the object, and the second is another object unless it is a readable path. Throws a UsageError if there
 * are not paths.
 */
export function parsePlanArgs({ paths, flags, exists }: GivenArgs): PlanArgs {
  const [object, second, ...rest] = flags.why ?? [];
  const isOther = second !== undefined && !isPath(second, exists);
  const other = isOther ? second : undefined;
  const behind = second === undefined || isOther ? rest : [second, ...rest];
  const all = pathsOf(flags, [...paths, ...behind]);
  if (all.length === 0) {
    throw new UsageError(missingPaths(other));
  }
  return { paths: all, why: object === undefined ? undefined : { object, other }, flags };
}

function isPath(word: string, exists: (path: string) => boolean): boolean {
  return word === "-" || word.includes("://") || exists(word);
}

function missingPaths(other: string | undefined): string {
  const taken = other === undefined ? "" : ` ("${other}" is not a file, so --why takes it as an object)`;
  return `no manifests given${taken}: name files or directories, or - for standard input, as in \`converge plan manifests/\``;
}
