import { Command, Option } from "commander";

import { addClusterFlags } from "../flags/cluster-flags.ts";
import { colorModes } from "../host/color.ts";
import { choiceOption } from "../flags/option-parsers.ts";
import { type ListFlags, runList } from "./run.ts";
import { fillSettings } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import type { SetExitCode } from "../host/exit-code.ts";

const help = `Examples:
  converge list -n shop
  converge list -A -o json

Exit codes:
  0  done, also where there is none
  1  failed
  2  invalid usage
  4  cluster unreachable or access refused`;

/** The verb `list`. */
export function listCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("list")
    .summary("show the releases of a namespace or of the cluster")
    .description("Shows the releases of a namespace, or with -A those of the whole cluster.")
    .addOption(new Option("-A, --all-namespaces", "those of all namespaces"))
    .addOption(choiceOption("-o, --output <format>", "form of the output", ["text", "json"]).default("text"))
    .addOption(choiceOption("--color <when>", "when to colour", colorModes).default("auto"))
    .addHelpText("after", `\n${help}`);
  addClusterFlags(command);
  command.action(async () => {
    await fillSettings(command, host);
    finish(await runList(command.opts<ListFlags>(), host));
  });
  return command;
}
