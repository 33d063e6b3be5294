import { type Command, InvalidArgumentError, Option } from "commander";

import {
  remoteChartFault,
  type RemoteChartNames,
  repositoryFault,
  versionFault,
} from "../../lib/render/remote/remote-chart-faults.ts";
import type { RemoteChart } from "../../lib/render/renderable.ts";
import { UsageError } from "../host/exit-code.ts";
import { ofCallOnly } from "./other-verbs.ts";
import type { PathFlags } from "./path-flags.ts";

/** The flags that name a chart as Helm's do. */
export interface RemoteChartFlags {
  readonly repo?: string;
  readonly version?: string;
}

/**
 * Adds `--repo` and `--version`. They belong to one chart, so settings of all calls do not fill them. A
 * call throws a UsageError for a wrong combination.
 */
export function addRemoteChartFlags(command: Command): void {
  const repo = "URL of the chart repository, or oci://HOST/PATH, that the path names a chart in";
  const version = "version of the chart of --repo or oci://, or a constraint such as ^1.2";
  command
    .addOption(ofCallOnly(new Option("--repo <url>", repo).argParser(readChecked(repositoryFault))))
    .addOption(
      ofCallOnly(
        new Option("--version <version>", version)
          .argParser(readChecked(versionFault))
          .default(undefined, "the latest release"),
      ),
    )
    .hook("preAction", (_, acting) => {
      const flags = acting.opts<RemoteChartFlags & PathFlags>();
      const objects = acting.registeredArguments.filter(({ variadic }) => !variadic).length;
      const paths = acting.args.slice(objects);
      const isOther = flags.filename !== undefined || flags.kustomize !== undefined;
      const fault = remoteChartFault(flags, flags.repo !== undefined && isOther ? [] : paths, names);
      if (fault !== undefined) {
        throw new UsageError(fault);
      }
    });
}

const names: RemoteChartNames = {
  repo: "--repo",
  version: "--version",
  example: "converge plan NAME --repo URL --version VERSION",
};

/** The place of a chart that the flags name. */
export function remoteChartOf({ repo, version }: RemoteChartFlags): RemoteChart {
  return { ...(repo === undefined ? {} : { repo }), ...(version === undefined ? {} : { version }) };
}

function readChecked(faultOf: (text: string) => string | undefined): (text: string) => string {
  return (text) => {
    const fault = faultOf(text);
    if (fault !== undefined) {
      throw new InvalidArgumentError(fault);
    }
    return text;
  };
}
