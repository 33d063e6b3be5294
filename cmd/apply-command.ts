import { Command } from "commander";

import { addApplyFlags, type ApplyFlags } from "./apply-flags.ts";
import { addClusterFlags } from "./cluster-flags.ts";
import { exitCodeTable } from "./exit-code.ts";
import type { SetExitCode } from "./finish.ts";
import { requirePaths, pathHelp } from "./given-paths.ts";
import { addHistoryFlags, type HistoryFlags } from "./history-flags.ts";
import { runApply } from "./run-apply.ts";
import { addRunFlags, demandRelease } from "./run-flags.ts";
import { fillSettings } from "./settings.ts";
import type { Host } from "./shell.ts";

const examples = `Examples:
  converge apply manifests/ --release shop -n shop
  converge apply charts/shop --values prod.yaml --release shop -n shop      a Helm chart
  converge apply manifests/ --release shop --dry-run          what would happen
  converge apply manifests/ --release shop -o json            one event a line`;

/** The verb `apply`. */
export function applyCommand(shell: Host, finish: SetExitCode): Command {
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
  command.action(async (paths: readonly string[]) => {
    await fillSettings(command, shell);
    const flags = command.opts<ApplyFlags & HistoryFlags>();
    const all = requirePaths(flags, paths, "apply");
    finish(await runApply(all, { release: demandRelease(flags), flags, shell }));
  });
  return command;
}
