import { type Command, CommanderError } from "commander";

import { escapeControl } from "../lib/report/terminal/escape-control.ts";
import { exitCodes, UsageError } from "./host/exit-code.ts";
import { buildProgram } from "./program.ts";
import { leadingFlagsLast, normalizeArgv } from "./host/normalize-argv.ts";
import type { Host } from "./host/host.ts";
import { listWords } from "../lib/object/message-text.ts";

/** Runs one command line (without the program's own name) and returns its exit code. It never throws. */
export async function run(words: readonly string[], host: Host): Promise<number> {
  let exitCode: number = exitCodes.converged;
  try {
    if (words[0] === "__complete") {
      const { completeNames } = await import("./completion/complete-names.ts");
      return await completeNames(words.slice(1), host, run);
    }
    const program = buildProgram(
      host,
      (code) => {
        exitCode = code;
      },
      words,
    );
    await program.parseAsync(readRequest(words, program), { from: "user" });
    return exitCode;
  } catch (error) {
    return reportFailure(error, host);
  }
}

/** The verbs of other tools, with the equivalent ones here. */
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
 * Prepares the words for parsing: without any, help is shown, as in kubectl; help for an unknown verb is
 * handled as a call of that verb.
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

/** Returns the request for help on a verb or subcommand. An unknown name is a usage error. */
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
    throw new UsageError(`\`${verb}\` has no verb "${own}": choose ${listWords(owns, "or")}`);
  }
  return [verb, ...(own === undefined ? [] : [own]), "--help"];
}

/** Reports whether the words name no verb, or only one that has subcommands. */
function isBare([first, second]: readonly string[], program: Command): boolean {
  const verb = program.commands.find((command) => command.name() === first);
  return first === undefined || (second === undefined && (verb?.commands.length ?? 0) > 0);
}

/** Returns the flags of a verb or subcommand whose value is optional, and their value when it is left out. */
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

/** Messages may quote a manifest or the command line, and are escaped for the terminal. */
function reportFailure(error: unknown, host: Host): number {
  if (error instanceof CommanderError) {
    // Commander has already reported the error; help and version arrive here too, with 0.
    return error.exitCode === 0 ? exitCodes.converged : exitCodes.invalid;
  }
  if (error instanceof UsageError) {
    host.stderr.write(`error: ${escapeControl(error.message)}\n`);
    return exitCodes.invalid;
  }
  const fact = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const [firstLine] = fact.split("\n");
  host.stderr.write(
    `error: converge has a bug, please report it with what you ran: ${escapeControl(firstLine ?? "")} (CONVERGE_DEBUG=1 shows where)\n`,
  );
  if (host.env["CONVERGE_DEBUG"] === "1" && error instanceof Error) {
    const trace = (error.stack ?? "").split("\n").map(escapeControl);
    host.stderr.write(`${trace.join("\n")}\n`);
  }
  return exitCodes.failed;
}
