import type { Argument, Command, Option } from "commander";

/** A verb as a shell completes it. */
export interface CompletedVerb {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly CompletedFlag[];
  readonly words: CompletedValue;
}

/** A flag as a shell completes it. */
export interface CompletedFlag {
  /** `-o`; undefined where there is no short form. */
  readonly short: string | undefined;
  /** `--output`. */
  readonly long: string;
  readonly description: string;
  readonly value: CompletedValue;
}

/** What may stand behind a flag or a verb: nothing, anything, a file, one of a few words, or one of its own verbs with files behind it. */
export type CompletedValue =
  | { readonly is: "nothing" | "anything" | "file" }
  | { readonly is: "word" | "verb"; readonly choices: readonly string[] };

/** Reads the command tree into what shells complete, `help` included, which takes the name of another verb. */
export function readVerbs(program: Command): readonly CompletedVerb[] {
  const names = program.commands.map((command) => command.name());
  const help: CompletedVerb = {
    name: "help",
    description: "show the help of a verb",
    flags: [],
    words: { is: "word", choices: names },
  };
  return [...program.commands.map(readVerb), help];
}

/** The flags of the program itself. */
export function readFlags(command: Command): readonly CompletedFlag[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map((option) => ({
      short: option.short,
      long: option.long ?? "",
      description: option.description,
      value: flagValue(option),
    }));
}

function readVerb(command: Command): CompletedVerb {
  return {
    name: command.name(),
    description: command.summary() === "" ? command.description() : command.summary(),
    flags: flagsOf(command),
    words: wordsOf(command),
  };
}

/** Of a verb that has verbs of its own: whatever one of them takes, each once. */
function flagsOf(command: Command): readonly CompletedFlag[] {
  const all = [command, ...command.commands].flatMap(readFlags);
  return [...new Map(all.map((flag) => [flag.long, flag])).values()];
}

function wordsOf(command: Command): CompletedValue {
  if (command.commands.length > 0) {
    return { is: "verb", choices: command.commands.map((own) => own.name()) };
  }
  const [argument] = command.registeredArguments;
  return argument === undefined ? { is: "nothing" } : wordValue(argument);
}

function flagValue(option: Option): CompletedValue {
  if (option.argChoices !== undefined) {
    return { is: "word", choices: option.argChoices };
  }
  if (!option.required && !option.optional) {
    return { is: "nothing" };
  }
  return { is: option.flags.includes("<path>") ? "file" : "anything" };
}

function wordValue(argument: Argument): CompletedValue {
  return argument.argChoices === undefined
    ? { is: argument.name() === "path" ? "file" : "anything" }
    : { is: "word", choices: argument.argChoices };
}
