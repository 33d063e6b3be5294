/**
 * What a chart is rendered with, in the words of `helm`. Each list goes on as it was given: how values of several lists
 * override each other is Helm's business.
 */
export interface ChartChoices {
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

/** A chart with nothing but its own values. */
export const noChoices: ChartChoices = {
  values: [],
  set: [],
  setString: [],
  setFile: [],
  setJson: [],
  setLiteral: [],
  kubeVersion: undefined,
  apiVersions: [],
};
