/** Mistakes in naming a chart of a repository, by flags or by options. */
import { parseConstraint } from "../../object/semver/constraint.ts";
import { isRemote, type RemoteChart } from "../renderable.ts";

/** The names of the settings in messages. */
export interface RemoteChartNames {
  readonly repo: string;
  readonly version: string;
  /** A right call. */
  readonly example: string;
}

/** Returns what is wrong with the URL of a repository, `https://HOST/PATH` or `oci://HOST/PATH`. */
export function repositoryFault(text: string): string | undefined {
  const url = URL.parse(text.replace(/^oci:/i, "https:"));
  if (!/^(?:https?|oci):\/\//i.test(text) || url === null) {
    return "write https://HOST/PATH or oci://HOST/PATH";
  }
  return url.username + url.password === ""
    ? undefined
    : "it contains credentials, which are not supported: remove them";
}

/** Returns what is wrong with a version or a constraint. */
export function versionFault(text: string): string | undefined {
  const parsed = parseConstraint(text);
  return "fault" in parsed ? parsed.fault : undefined;
}

/** Returns the mistake in a combination of a repository, a version and all paths. */
export function remoteChartFault(
  { repo, version }: RemoteChart,
  paths: readonly string[],
  names: RemoteChartNames,
): string | undefined {
  if (repo !== undefined) {
    return otherPathsFault(paths, names);
  }
  return version === undefined ? undefined : idleVersionFault(paths, names);
}

const chartName = /^\w[\w.-]*$/;

function otherPathsFault(paths: readonly string[], { repo, example }: RemoteChartNames): string | undefined {
  const [name = "", ...others] = paths;
  if (others.length > 0 || name === "") {
    return `${repo} takes the name of one chart as the only path: ${example}`;
  }
  if (isRemote(name)) {
    return `${name} is the whole address of a chart: remove ${repo}`;
  }
  return chartName.test(name)
    ? undefined
    : `${name} is a path, but ${repo} takes the name of a chart in the repository: name the chart, or remove ${repo}`;
}

function idleVersionFault(paths: readonly string[], { repo, version }: RemoteChartNames): string | undefined {
  const remote = paths.filter(isRemote);
  const [first] = remote;
  if (first === undefined) {
    return `${version} is only for charts that are fetched: name the chart as oci://HOST/PATH/NAME or with ${repo}, or remove ${version}`;
  }
  if (remote.length > 1) {
    return `${version} is for one chart, but ${remote.length} are named: write oci://HOST/PATH/NAME:VERSION for each`;
  }
  return /[:@][^/]*$/.test(first.slice("oci://".length).replace(/^[^/]*/, ""))
    ? `${first} already names a version: remove it there, or remove ${version}`
    : undefined;
}
