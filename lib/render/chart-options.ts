import type { RemoteChart } from "./renderable.ts";
import { setFilePaths } from "./set-file.ts";

/** The renderer of charts and kustomizations: WebAssembly in this process, or programs on the PATH. */
export type RendererName = "builtin" | "path";

/**
 * Options of rendering a chart, by the names of `helm`. Each list is passed on as given: Helm decides how
 * values of several lists override each other.
 */
export interface ChartOptions {
  /** Values files. */
  readonly values: readonly string[];
  readonly set: readonly string[];
  readonly setString: readonly string[];
  readonly setFile: readonly string[];
  readonly setJson: readonly string[];
  readonly setLiteral: readonly string[];
  /** Used instead of the cluster's version. */
  readonly kubeVersion: string | undefined;
  /** In addition to those of the cluster: `monitoring.coreos.com/v1`. */
  readonly apiVersions: readonly string[];
  readonly ordering: ChartOrdering;
  /** Programs on the PATH if undefined. Applies to kustomizations as well. */
  readonly renderer?: RendererName | undefined;
  /** The hosts that charts are fetched from; any if undefined. `http://HOST` permits plain http. */
  readonly allowedHosts?: readonly string[];
  /** Folders with credentials for chart repositories, as `URL=FOLDER`, checked. */
  readonly chartSecretFolders?: readonly string[];
  /** The repository and the version of a chart that the path names. */
  readonly remote?: RemoteChart;
}

/** The treatment of the order of resource groups and subcharts that a chart asks for (HIP-0025). */
export interface ChartOrdering {
  /** Whether everything is applied at once, as if the chart asked for no order. */
  readonly isIgnored: boolean;
  /** Milliseconds for an object of a chart with an order to become ready. */
  readonly timeout: number;
}

/** The limits of a run that the limit for an object of a chart depends on, in milliseconds. */
export interface OrderingLimits {
  readonly readiness?: number | undefined;
  readonly reconcile?: number | undefined;
  readonly run?: number | undefined;
}

/** The minute that HIP-0025 gives a resource. */
const oneMinute = 60_000;

/** The default limit for any other object. */
const fiveMinutes = 300_000;

/**
 * Returns the treatment of an order. Without a limit of its own, an object has one minute, or the limit for
 * all objects if that is not the default, and never more than the run.
 */
export function chartOrdering(
  isFollowed: boolean,
  { readiness, reconcile = fiveMinutes, run = Infinity }: OrderingLimits = {},
): ChartOrdering {
  const usual = reconcile === fiveMinutes ? oneMinute : reconcile;
  return { isIgnored: !isFollowed, timeout: readiness ?? Math.min(usual, run) };
}

/**
 * Counts how often the options name standard input, as Helm does: `--values -`, `--set-file key=-`. It can be
 * read only once, so more than one use is a mistake.
 */
export function stdinUses({ values, setFile }: Pick<ChartOptions, "values" | "setFile">): number {
  return [...values, ...setFile.flatMap(setFilePaths)].filter((file) => file.trim() === "-").length;
}

/** Options that leave a chart with nothing but its own values. */
export const noChoices: ChartOptions = {
  values: [],
  set: [],
  setString: [],
  setFile: [],
  setJson: [],
  setLiteral: [],
  kubeVersion: undefined,
  apiVersions: [],
  ordering: chartOrdering(true),
};
