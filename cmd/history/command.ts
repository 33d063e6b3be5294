import { Command } from "commander";

import { addClusterFlags } from "../flags/cluster-flags.ts";
import { colorOption, textOutputOption } from "../flags/option-parsers.ts";
import { addReleaseFlag, releaseArgument, releaseNamed } from "../flags/run-flags.ts";
import { type HistoryVerbFlags, runHistory } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import type { SetExitCode } from "../host/exit-code.ts";

const help = `Examples:
  converge history --release shop -n shop
  converge history --release shop -o json

Exit codes:
  0  done
  1  failed, or there is no such release
  2  invalid usage
  4  cluster unreachable or access refused`;

/** The verb `history`. */
export function historyCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("history")
    .summary("show the revisions of a release")
    .description(
      "Shows the revisions of a release, the newest last: when each began, what it was and how it has ended. The one that is deployed is the newest that succeeded.",
    )
    .addArgument(releaseArgument())
    .addHelpText("after", `\n${help}`);
  addReleaseFlag(command);
  command.addOption(textOutputOption()).addOption(colorOption());
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (word: string | undefined) => {
    const flags = command.opts<HistoryVerbFlags>();
    return runHistory(releaseNamed(word, flags, command), flags, host);
  });
}
