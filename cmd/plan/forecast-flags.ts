import { type Command, InvalidArgumentError, Option } from "commander";

import { parseSupposition, type Supposition } from "../../lib/plan/supposition.ts";
import { historyOption } from "../session/history-flag.ts";
import { ofCallOnly } from "../flags/other-verbs.ts";
import { UsageError } from "../host/exit-code.ts";
import type { OutputFormat } from "../output/plan-output.ts";

/** The flags about the time that a plan takes. */
export interface ForecastFlags {
  readonly history?: string;
  readonly whatIf?: readonly Supposition[];
}

/** Those flags, and what they may make no sense with. */
interface PlanChoices extends ForecastFlags {
  readonly action: string;
  readonly why?: readonly string[];
  readonly output: OutputFormat;
}

/** Adds `--history` and `--what-if`. */
export function addForecastFlags(command: Command): void {
  const whatIf = "show the expected time if an object takes that long: slow=Deployment/db:5m (repeatable)";
  command
    .addOption(historyOption())
    .addOption(ofCallOnly(new Option("--what-if <change>", whatIf).argParser(readWhatIf)));
}

function readWhatIf(text: string, previous: readonly Supposition[] | undefined): readonly Supposition[] {
  const read = parseSupposition(text);
  if ("fault" in read) {
    throw new InvalidArgumentError(read.fault);
  }
  return [...(previous ?? []), read];
}

/** The outputs that show the expected time. */
const timedFormats: ReadonlySet<OutputFormat> = new Set(["table", "json", "html"]);

/** Throws a UsageError if the flags make no sense for a plan of these paths, or its output shows no time. */
export function refuseForecast(
  { history, whatIf, action, why, output }: PlanChoices,
  paths: readonly string[],
): void {
  if ((history ?? whatIf) === undefined) {
    return;
  }
  if (action === "delete") {
    throw new UsageError(
      "--history and --what-if are about objects that become ready: remove --action delete",
    );
  }
  if (why !== undefined) {
    throw new UsageError("--why shows no expected time: remove --history and --what-if");
  }
  if (!timedFormats.has(output)) {
    throw new UsageError(`-o ${output} shows no expected time: remove --history and --what-if`);
  }
  if (history === "-" && paths.includes("-")) {
    throw new UsageError("standard input cannot be both manifests and --history: write one into a file");
  }
}
