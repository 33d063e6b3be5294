import { Command } from "commander";

import { addClusterFlags } from "../flags/cluster-flags.ts";
import { colorOption, textOutputOption } from "../flags/option-parsers.ts";
import { addReleaseFlag, releaseArgument, releaseNamed } from "../flags/run-flags.ts";
import { type HistoryVerbFlags, runHistory } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { type SetExitCode, usualCodes, signalCodes } from "../host/exit-code.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";

const page: HelpPage = {
  summary: "Show the revisions of a release",
  details:
    "Shows when each revision began, its source and how it ended, latest last. The deployed revision is the latest successful one.",
  examples: [
    ["Show the revisions of the release shop", "converge history shop -n shop"],
    ["Print them as JSON", "converge history shop -n shop -o json"],
  ],
  exitCodes: {
    0: "done",
    1: "failed, or the release does not exist",
    2: "invalid usage",
    4: usualCodes[4],
    ...signalCodes,
  },
};

/** The verb `history`. */
export function historyCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("history").addArgument(releaseArgument()), page);
  addReleaseFlag(command);
  command.addOption(textOutputOption()).addOption(colorOption());
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (word: string | undefined) => {
    const flags = command.opts<HistoryVerbFlags>();
    return runHistory(releaseNamed(word, flags, command), flags, host);
  });
}
