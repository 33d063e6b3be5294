import { Command } from "commander";

import { addClusterFlags } from "../flags/cluster-flags.ts";
import { healthOption } from "../flags/health-flags.ts";
import { colorOption, textOutputOption } from "../flags/option-parsers.ts";
import { addReleaseFlag, releaseArgument, releaseNamed, readinessOption } from "../flags/run-flags.ts";
import { runStatus, type StatusFlags } from "./run.ts";
import { runWatch } from "./watch.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { type SetExitCode, usualCodes, signalCodes } from "../host/exit-code.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";

const page: HelpPage = {
  summary: "Show the status of every object in a release",
  details: "Shows whether the last run applied each object and whether it is ready now. Does not wait.",
  examples: [
    ["Show the status of the release shop", "converge status shop -n shop"],
    ["Print it as JSON", "converge status shop -n shop -o json"],
    ["Show every change until interrupted", "converge status shop -n shop --watch"],
    ["Wait until the release is ready", "until converge status shop -n shop; do sleep 5; done"],
  ],
  exitCodes: {
    0: "every object is applied and ready",
    1: "some objects are not, or the release does not exist",
    2: "invalid usage",
    4: usualCodes[4],
    ...signalCodes,
  },
};

/** The verb `status`. */
export function statusCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("status").addArgument(releaseArgument()), page);
  addReleaseFlag(command);
  command
    .addOption(readinessOption())
    .addOption(healthOption())
    .option("-w, --watch", "after the status, show every change until interrupted")
    .addOption(textOutputOption())
    .addOption(colorOption());
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (word: string | undefined) => {
    const flags = command.opts<StatusFlags>();
    const release = releaseNamed(word, flags, command);
    return flags.watch === true ? runWatch(release, flags, host) : runStatus(release, flags, host);
  });
}
