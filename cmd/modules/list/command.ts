import { Command } from "commander";

import { choiceOption, colorOption } from "../../flags/option-parsers.ts";
import { onCall } from "../../flags/settings.ts";
import type { Host } from "../../host/host.ts";
import { addRegistryFlags } from "../flags/registry-flags.ts";
import { runModulesList, type ModulesListFlags, formats } from "./run.ts";
import { type SetExitCode, signalCodes } from "../../host/exit-code.ts";
import { type HelpPage, describeCommand } from "../../help/help-page.ts";

const page: HelpPage = {
  summary: "List the modules of a registry, their versions and channels",
  details:
    "Without a module, lists all modules with the version of each channel. With a module, lists its versions and channels.",
  examples: [
    ["List the modules of a registry", "converge modules list registry.example.io/modules-source"],
    ["List the versions of one module", "converge modules list registry.example.io/modules-source module-1"],
    [
      "Print its tags, one per line",
      "converge modules list registry.example.io/modules-source module-1 -o name",
    ],
  ],
  notes: [
    {
      title: "JSON output",
      text: `One document of converge.dev/v1:
  RegistryModuleList  repo, modules (module, versions, channels)
  RegistryModule      repo, module, versions, channels (channel, version)`,
    },
  ],
  exitCodes: {
    0: "done",
    1: "failed: the repository does not exist, or an image cannot be read",
    2: "invalid usage",
    4: "registry unreachable or access denied",
    ...signalCodes,
  },
};

/** The verb `modules list`. */
export function modulesListCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("list"), page)
    .argument("<repository>", "registry path of the modules: HOST/PATH")
    .argument("[module]", "name of one module")
    .addOption(choiceOption("-o, --output <format>", "output format", formats).default("table"))
    .addOption(colorOption());
  addRegistryFlags(command);
  return onCall(command, { host, finish }, async (repo: string, module: string | undefined) =>
    runModulesList({ repo, module }, command.opts<ModulesListFlags>(), host),
  );
}
