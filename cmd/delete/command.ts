import { Command } from "commander";

import { destroy } from "../../lib/engine.ts";
import { addClusterFlags, type ClusterFlags } from "../flags/cluster-flags.ts";
import { type SetExitCode, usualCodes } from "../host/exit-code.ts";
import { confirmPrune } from "../session/write-options.ts";
import { openRun } from "../session/run-session.ts";
import { addRunFlags, releaseArgument, releaseNamed, type RunFlags } from "../flags/run-flags.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";

const page: HelpPage = {
  summary: "Delete a release in reverse order",
  details: "Deletes every object of the release and waits until it is gone.",
  examples: [
    ["Delete the release shop", "converge delete shop -n shop"],
    ["Show what would be deleted, in which order", "converge delete shop -n shop --dry-run"],
    ["Also delete the CRDs of its charts", "converge delete shop -n shop --delete-crds"],
  ],
  exitCodes: usualCodes,
};

/** The verb `delete`. */
export function deleteCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("delete").addArgument(releaseArgument()), page);
  addRunFlags(command);
  command.option(
    "--delete-crds",
    "also delete CRDs from the crds/ directory of charts, with all their custom resources",
  );
  command.option(
    "--delete-controllers",
    "also delete workloads that control custom resources outside the release",
  );
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (word: string | undefined) => {
    const flags = command.opts<
      ClusterFlags & RunFlags & { readonly deleteCrds?: boolean; readonly deleteControllers?: boolean }
    >();
    const release = releaseNamed(word, flags, command);
    const run = await openRun(flags, host);
    const { deleteCrds = false, deleteControllers = false } = flags;
    const consent = confirmPrune(host);
    try {
      const context = await run.connect();
      const result =
        context &&
        (await destroy({ ...run.common, release, deleteCrds, deleteControllers, consent }, context));
      return run.exitCodeOf(result);
    } finally {
      await run.close();
    }
  });
}
