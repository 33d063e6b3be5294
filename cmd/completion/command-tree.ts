import type { Argument, Command, Option } from "commander";

import { consents } from "../../lib/inventory/prune-limits.ts";
import { diagnosticCodes } from "../../lib/object/diagnostic/diagnostic-code.ts";

/** A verb to complete. */
export interface CompletionCommand {
  /** `plan`; for a subcommand both words: `modules graph`. */
  readonly name: string;
  readonly description: string;
  readonly flags: readonly CompletedFlag[];
  readonly words: CompletedValue;
}

/** A flag to complete. */
export interface CompletedFlag {
  /** `-o`; undefined if there is no short form. */
  readonly short: string | undefined;
  /** `--output`. */
  readonly long: string;
  readonly description: string;
  readonly value: CompletedValue;
}

/**
 * Names that are looked up on completion: in the kubeconfig, in the cluster (`owned`: the objects of the
 * release) or in the manifests (`objects`).
 */
export type NameSource =
  | "contexts"
  | "clusters"
  | "users"
  | "namespaces"
  | "releases"
  | "revisions"
  | "owned"
  | "objects";

/**
 * The values that may follow a flag or a verb: nothing, anything, a file, a name that is looked up, one of a
 * few words, or a subcommand.
 */
export type CompletedValue =
  | { readonly is: "nothing" | "anything" | "file" }
  | { readonly is: "name"; readonly source: NameSource }
  | { readonly is: "word" | "verb"; readonly choices: readonly string[] };

/**
 * Reads the commands to complete, including `help`, which accepts the name of another verb. Subcommands come
 * before their verb, so that the longer name is matched first.
 */
export function readCommandTree(program: Command): readonly CompletionCommand[] {
  const names = program.commands.map((command) => command.name());
  const help: CompletionCommand = {
    name: "help",
    description: "Show the help of a command",
    flags: [],
    words: { is: "word", choices: names },
  };
  return [...program.commands.flatMap((verb) => [...verb.commands.map(readVerb), readVerb(verb)]), help];
}

/** Returns the flags of a command. */
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

/** Returns the verbs of the program itself, without subcommands. */
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
  // An argument before a path may be anything: files are offered for both. The lookup of revisions also
  // offers releases as long as none is given.
  const further = command.registeredArguments.find(
    (argument) => localNames.has(argument.name()) || argument.name() === "revision",
  );
  const argument = further ?? first;
  return argument === undefined ? { is: "nothing" } : wordValue(argument);
}

/** The names of values that are local files or folders. `repository-path` is not one. */
const localNames: ReadonlySet<string> = new Set(["path", "file", "folder", "path|revision", "key=file"]);

const nameSources: ReadonlyMap<string, NameSource> = new Map([
  ["--context", "contexts"],
  ["--cluster", "clusters"],
  ["--user", "users"],
  ["--namespace", "namespaces"],
  ["--release", "releases"],
  ["--to-release", "releases"],
  ["--to-namespace", "namespaces"],
  ["--revision", "revisions"],
  ["--why", "objects"],
]);

function flagValue(option: Option): CompletedValue {
  if (option.argChoices !== undefined) {
    return { is: "word", choices: option.argChoices };
  }
  // The value of a switch requires an equals sign: in `--prune manifests/`, `manifests/` is a path.
  if (!option.required) {
    return { is: "nothing" };
  }
  if (option.long === "--allow-prune") {
    return { is: "word", choices: [...consents, "all"] };
  }
  const source = nameSources.get(option.long ?? "");
  if (source !== undefined) {
    return { is: "name", source };
  }
  const name = /[<[](.*?)(?:\.\.\.)?[>\]]$/.exec(option.flags)?.[1] ?? "";
  return { is: localNames.has(name) ? "file" : "anything" };
}

/** The names of arguments that are looked up. */
const argumentSources: ReadonlyMap<string, NameSource> = new Map([
  ["release", "releases"],
  ["revision", "revisions"],
  ["object", "owned"],
]);

function wordValue(argument: Argument): CompletedValue {
  const source = argumentSources.get(argument.name());
  if (source !== undefined) {
    return { is: "name", source };
  }
  if (argument.name() === "code") {
    return { is: "word", choices: diagnosticCodes };
  }
  return argument.argChoices === undefined
    ? { is: localNames.has(argument.name()) ? "file" : "anything" }
    : { is: "word", choices: argument.argChoices };
}
