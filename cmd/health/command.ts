import { Argument, Command, InvalidArgumentError, Option } from "commander";

import { parseTimestamp } from "../../lib/object/timestamp.ts";
import { addClusterFlags } from "../flags/cluster-flags.ts";
import { healthOption } from "../flags/health-flags.ts";
import { colorOption, textOutputOption } from "../flags/option-parsers.ts";
import { addPathFlags } from "../flags/path-flags.ts";
import { readinessOption } from "../flags/run-flags.ts";
import { onCall } from "../flags/settings.ts";
import { crdsOption } from "../flags/validation-flags.ts";
import { describeCommand, type HelpPage } from "../help/help-page.ts";
import { type SetExitCode, signalCodes, usualCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { type HealthCommandFlags, runHealth } from "./run.ts";

const page: HelpPage = {
  summary: "Show whether objects are ready, and by which rule",
  details:
    "Judges objects as printed by `kubectl get -o yaml`, without a cluster, or objects of the cluster by name. Does not wait.",
  examples: [
    ["Judge the objects of a file", "converge health certificates.yaml"],
    ["Judge what kubectl prints", "kubectl get certificates -A -o yaml | converge health -"],
    ["Judge objects of the cluster", "converge health deployment/web certificate/shop -n shop"],
    ["Try health rules on saved objects", "converge health saved/ --health rules/ -o json"],
  ],
  exitCodes: {
    0: "every object is ready or suspended",
    1: "an object has failed",
    2: "invalid input or usage",
    3: "an object is in progress, being deleted or missing, and none has failed",
    4: usualCodes[4],
    ...signalCodes,
  },
};

/** The verb `health`. */
export function healthCommand(host: Host, finish: SetExitCode): Command {
  const paths = new Argument(
    "[path|kind/name...]",
    "files, directories, - for standard input, or objects of the cluster such as deployment/web",
  );
  const command = describeCommand(new Command("health").addArgument(paths), page);
  addPathFlags(command);
  command
    .addOption(healthOption())
    .addOption(crdsOption())
    .addOption(readinessOption())
    .addOption(nowOption())
    .addOption(textOutputOption())
    .addOption(colorOption());
  addClusterFlags(command);
  return onCall(command, { host, finish }, async (words: readonly string[]) =>
    runHealth(words, command.opts<HealthCommandFlags>(), host),
  );
}

function nowOption(): Option {
  return new Option("--now <time>", "time to simulate, such as 2026-11-21T08:00:00Z")
    .default(undefined, "the present")
    .argParser(readTime);
}

function readTime(text: string): number {
  const time = parseTimestamp(text);
  if (time === undefined) {
    throw new InvalidArgumentError("write a time such as 2026-01-31T12:00:00Z");
  }
  return time;
}
