import { Command, Option } from "commander";

import { addClusterFlags } from "../flags/cluster-flags.ts";
import { exitCodeTable, type SetExitCode, UsageError } from "../host/exit-code.ts";
import { readLabel, textOutputOption } from "../flags/option-parsers.ts";
import { addLockTimeoutFlag, addReleaseFlag, demandRelease } from "../flags/run-flags.ts";
import { type MoveFlags, runMove } from "./run.ts";
import { onCall } from "../flags/settings.ts";
import type { Host } from "../host/host.ts";

const examples = `Examples:
  converge move deploy/web --release shop --to-release web -n shop
  converge move cm/env --release shop --to-release tools --to-namespace ops

The object itself stays as and where it is. An OBJECT is written as in the plan,
apps/namespaces/shop/Deployment/web, or shorter where that is clear: web,
deploy/web, Deployment/web.`;

/** The verb `move`. Its action throws a UsageError if the target release is missing. */
export function moveCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("move")
    .summary("give an object of a release to another release")
    .description("Gives an object of a release to another release, which prunes and deletes it from then on.")
    .argument("<object>", "the object to give away")
    .addHelpText("after", `\n${examples}\n\n${exitCodeTable}`);
  addReleaseFlag(command);
  command
    .addOption(
      new Option("--to-release <name>", "name of the release that gets it (required)").argParser(readLabel),
    )
    .addOption(
      new Option("--to-namespace <name>", "the namespace of that release (default: the same)").argParser(
        readLabel,
      ),
    );
  addLockTimeoutFlag(command);
  command.addOption(textOutputOption());
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (object: string) => {
    const flags = command.opts<MoveFlags>();
    const { toRelease } = flags;
    if (toRelease === undefined) {
      throw new UsageError("to which release? Name it with --to-release");
    }
    return runMove(object, { release: demandRelease(flags), toRelease, flags, host });
  });
}
