import { Command } from "commander";

import { readinessModes } from "../../lib/readiness/readiness.ts";
import { addClusterFlags } from "../flags/cluster-flags.ts";
import { choiceOption, colorOption, textOutputOption } from "../flags/option-parsers.ts";
import { addReleaseFlag, releaseArgument, releaseNamed } from "../flags/run-flags.ts";
import { runStatus, type StatusFlags } from "./run.ts";
import { runWatch } from "./watch.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import type { SetExitCode } from "../host/exit-code.ts";

const help = `Examples:
  converge status --release shop -n shop
  converge status --release shop -o json
  converge status --release shop --watch
  until converge status --release shop; do sleep 5; done

Exit codes:
  0  every object was applied and is ready
  1  not every object, or there is no such release
  2  invalid usage
  4  cluster unreachable or access refused
  130  interrupted (SIGINT) while watching; 143 terminated (SIGTERM)`;

/** The verb `status`. */
export function statusCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("status")
    .summary("show how every object of a release stands")
    .description(
      "Shows every object of a release: whether the last run could write it, and how far the cluster has come with it. Asks once and waits for nothing.",
    )
    .addArgument(releaseArgument())
    .addHelpText("after", `\n${help}`);
  addReleaseFlag(command);
  command
    .addOption(
      choiceOption("--readiness <rules>", "which rules tell that an object is ready", readinessModes).default(
        "converge",
      ),
    )
    .option("-w, --watch", "after the status, show every change of it, until interrupted")
    .addOption(textOutputOption())
    .addOption(colorOption());
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (word: string | undefined) => {
    const flags = command.opts<StatusFlags>();
    const release = releaseNamed(word, flags, command);
    return flags.watch === true ? runWatch(release, flags, host) : runStatus(release, flags, host);
  });
}
