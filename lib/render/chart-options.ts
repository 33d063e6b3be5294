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
  /** Programs on the PATH if undefined. Applies to kustomizations as well. */
  readonly renderer?: RendererName | undefined;
}

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
