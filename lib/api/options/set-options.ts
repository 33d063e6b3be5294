import type { SourceText } from "../../object/diagnostic/source-text.ts";
import type { AbortSignalLike } from "./abort-signal-like.ts";

/** The manifests of a set. At least one of `paths`, `sources` and `objects` is required. */
export interface SetOptions {
  /** Files, folders, Helm charts and kustomizations; with `chart.repo` the name of one chart. */
  readonly paths?: readonly string[] | undefined;
  /** Texts in YAML or JSON, with the names that diagnostics use for them. */
  readonly sources?: readonly SourceText[] | undefined;
  /** Objects as JavaScript values. */
  readonly objects?: readonly object[] | undefined;
  /** Options for rendering the charts among the paths. */
  readonly chart?: RenderOptions | undefined;
  readonly signal?: AbortSignalLike | undefined;
}

/** Options for rendering charts, by the names of Helm's flags. */
export interface RenderOptions {
  /** The URL of the repository, or `oci://HOST/PATH`, that the only path names a chart in. */
  readonly repo?: string | undefined;
  /** The version of the chart of `repo` or `oci://`, or a constraint; by default the latest release. */
  readonly version?: string | undefined;
  /** Values files. */
  readonly values?: readonly string[] | undefined;
  /** `key=value`. */
  readonly set?: readonly string[] | undefined;
  readonly setString?: readonly string[] | undefined;
  readonly setFile?: readonly string[] | undefined;
  readonly setJson?: readonly string[] | undefined;
  readonly setLiteral?: readonly string[] | undefined;
  /** The version in `Capabilities.KubeVersion`, by default that of the cluster. */
  readonly kubeVersion?: string | undefined;
  /** APIs that templates find besides those of the cluster. */
  readonly apiVersions?: readonly string[] | undefined;
  /** Whether the order of resource groups and subcharts is followed (HIP-0025); true by default. */
  readonly sequencing?: boolean | undefined;
  /** The limit for an object of such a chart: milliseconds or `"90s"`; one minute by default. */
  readonly readinessTimeout?: number | string | undefined;
  /** The built-in renderers, which are the default, or `helm` and `kustomize` from the PATH. */
  readonly renderer?: "builtin" | "path" | undefined;
  /** The environment of `helm` and `kustomize`, and of credentials; `process.env` by default. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}
