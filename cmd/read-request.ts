import type { Command } from "commander";

import { listWords } from "../lib/object/message-text.ts";
import { UsageError } from "./host/exit-code.ts";
import { flagsLength, leadingFlagsLast, normalizeArgv } from "./host/normalize-argv.ts";

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
 * handled as a call of that verb. Throws a UsageError for flags without a verb, for a verb of another tool,
 * and for help on what is not a verb.
 */
export function readRequest(given: readonly string[], program: Command): readonly string[] {
  const words = leadingFlagsLast(given, program, (word) => isVerb(word, program));
  const [first, second] = words;
  if (words.length > 0 && flagsLength(words, program) === words.length) {
    throw new UsageError("no command is given, only flags: run `converge --help` for a list of commands");
  }
  const verb = first === "help" ? second : first;
  const meant = foreignVerbs.get(verb ?? "");
  if (meant !== undefined) {
    throw new UsageError(`unknown command "${verb}"; did you mean ${meant}?`);
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
    throw new UsageError(`help takes the name of a command only, such as \`converge help ${verb}\``);
  }
  if (own !== undefined && !owns.includes(own)) {
    throw new UsageError(`unknown command "${verb} ${own}": choose ${listWords(owns, "or")}`);
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
