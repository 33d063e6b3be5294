import { Argument, Command, Option } from "commander";

import { addClusterFlags } from "../flags/cluster-flags.ts";
import { choiceOption, parseChoice, readRevisionNumber } from "../flags/option-parsers.ts";
import { addReleaseFlag, releaseArgument, releaseNamed } from "../flags/run-flags.ts";
import { type GetFlags, runGet, type ShownKind, shownKinds } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { type SetExitCode, usualCodes, signalCodes } from "../host/exit-code.ts";
import { showSecretsOption } from "../flags/set-flags.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";

const page: HelpPage = {
  summary: "Show the manifests or hooks of a revision",
  details: "Without --revision, shows the latest revision, successful or not.",
  examples: [
    ["Show the manifests of the latest revision", "converge get manifests shop -n shop"],
    ["Show the hooks of revision 3", "converge get hooks shop -n shop --revision 3"],
    [
      "Compare a revision with the cluster",
      "converge get manifests shop --show-secrets | converge diff - --release shop",
    ],
  ],
  notes: [
    {
      title: "Notes",
      text: "The values of Secrets, and those that werf.io/sensitive and werf.io/sensitive-paths mark, are hidden. Only output with --show-secrets can be applied again.",
    },
  ],
  exitCodes: {
    0: "done",
    1: "failed, or the release does not exist",
    2: "invalid usage, or the revision does not exist or cannot be read",
    4: usualCodes[4],
    ...signalCodes,
  },
};

/** The verb `get`. */
export function getCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("get"), page)
    .addArgument(
      new Argument("<what>", "what to show").choices(shownKinds).argParser(parseChoice(shownKinds)),
    )
    .addArgument(releaseArgument());
  addReleaseFlag(command);
  command
    .addOption(
      new Option("--revision <number>", "revision to show")
        .default(undefined, "the latest")
        .argParser(readRevisionNumber),
    )
    .addOption(showSecretsOption())
    .addOption(choiceOption("-o, --output <format>", "output format", ["yaml", "json"]).default("yaml"));
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (what: ShownKind, word: string | undefined) => {
    const flags = command.opts<GetFlags>();
    return runGet(what, { release: releaseNamed(word, flags, command), flags, host });
  });
}
