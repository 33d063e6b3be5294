import type { Argument, Command, Option } from "commander";

/** A verb as a shell completes it. */
export interface CompletionCommand {
  /** `plan`; of a verb of a verb both words: `modules graph`. */
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

/** Names that are looked up when they are completed: in the kubeconfig, or in the cluster. */
export type NameSource = "contexts" | "clusters" | "users" | "namespaces" | "releases";

/**
 * What may stand behind a flag or a verb: nothing, anything, a file, a name that is looked up, one of a few
 * words, or one of its own verbs.
 */
export type CompletedValue =
  | { readonly is: "nothing" | "anything" | "file" }
  | { readonly is: "name"; readonly source: NameSource }
  | { readonly is: "word" | "verb"; readonly choices: readonly string[] };

/**
 * Reads the command tree into what shells complete, `help` included, which takes the name of another verb.
 * Verbs of a verb stand before it, so that the longer name is found first.
 */
export function readCommandTree(program: Command): readonly CompletionCommand[] {
  const names = program.commands.map((command) => command.name());
  const help: CompletionCommand = {
    name: "help",
    description: "show the help of a verb",
    flags: [],
    words: { is: "word", choices: names },
  };
  return [...program.commands.flatMap((verb) => [...verb.commands.map(readVerb), readVerb(verb)]), help];
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

/** The verbs of the program itself, as the first word of a command line. */
export function topVerbs(verbs: readonly CompletionCommand[]): readonly CompletionCommand[] {
  return verbs.filter(({ name }) => !name.includes(" "));
}

function readVerb(command: Command): CompletionCommand {
  const { parent } = command;
  const prefix = parent === null || parent.parent === null ? "" : `${parent.name()} `;
  return {
    name: prefix + command.name(),
    description: command.summary() === "" ? command.description() : command.summary(),
    flags: readFlags(command),
    words: wordsOf(command),
  };
}

function wordsOf(command: Command): CompletedValue {
  if (command.commands.length > 0) {
    return { is: "verb", choices: command.commands.map((own) => own.name()) };
  }
  const [first] = command.registeredArguments;
  // What is named before a path may be anything: files are offered for both.
  const path = command.registeredArguments.find((argument) => localNames.has(argument.name()));
  const argument = path ?? first;
  return argument === undefined ? { is: "nothing" } : wordValue(argument);
}

/** The names of values that are files or folders of this machine. `repository-path` is none. */
const localNames: ReadonlySet<string> = new Set(["path", "file", "folder", "path|revision", "key=file"]);

const nameSources: ReadonlyMap<string, NameSource> = new Map([
  ["--context", "contexts"],
  ["--cluster", "clusters"],
  ["--user", "users"],
  ["--namespace", "namespaces"],
  ["--release", "releases"],
]);

function flagValue(option: Option): CompletedValue {
  if (option.argChoices !== undefined) {
    return { is: "word", choices: option.argChoices };
  }
  // The value of a switch is written with an equals sign: `--prune manifests/` reads manifests.
  if (!option.required) {
    return { is: "nothing" };
  }
  const source = nameSources.get(option.long ?? "");
  if (source !== undefined) {
    return { is: "name", source };
  }
  const name = /[<[](.*?)(?:\.\.\.)?[>\]]$/.exec(option.flags)?.[1] ?? "";
  return { is: localNames.has(name) ? "file" : "anything" };
}

function wordValue(argument: Argument): CompletedValue {
  if (argument.name() === "release") {
    return { is: "name", source: "releases" };
  }
  return argument.argChoices === undefined
    ? { is: localNames.has(argument.name()) ? "file" : "anything" }
    : { is: "word", choices: argument.argChoices };
}
