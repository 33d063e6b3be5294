import { type Command, CommanderError } from "commander";

import { escapeControl } from "../lib/report/terminal/escape-control.ts";
import { exitCodes } from "./host/exit-code.ts";
import { buildProgram } from "./program.ts";
import { leadingFlagsLast } from "./host/leading-flags.ts";
import { joinOr } from "./flags/option-parsers.ts";
import type { Host } from "./host/host.ts";
import { UsageError } from "./host/usage-error.ts";
import { normalizeArgv } from "./host/normalize-argv.ts";

/** Runs one command line (without the program's own name) and gives back its exit code. It never throws. */
export async function run(words: readonly string[], shell: Host): Promise<number> {
  let exitCode: number = exitCodes.converged;
  try {
    if (words[0] === "__complete") {
      const { completeNames } = await import("./completion/complete-names.ts");
      return await completeNames(words.slice(1), shell);
    }
    const program = buildProgram(
      shell,
      (code) => {
        exitCode = code;
      },
      words,
    );
    await program.parseAsync(readRequest(words, program), { from: "user" });
    return exitCode;
  } catch (error) {
    return reportFailure(error, shell);
  }
}

/** What other tools call what a verb does. */
const foreignVerbs: ReadonlyMap<string, string> = new Map([
  ["install", "apply"],
  ["upgrade", "apply"],
  ["deploy", "apply"],
  ["uninstall", "delete"],
  ["destroy", "delete"],
  ["template", "plan"],
  ["render", "plan"],
  ["ls", "list"],
]);

function isVerb(word: string, program: Command): boolean {
  return foreignVerbs.has(word) || program.commands.some((command) => command.name() === word);
}

/**
 * Called with nothing, it shows what it can do, as kubectl does; help for a verb it has not is that verb's
 * mistake.
 */
function readRequest(given: readonly string[], program: Command): readonly string[] {
  const words = leadingFlagsLast(given, program, (word) => isVerb(word, program));
  const [first, second] = words;
  const verb = first === "help" ? second : first;
  const meant = foreignVerbs.get(verb ?? "");
  if (meant !== undefined) {
    throw new UsageError(`unknown command '${verb}'; did you mean ${meant}?`);
  }
  if (first === "help" && second !== undefined) {
    return helpRequest(words.slice(1), program);
  }
  return isBare(words, program) ? [...words, "--help"] : normalizeArgv(words, switchesOf(program, words));
}

/** Help for a verb, or for a verb of a verb; a name that nothing has is a mistake where it stands. */
function helpRequest([verb = "", own, ...rest]: readonly string[], program: Command): readonly string[] {
  const command = program.commands.find((one) => one.name() === verb);
  if (command === undefined) {
    return [verb];
  }
  const owns = command.commands.map((one) => one.name());
  if (own !== undefined && (owns.length === 0 || rest.length > 0)) {
    throw new UsageError(`help takes the name of a verb, such as \`converge help ${verb}\``);
  }
  if (own !== undefined && !owns.includes(own)) {
    throw new UsageError(`\`${verb}\` has no verb "${own}": choose ${joinOr(owns)}`);
  }
  return [verb, ...(own === undefined ? [] : [own]), "--help"];
}

/** Whether no verb is named, or one that has verbs of its own and nothing else. */
function isBare([first, second]: readonly string[], program: Command): boolean {
  const verb = program.commands.find((command) => command.name() === first);
  return first === undefined || (second === undefined && (verb?.commands.length ?? 0) > 0);
}

/** The flags of a verb, or of its own verb, whose value may be left out, and what they mean then. */
function switchesOf(program: Command, [first, second]: readonly string[]): ReadonlyMap<string, string> {
  const verb = program.commands.find((command) => command.name() === first);
  const own = verb?.commands.find((command) => command.name() === second);
  const options = [...(verb?.options ?? []), ...(own?.options ?? [])];
  return new Map(
    options
      .filter((option) => option.optional)
      .map((option) => [option.long ?? "", String(option.presetArg)]),
  );
}

/** What is told may quote a manifest or the command line, and goes to a terminal. */
function reportFailure(error: unknown, shell: Host): number {
  if (error instanceof CommanderError) {
    // Commander has already said what is wrong; help and version come this way too, with 0.
    return error.exitCode === 0 ? exitCodes.converged : exitCodes.invalid;
  }
  if (error instanceof UsageError) {
    shell.stderr.write(`error: ${escapeControl(error.message)}\n`);
    return exitCodes.invalid;
  }
  const fact = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const [firstLine] = fact.split("\n");
  shell.stderr.write(
    `error: converge has a bug, please report it with what you ran: ${escapeControl(firstLine ?? "")} (CONVERGE_DEBUG=1 shows where)\n`,
  );
  if (shell.env["CONVERGE_DEBUG"] === "1" && error instanceof Error) {
    const trace = (error.stack ?? "").split("\n").map(escapeControl);
    shell.stderr.write(`${trace.join("\n")}\n`);
  }
  return exitCodes.failed;
}
