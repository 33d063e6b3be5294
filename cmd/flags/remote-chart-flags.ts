import { type Command, InvalidArgumentError, Option } from "commander";

import { parseConstraint } from "../../lib/object/semver/constraint.ts";
import { isRemote, type RemoteChart } from "../../lib/render/renderable.ts";
import { UsageError } from "../host/exit-code.ts";
import { ofCallOnly } from "./other-verbs.ts";
import type { PathFlags } from "./path-flags.ts";

/** The flags that name a chart as Helm's do. */
export interface RemoteChartFlags {
  readonly repo?: string;
  readonly version?: string;
}

/**
 * Adds `--repo` and `--version`. They belong to one chart, so settings of all calls do not fill them. Wrong
 * combinations are UsageErrors.
 */
export function addRemoteChartFlags(command: Command): void {
  const repo = "URL of the chart repository, or oci://HOST/PATH, that the path names a chart in";
  const version = "version of the chart of --repo or oci://, or a constraint such as ^1.2";
  command
    .addOption(ofCallOnly(new Option("--repo <url>", repo).argParser(readRepository)))
    .addOption(
      ofCallOnly(
        new Option("--version <version>", version)
          .argParser(readConstraint)
          .default(undefined, "the latest release"),
      ),
    )
    .hook("preAction", (_, acting) => {
      const flags = acting.opts<RemoteChartFlags & PathFlags>();
      const objects = acting.registeredArguments.filter(({ variadic }) => !variadic).length;
      const paths = acting.args.slice(objects);
      if (flags.repo !== undefined) {
        refuseOtherPaths(flags, paths);
      } else if (flags.version !== undefined) {
        refuseIdleVersion(paths);
      }
    });
}

/** The place of a chart that the flags name. */
export function remoteChartOf({ repo, version }: RemoteChartFlags): RemoteChart {
  return { ...(repo === undefined ? {} : { repo }), ...(version === undefined ? {} : { version }) };
}

function readRepository(text: string): string {
  const url = URL.parse(text.replace(/^oci:/i, "https:"));
  if (!/^(?:https?|oci):\/\//i.test(text) || url === null) {
    throw new InvalidArgumentError("write https://HOST/PATH or oci://HOST/PATH");
  }
  if (url.username + url.password !== "") {
    throw new InvalidArgumentError("it contains credentials, which are not supported: remove them");
  }
  return text;
}

function readConstraint(text: string): string {
  const parsed = parseConstraint(text);
  if ("fault" in parsed) {
    throw new InvalidArgumentError(parsed.fault);
  }
  return text;
}

const chartName = /^\w[\w.-]*$/;

function refuseOtherPaths({ filename, kustomize }: PathFlags, paths: readonly string[]): void {
  const [name = "", ...others] = paths;
  if (filename !== undefined || kustomize !== undefined || others.length > 0 || name === "") {
    throw new UsageError(
      "--repo takes the name of one chart as the only path: converge plan NAME --repo URL --version VERSION",
    );
  }
  if (isRemote(name)) {
    throw new UsageError(`${name} is the whole address of a chart: remove --repo`);
  }
  if (!chartName.test(name)) {
    throw new UsageError(
      `${name} is a path, but --repo takes the name of a chart in the repository: name the chart, or remove --repo`,
    );
  }
}

function refuseIdleVersion(paths: readonly string[]): void {
  const remote = paths.filter(isRemote);
  const [first] = remote;
  if (first === undefined) {
    throw new UsageError(
      "--version is only for charts that are fetched: name the chart as oci://HOST/PATH/NAME or with --repo, or remove --version",
    );
  }
  if (remote.length > 1) {
    throw new UsageError(
      `--version is for one chart, but ${remote.length} are named: write oci://HOST/PATH/NAME:VERSION for each`,
    );
  }
  if (/[:@][^/]*$/.test(first.slice("oci://".length).replace(/^[^/]*/, ""))) {
    throw new UsageError(`${first} already names a version: remove it there, or remove --version`);
  }
}
