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
  /** The treatment of the order of resource groups and subcharts; `defaultOrdering` if absent. */
  readonly ordering?: ChartOrdering;
}

/** The treatment of the order that a chart asks for. */
export interface ChartOrdering {
  /** Whether everything is applied at once, as if the chart asked for no order. */
  readonly isIgnored: boolean;
  /** Milliseconds for an object of a chart with an order to become ready. */
  readonly timeout: number;
}

/** HIP-0025 gives a resource one minute. */
export const defaultOrdering: ChartOrdering = { isIgnored: false, timeout: 60_000 };

/**
 * Counts how often the options name standard input, as Helm does: `--values -`, `--set-file key=-`. It can be
 * read only once, so more than one use is a mistake.
 */
export function stdinUses({ values, setFile }: Pick<ChartOptions, "values" | "setFile">): number {
  const files = setFile.flatMap((word) => word.split(",").map((pair) => pair.slice(pair.indexOf("=") + 1)));
  return [...values, ...files].filter((file) => file.trim() === "-").length;
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
};
