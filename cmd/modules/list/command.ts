import { Command } from "commander";

import { choiceOption, colorOption } from "../../flags/option-parsers.ts";
import { onCall } from "../../flags/settings.ts";
import type { Host } from "../../host/host.ts";
import { addRegistryFlags } from "../flags/registry-flags.ts";
import { runModulesList, type ModulesListFlags, formats } from "./run.ts";
import type { SetExitCode } from "../../host/exit-code.ts";

const help = `Examples:
  converge modules list registry.example.io/modules-source
  converge modules list registry.example.io/modules-source module-1
  converge modules list registry.example.io/modules-source module-1 -o name

Without a module: all modules, and the version that each of their channels leads
to. With one: its versions, and the channels that lead to them. -o name gives
names alone, one a line: of the modules, or of all tags of the module.

With -o json, one document of converge.dev/v1:
  RegistryModuleList  repo, modules (module, versions, channels)
  RegistryModule      repo, module, versions, channels (channel, version)

Exit codes:
  0  done
  1  failed: no such repository, or an image that cannot be read
  2  invalid usage
  4  registry unreachable or access refused
  130  interrupted (SIGINT); 143 terminated (SIGTERM)`;

/** The verb `modules list`. */
export function modulesListCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("list")
    .summary("show the modules of a registry, their versions and channels")
    .description(
      "Shows which modules a registry has, in which versions, and which version each channel leads to.",
    )
    .argument("<repository>", "where the modules are: HOST/PATH")
    .argument("[module]", "the name of one module")
    .addHelpText("after", `\n${help}`)
    .addOption(choiceOption("-o, --output <format>", "form of the output", formats).default("table"))
    .addOption(colorOption());
  addRegistryFlags(command);
  return onCall(command, { host, finish }, async (repo: string, module: string | undefined) =>
    runModulesList({ repo, module }, command.opts<ModulesListFlags>(), host),
  );
}
