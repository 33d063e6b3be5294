import { Argument, Command } from "commander";

import { ageKeyFileOption } from "../flags/apply-plan-flags.ts";
import { choiceOption, colorOption } from "../flags/option-parsers.ts";
import { addQuietFlag } from "../flags/quiet-flag.ts";
import { onCall } from "../flags/settings.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";
import { exitCodes, type SetExitCode, signalCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { type SavedPlanStyle, showSavedPlan } from "../output/saved-plan-output.ts";
import { readPlanFile } from "../session/plan-file.ts";

const page: HelpPage = {
  summary: "Show a saved plan",
  details:
    "Shows what a plan saved by `converge plan --save` does. Needs no cluster, and hides the values of Secrets.",
  examples: [
    ["Show a saved plan", "converge show-plan plan.json"],
    ["Show an encrypted plan", "converge show-plan plan.age --age-key-file key.txt"],
    ["Check a plan by a program", "converge show-plan plan.json -o json | jq .prunes"],
  ],
  exitCodes: { 0: "shown", 2: "invalid input or usage", ...signalCodes },
};

interface ShowPlanFlags extends SavedPlanStyle {
  readonly ageKeyFile?: readonly string[];
}

/** The verb `show-plan`. */
export function showPlanCommand(host: Host, finish: SetExitCode): Command {
  const command = describeCommand(
    new Command("show-plan").addArgument(new Argument("<file>", "file of the saved plan")),
    page,
  );
  command
    .addOption(ageKeyFileOption())
    .addOption(choiceOption("-o, --output <format>", "output format", ["table", "json"]).default("table"))
    .addOption(colorOption());
  addQuietFlag(command);
  return onCall(command, { host, finish }, async (path: string) => {
    const flags = command.opts<ShowPlanFlags>();
    const saved = await readPlanFile(path, { flags, host });
    if (saved === undefined) {
      return exitCodes.invalid;
    }
    await showSavedPlan(saved, flags, host);
    return exitCodes.converged;
  });
}
