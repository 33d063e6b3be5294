import { Command, Option } from "commander";

import { collectList, colorOption, parseChoice, textOutputOption } from "../../flags/option-parsers.ts";
import { onCall } from "../../flags/settings.ts";
import type { Host } from "../../host/host.ts";
import { addRegistryFlags } from "../flags/registry-flags.ts";
import { runModulesPublish, type ModulesPublishFlags } from "./run.ts";
import type { SetExitCode } from "../../host/exit-code.ts";
import { channelTags } from "../../../lib/modules/registry/model/module-registry.ts";
import { readModuleVersion } from "../flags/platform-flags.ts";

const help = `Examples:
  converge modules publish echo/ --to registry.example.io/modules-source --version v1.23.2
  converge modules publish echo/ --to registry.example.io/modules-source --version v1.23.2 --channel alpha,beta

What is pushed, in this order:
  HOST/PATH/MODULE:VERSION          the folder, without .git; images_digests.json
                                    is made where there is none
  HOST/PATH/MODULE/release:VERSION  version.json, module.yaml, changelog.yaml
  HOST/PATH/MODULE/release:CHANNEL  the same, for each --channel
  HOST/PATH:MODULE                  by which a ModuleSource finds the module

The same folder gives the same digests. A version that is there already as
another image is refused; channels move.

With -o json, one document of converge.dev/v1, kind ModulePublication:
  module, version, images (image, digest, change: pushed or unchanged)

Exit codes:
  0  published
  1  failed: the version is there already as another image, or what a module may
     not have
  2  faults in module.yaml, or usage; nothing was pushed
  4  registry unreachable or access refused
  130  interrupted (SIGINT); 143 terminated (SIGTERM)`;

/** The verb `modules publish`. */
export function modulesPublishCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("publish")
    .summary("push a version of a module to a registry")
    .description("Pushes the folder of a module to a registry, as a version, and lets channels lead to it.")
    .argument("<folder>", "the folder of the module, with its module.yaml")
    .addHelpText("after", `\n${help}`);
  addFlags(command);
  addRegistryFlags(command);
  return onCall(command, { host, finish }, async (folder: string) =>
    runModulesPublish(folder, command.opts<ModulesPublishFlags>(), host),
  );
}

function addFlags(command: Command): void {
  const channels = `channels that are to lead to it, of ${channelTags.join(", ")}; may be repeated`;
  command
    .addOption(new Option("--to <repository>", "where the modules are: HOST/PATH").makeOptionMandatory())
    .addOption(
      new Option(
        "--version <version>",
        "as in v1.2.3 (default: that of version.json in the folder)",
      ).argParser(readModuleVersion),
    )
    .addOption(new Option("--channel <channels>", channels).argParser(readChannels))
    .addOption(new Option("--overwrite", "replace a version that is there as another image"))
    .addOption(textOutputOption())
    .addOption(colorOption());
}

function readChannels(text: string, previous: readonly string[] | undefined): readonly string[] {
  const read = parseChoice(channelTags);
  return [...new Set(collectList(text, previous).map(read))];
}
