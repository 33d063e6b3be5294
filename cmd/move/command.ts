import { Command, Option } from "commander";

import { addClusterFlags } from "../flags/cluster-flags.ts";
import { type SetExitCode, UsageError, usualCodes } from "../host/exit-code.ts";
import { readLabel, textOutputOption } from "../flags/option-parsers.ts";
import { addLockTimeoutFlag, addReleaseFlag, demandRelease } from "../flags/run-flags.ts";
import { type MoveFlags, runMove } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";
import { type HelpPage, describeCommand, objectNames } from "../help/help-page.ts";

const page: HelpPage = {
  summary: "Move an object from one release to another",
  details: "The object itself does not change. From then on, the other release prunes and deletes it.",
  examples: [
    [
      "Move a Deployment to the release web",
      "converge move deploy/web --release shop --to-release web -n shop",
    ],
    [
      "Move a ConfigMap to a release in another namespace",
      "converge move cm/env --release shop --to-release tools --to-namespace ops",
    ],
  ],
  notes: [objectNames],
  exitCodes: usualCodes,
};

/** The verb `move`. Its action throws a UsageError if the target release is missing. */
export function moveCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(new Command("move"), page).argument("<object>", "object to move");
  addReleaseFlag(command);
  command
    .addOption(
      new Option("--to-release <name>", "release to move the object to (required)").argParser(readLabel),
    )
    .addOption(
      new Option("--to-namespace <name>", "namespace of that release")
        .default(undefined, "the same namespace")
        .argParser(readLabel),
    );
  addLockTimeoutFlag(command);
  command.addOption(textOutputOption());
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (object: string) => {
    const flags = command.opts<MoveFlags>();
    const { toRelease } = flags;
    if (toRelease === undefined) {
      throw new UsageError("--to-release is required: name the release to move the object to");
    }
    return runMove(object, { release: demandRelease(flags), toRelease, flags, host });
  });
}
