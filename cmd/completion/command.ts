import { Argument, Command } from "commander";

import { BugError } from "../../lib/object/bug-error.ts";
import { listWords } from "../../lib/object/message-text.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { powershellScript } from "./powershell.ts";
import { type CompletedFlag, type CompletionCommand, readFlags, readCommandTree } from "./command-tree.ts";
import { zshScript } from "./zsh.ts";
import { exitCodes, type SetExitCode, UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

type Script = (verbs: readonly CompletionCommand[], flags: readonly CompletedFlag[]) => string;

const scripts: ReadonlyMap<string, Script> = new Map([
  ["bash", bashScript],
  ["zsh", zshScript],
  ["fish", fishScript],
  ["powershell", powershellScript],
]);

const examples = `Examples:
  source <(converge completion bash)   (a line for ~/.bashrc)
  source <(converge completion zsh)
  converge completion fish > ~/.config/fish/completions/converge.fish
  converge completion powershell | Out-String | Invoke-Expression`;

/** The verb `completion`, which prints a script generated from the commands. */
export function completionCommand(host: Host, finish: SetExitCode): Command {
  const names = [...scripts.keys()];
  const command = new Command("completion")
    .description("print the script that completes verbs, flags and their values in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(names).argParser(readShell))
    .addHelpText("after", `\n${examples}`);
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

function readShell(name: string): string {
  const names = [...scripts.keys()];
  if (!names.includes(name)) {
    throw new UsageError(`there is no completion for "${name}": choose ${listWords(names, "or")}`);
  }
  return name;
}
