import { Command, Option } from "commander";

import { collectList, colorOption, parseChoice, textOutputOption } from "../../flags/option-parsers.ts";
import { onCall } from "../../flags/settings.ts";
import type { Host } from "../../host/host.ts";
import { addRegistryFlags } from "../flags/registry-flags.ts";
import { runModulesPublish, type ModulesPublishFlags } from "./run.ts";
import { type SetExitCode, signalCodes } from "../../host/exit-code.ts";
import { channelTags } from "../../../lib/modules/registry/model/module-registry.ts";
import { readModuleVersion } from "../flags/platform-flags.ts";
import { type HelpPage, describeCommand } from "../../help/help-page.ts";

const page: HelpPage = {
  summary: "Push a version of a module to a registry",
  details: "Pushes the directory of the module as a version, and points channels to that version.",
  examples: [
    [
      "Publish a version",
      "converge modules publish echo/ \\",
      "  --to registry.example.io/modules-source --version v1.23.2",
    ],
    [
      "Publish a version to channels",
      "converge modules publish echo/ \\",
      "  --to registry.example.io/modules-source --version v1.23.2 \\",
      "  --channel alpha,beta",
    ],
  ],
  notes: [
    {
      title: "Images",
      text: `Pushed in this order:
  HOST/PATH/MODULE:VERSION          the directory without .git;
                                    images_digests.json is created if missing
  HOST/PATH/MODULE/release:VERSION  version.json, module.yaml, changelog.yaml
  HOST/PATH/MODULE/release:CHANNEL  the same, for each --channel
  HOST/PATH:MODULE                  lets a ModuleSource discover the module`,
    },
    {
      title: "Notes",
      text: "The same directory results in the same digests. A version that already exists with another digest is refused, unless --overwrite is given. Channels can be moved.",
    },
    {
      title: "JSON output",
      text: `One document of converge.dev/v1, kind ModulePublication:
  module, version, images (image, digest, change: pushed or unchanged)`,
    },
  ],
  exitCodes: {
    0: "published",
    1: "failed: the version exists with another digest, or a file is not allowed",
    2: "invalid module.yaml or usage, nothing was pushed",
    4: "registry unreachable or access denied",
    ...signalCodes,
  },
};

/** The verb `modules publish`. */
export function modulesPublishCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("publish"), page).argument(
    "<folder>",
    "directory of the module, with its module.yaml",
  );
  addFlags(command);
  addRegistryFlags(command);
  return onCall(command, { host, finish }, async (folder: string) =>
    runModulesPublish(folder, command.opts<ModulesPublishFlags>(), host),
  );
}

function addFlags(command: Command): void {
  const channels = `channels to point to the version: ${channelTags.join(", ")} (repeatable or comma-separated)`;
  command
    .addOption(
      new Option(
        "--to <repository>",
        "registry path of the modules: HOST/PATH (required)",
      ).makeOptionMandatory(),
    )
    .addOption(
      new Option("--version <version>", "version to publish, such as v1.2.3")
        .default(undefined, "the version in version.json")
        .argParser(readModuleVersion),
    )
    .addOption(new Option("--channel <channels>", channels).argParser(readChannels))
    .addOption(new Option("--overwrite", "replace a version that exists with another digest"))
    .addOption(textOutputOption())
    .addOption(colorOption());
}

function readChannels(text: string, previous: readonly string[] | undefined): readonly string[] {
  const read = parseChoice(channelTags);
  return [...new Set(collectList(text, previous).map(read))];
}
