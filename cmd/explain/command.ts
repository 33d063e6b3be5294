import { Argument, Command } from "commander";

import { colorOption, textOutputOption } from "../flags/option-parsers.ts";
import { onCall } from "../flags/settings.ts";
import type { SetExitCode } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { type ExplainFlags, runExplain } from "./run.ts";

const help = `Examples:
  converge explain DependsOnExternal
  converge explain                     all codes
  converge explain -o json

Exit codes:
  0  done
  2  invalid usage, or there is no such code`;

/** The verb `explain`. */
export function explainCommand(host: Host, finish: SetExitCode): Command {
  const command = new Command("explain")
    .summary("explain a diagnostic code")
    .description(
      "Explains a diagnostic code: its cause and its remedy. Without a code, lists all of them. Needs no cluster.",
    )
    .addArgument(new Argument("[code]", "the code, as printed in brackets after a message; case is ignored"))
    .addHelpText("after", `\n${help}`)
    .addOption(textOutputOption())
    .addOption(colorOption());
  return onCall(command, { host, finish }, async (code: string | undefined) =>
    runExplain(code, command.opts<ExplainFlags>(), host),
  );
}
