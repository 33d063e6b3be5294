import type { RenderContext, ServedApis } from "../object/render-context.ts";
import type { ChartOptions } from "./chart-options.ts";

/** The input of rendering a chart. */
export interface ChartCall {
  /** A folder with a `Chart.yaml`, or an archive of one. */
  readonly chart: string;
  readonly rendering: Omit<RenderContext, "served" | "signal">;
  readonly served?: ServedApis;
  readonly choices: ChartOptions;
}

/**
 * Returns the arguments of `helm template` for a chart; Helm 3.12 and later know all of them, as does Helm 4.
 * They are passed to `helm` as they are, without a shell.
 *
 *     template shop ./chart --namespace shop --include-crds --is-upgrade --kube-version v1.36.3
 */
export function helmArguments({ chart, rendering, served, choices }: ChartCall): readonly string[] {
  const { release, namespace, action } = rendering;
  const isUpgrade = action === "upgrade" || action === "rollback";
  const kubeVersion = choices.kubeVersion ?? served?.kubernetesVersion;
  return [
    "template",
    release,
    asPath(chart),
    "--namespace",
    namespace,
    "--include-crds",
    ...(isUpgrade ? ["--is-upgrade"] : []),
    ...(kubeVersion === undefined ? [] : ["--kube-version", kubeVersion]),
    ...lists([...(served?.apiVersions ?? []), ...choices.apiVersions]),
    ...repeated("--values", choices.values),
    ...repeated("--set-json", choices.setJson),
    ...repeated("--set", choices.set),
    ...repeated("--set-string", choices.setString),
    ...repeated("--set-file", choices.setFile),
    ...repeated("--set-literal", choices.setLiteral),
  ];
}

/** Returns a path as an argument of a command: one that begins with a dash would be a flag. */
export function asPath(path: string): string {
  return path.startsWith("-") ? `./${path}` : path;
}

/** Joins the flag with each value, so that the value is never taken for a flag. */
function repeated(flag: string, values: readonly string[]): readonly string[] {
  return values.map((value) => `${flag}=${value}`);
}

/** A cluster may serve thousands of kinds; one argument of a command may have 128 KiB on Linux. */
const longestList = 500;

function lists(apiVersions: readonly string[]): readonly string[] {
  const count = Math.ceil(apiVersions.length / longestList);
  return Array.from({ length: count }, (_, index) => [
    "--api-versions",
    apiVersions.slice(index * longestList, (index + 1) * longestList).join(","),
  ]).flat();
}
