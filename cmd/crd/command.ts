import { Argument, Command } from "commander";

import { addClusterFlags } from "../flags/cluster-flags.ts";
import { parseChoice, switchOption, textOutputOption } from "../flags/option-parsers.ts";
import { type MigrateFlags, runMigrate } from "./run-migrate.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import type { SetExitCode } from "../host/exit-code.ts";

const help = `Examples:
  converge crd migrate crontabs.stable.example.com --dry-run
  converge crd migrate crontabs.stable.example.com

Run it after a definition was given another version with \`storage: true\`, and
before the old version is taken out of it.

Exit codes:
  0  done: every object is stored in that version
  1  failed: some objects were not taken
  2  invalid usage, or there is no such definition
  4  cluster unreachable or access refused`;

const deeds = ["migrate"] as const;

/** The verb `crd`. */
export function crdCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("crd")
    .summary("bring stored custom resources to their present version")
    .description(
      "Writes every object of a custom resource anew, so that it is stored in the version that its definition names for that, and then takes all other versions out of status.storedVersions.",
    )
    .addArgument(new Argument("<what>", "what to do").choices(deeds).argParser(parseChoice(deeds)))
    .argument("<name>", "the definition, as in crontabs.stable.example.com")
    .addHelpText("after", `\n${help}`)
    .addOption(switchOption("--dry-run [bool]", "only tell what would be done", false))
    .addOption(textOutputOption());
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (_: (typeof deeds)[number], name: string) =>
    runMigrate(name, command.opts<MigrateFlags>(), host),
  );
}
