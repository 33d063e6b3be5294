import { Command } from "commander";

import { readinessModes } from "../../lib/readiness/readiness.ts";
import { addClusterFlags } from "../flags/cluster-flags.ts";
import { colorModes } from "../host/color.ts";
import { choiceOption } from "../flags/option-parsers.ts";
import { addReleaseFlag, releaseArgument, releaseNamed } from "../flags/run-flags.ts";
import { runStatus, type StatusFlags } from "./run.ts";
import { fillSettings } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import type { SetExitCode } from "../host/exit-code.ts";

const help = `Examples:
  converge status --release shop -n shop
  converge status --release shop -o json
  until converge status --release shop; do sleep 5; done

Exit codes:
  0  every object was applied and is ready
  1  not every object, or there is no such release
  2  invalid usage
  4  cluster unreachable or access refused`;

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
    .addOption(choiceOption("-o, --output <format>", "form of the output", ["text", "json"]).default("text"))
    .addOption(choiceOption("--color <when>", "when to colour", colorModes).default("auto"));
  addClusterFlags(command);
  command.action(async (word: string | undefined) => {
    await fillSettings(command, host);
    const flags = command.opts<StatusFlags>();
    finish(await runStatus(releaseNamed(word, flags, command), flags, host));
  });
  return command;
}
