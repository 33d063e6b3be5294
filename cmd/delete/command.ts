import { Command } from "commander";

import { destroy } from "../../lib/engine.ts";
import { addClusterFlags, type ClusterFlags } from "../flags/cluster-flags.ts";
import { exitCodeTable, type SetExitCode } from "../host/exit-code.ts";
import { openRun } from "../session/run-session.ts";
import { addRunFlags, releaseArgument, releaseNamed, type RunFlags } from "../flags/run-flags.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";

const examples = `Examples:
  converge delete --release shop -n shop
  converge delete --release shop -n shop --dry-run     what would go, in which order
  converge delete --release shop -n shop --delete-crds   the definitions of its charts' crds/ folders too`;

/** The verb `delete`. */
export function deleteCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("delete")
    .summary("delete a release, in the reverse of its order")
    .description(
      "Deletes everything a release owns, in the reverse of its order, and waits until it is gone.",
    )
    .addArgument(releaseArgument())
    .addHelpText("after", `\n${examples}\n\n${exitCodeTable}`);
  addRunFlags(command);
  command.option(
    "--delete-crds",
    "also delete the CRDs that came from the crds/ folder of a chart, with all their custom resources",
  );
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (word: string | undefined) => {
    const flags = command.opts<ClusterFlags & RunFlags & { readonly deleteCrds?: boolean }>();
    const release = releaseNamed(word, flags, command);
    const run = await openRun(flags, host);
    const { deleteCrds = false } = flags;
    try {
      const context = await run.connect();
      const result = context && (await destroy({ ...run.common, release, deleteCrds }, context));
      return run.exitCodeOf(result);
    } finally {
      await run.close();
    }
  });
}
