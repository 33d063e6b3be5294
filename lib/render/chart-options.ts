/**
 * What a chart is rendered with, in the words of `helm`. Each list goes on as it was given: how values of
 * several lists override each other is Helm's business.
 */
export interface ChartOptions {
  /** Files of values. */
  readonly values: readonly string[];
  readonly set: readonly string[];
  readonly setString: readonly string[];
  readonly setFile: readonly string[];
  readonly setJson: readonly string[];
  readonly setLiteral: readonly string[];
  /** In the place of the cluster's version. */
  readonly kubeVersion: string | undefined;
  /** Besides those of the cluster: `monitoring.coreos.com/v1`. */
  readonly apiVersions: readonly string[];
}

/**
 * Number of times that the choices name standard input, as Helm does: `--values -`, `--set-file key=-`. It
 * can be read once, so more than one is a mistake.
 */
export function stdinUses({ values, setFile }: Pick<ChartOptions, "values" | "setFile">): number {
  const files = setFile.flatMap((word) => word.split(",").map((pair) => pair.slice(pair.indexOf("=") + 1)));
  return [...values, ...files].filter((file) => file.trim() === "-").length;
}

/** A chart with nothing but its own values. */
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
