import { Command } from "commander";

import { addApplyFlags, type ApplyFlags } from "../flags/apply-flags.ts";
import { addClusterFlags } from "../flags/cluster-flags.ts";
import { exitCodeTable, type SetExitCode } from "../host/exit-code.ts";
import { requirePaths, pathHelp } from "../flags/path-flags.ts";
import { addHistoryFlags, type HistoryFlags, addRunFlags, demandRelease } from "../flags/run-flags.ts";
import { runApply } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";

const examples = `Examples:
  converge apply manifests/ --release shop -n shop
  converge apply charts/shop --values prod.yaml --release shop -n shop      a Helm chart
  converge apply manifests/ --release shop --dry-run          what would happen
  converge apply manifests/ --release shop -o json            one event a line`;

/** The verb `apply`. */
export function applyCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("apply")
    .summary("make a cluster what the manifests say")
    .description(
      "Makes a cluster what the manifests say: in their order, waiting until each object is ready, and deleting what the release no longer has.",
    )
    .argument("[path...]", pathHelp)
    .addHelpText("after", `\n${examples}\n\n${exitCodeTable}`);
  addApplyFlags(command);
  addHistoryFlags(command);
  addRunFlags(command);
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (paths: readonly string[]) => {
    const flags = command.opts<ApplyFlags & HistoryFlags>();
    const all = requirePaths(flags, paths, "apply");
    return runApply(all, { release: demandRelease(flags), flags, host });
  });
}
