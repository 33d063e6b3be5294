import { Command, Option } from "commander";

import { collectList, colorOption, textOutputOption } from "../../flags/option-parsers.ts";
import { onCall } from "../../flags/settings.ts";
import type { Host } from "../../host/host.ts";
import { runModulesCheck, type ModuleCheckFlags } from "./run.ts";
import { readPlatform, readVersion } from "../flags/platform-flags.ts";
import type { SetExitCode } from "../../host/exit-code.ts";

const help = `Examples:
  converge modules check modules/prometheus
  converge modules check module.yaml --deckhouse 1.73.3 --kubernetes 1.29.6
  converge modules check . --deckhouse 1.73.3 --installed test=v0.22.1,user-authn

What is not given is not judged, and said so. --installed names all modules that
are enabled: one that is required and not named is absent, and \`--installed ""\`
is none. A name without a version is a module of the platform, at its version.
TEST_EXTENDER_DECKHOUSE_VERSION and TEST_EXTENDER_KUBERNETES_VERSION count where
the flag is not given.

With -o json, one document of converge.dev/v1, kind ModuleCheck:
  module        name of the module; absent where its file cannot be read
  satisfied     whether nothing that was judged is unmet, and the file is right
  message       what a ModuleRelease would say; absent where nothing is unmet
  requirements  on (deckhouse, kubernetes, bootstrapped, module), module,
                constraint, optional, verdict (met, unmet, unjudged), reason
  diagnostics   code, severity, message, origin (file, line, column)

Exit codes:
  0  satisfied, as far as it was judged
  1  not satisfied
  2  faults in the file, or usage`;

/** The verb `modules check`. */
export function modulesCheckCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("check")
    .summary("check a module.yaml, and whether what it requires is there")
    .description(
      "Finds what is wrong with a module.yaml, and holds what it requires against versions of the platform, of Kubernetes and of other modules. Needs no cluster.",
    )
    .argument("<path>", "the folder of a module, its module.yaml, or - for standard input")
    .addHelpText("after", `\n${help}`);
  addFlags(command);
  return onCall(command, { host, finish }, async (path: string) =>
    runModulesCheck(path, command.opts<ModuleCheckFlags>(), host),
  );
}

function addFlags(command: Command): void {
  const installed = "all enabled modules, as name=version; may be repeated, or hold several between commas";
  command
    .addOption(new Option("--deckhouse <version>", "version of the platform").argParser(readPlatform))
    .addOption(new Option("--kubernetes <version>", "version of Kubernetes").argParser(readVersion))
    .addOption(new Option("--installed <modules>", installed).argParser(collectList))
    .addOption(textOutputOption())
    .addOption(colorOption());
}
