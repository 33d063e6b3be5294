import { Argument, Command } from "commander";

import { parseChoice } from "../flags/option-parsers.ts";
import { BugError } from "../../lib/object/bug-error.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { powershellScript } from "./powershell.ts";
import { type CompletedFlag, type CompletionCommand, readFlags, readCommandTree } from "./command-tree.ts";
import { zshScript } from "./zsh.ts";
import { exitCodes, type SetExitCode } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { type HelpPage, describeCommand } from "../help/help-page.ts";

type Script = (verbs: readonly CompletionCommand[], flags: readonly CompletedFlag[]) => string;

const scripts: ReadonlyMap<string, Script> = new Map([
  ["bash", bashScript],
  ["zsh", zshScript],
  ["fish", fishScript],
  ["powershell", powershellScript],
]);

const page: HelpPage = {
  summary: "Print a shell completion script",
  details: "The script completes commands, flags and their values, including names of the cluster.",
  examples: [
    ["Load completion into bash, for example in ~/.bashrc", "source <(converge completion bash)"],
    ["Load completion into zsh, for example in ~/.zshrc", "source <(converge completion zsh)"],
    ["Install completion for fish", "converge completion fish > ~/.config/fish/completions/converge.fish"],
    ["Load completion into PowerShell", "converge completion powershell | Out-String | Invoke-Expression"],
  ],
  exitCodes: { 0: "printed", 2: "invalid usage" },
};

/** The verb `completion`, which prints a script generated from the commands. */
export function completionCommand(host: Host, finish: SetExitCode): Command {
  const names = [...scripts.keys()];
  const command = describeCommand(new Command("completion"), page).addArgument(
    new Argument("<shell>", "shell").choices(names).argParser(parseChoice(names)),
  );
  return command.action((name: string) => {
    const script = scripts.get(name);
    const program = command.parent;
    if (script === undefined || program === null) {
      throw new BugError(`no completion for ${name}`);
    }
    host.stdout.write(script(readCommandTree(program), readFlags(program)));
    finish(exitCodes.converged);
  });
}
