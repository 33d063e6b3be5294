import { Argument, Command } from "commander";

import { colorOption, textOutputOption } from "../flags/option-parsers.ts";
import { onCall } from "../flags/settings.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";
import type { SetExitCode } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { type ExplainFlags, runExplain } from "./run.ts";

const page: HelpPage = {
  summary: "Explain a diagnostic code",
  details:
    "Prints what a code means, its cause and its fix. Without a code, lists all codes. Does not need a cluster.",
  examples: [
    ["Explain the code of an error", "converge explain DependsOnExternal"],
    ["List all codes", "converge explain"],
    ["Print all codes as JSON", "converge explain -o json"],
  ],
  exitCodes: { 0: "success", 2: "invalid usage, or an unknown code" },
};

/** The verb `explain`. */
export function explainCommand(host: Host, finish: SetExitCode): Command {
  const code = new Argument("[code]", "code, as printed in brackets after a message; case is ignored");
  const command = describeCommand(new Command("explain").addArgument(code), page)
    .addOption(textOutputOption())
    .addOption(colorOption());
  return onCall(command, { host, finish }, async (word: string | undefined) =>
    runExplain(word, command.opts<ExplainFlags>(), host),
  );
}
