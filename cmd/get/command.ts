import { Argument, Command, Option } from "commander";

import { addClusterFlags } from "../flags/cluster-flags.ts";
import { choiceOption, parseChoice, switchOption, readRevisionNumber } from "../flags/option-parsers.ts";
import { addReleaseFlag, releaseArgument, releaseNamed } from "../flags/run-flags.ts";
import { type GetFlags, runGet, type ShownKind, shownKinds } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import type { SetExitCode } from "../host/exit-code.ts";

const help = `Examples:
  converge get manifests --release shop -n shop
  converge get hooks --release shop --revision 3
  converge get manifests --release shop --show-secrets | converge diff - --release shop

Values of Secrets, and what werf.io/sensitive and werf.io/sensitive-paths name, are
hidden unless --show-secrets is given. Only then can it be applied again.

Exit codes:
  0  done
  1  failed, or there is no such release
  2  invalid usage, or the revision is not kept or cannot be read
  4  cluster unreachable or access refused`;

/** The verb `get`. */
export function getCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("get")
    .summary("show what a revision of a release has sent")
    .description(
      "Shows what a revision of a release has sent, as YAML: its manifests, or its hooks. Without --revision it is the newest one, whatever became of it.",
    )
    .addArgument(
      new Argument("<what>", "what to show").choices(shownKinds).argParser(parseChoice(shownKinds)),
    )
    .addArgument(releaseArgument())
    .addHelpText("after", `\n${help}`);
  addReleaseFlag(command);
  command
    .addOption(
      new Option("--revision <number>", "its number, as history tells it (default: the newest)").argParser(
        readRevisionNumber,
      ),
    )
    .addOption(switchOption("--show-secrets [bool]", "show values of Secrets too", false))
    .addOption(choiceOption("-o, --output <format>", "form of the output", ["yaml", "json"]).default("yaml"));
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (what: ShownKind, word: string | undefined) => {
    const flags = command.opts<GetFlags>();
    return runGet(what, { release: releaseNamed(word, flags, command), flags, host });
  });
}
