import type { Command, Help, Option } from "commander";

import { listWords } from "../../lib/object/message-text.ts";
import { flagSections } from "./flag-sections.ts";
import { type HelpNote, type HelpPage, helpPageOf } from "./help-page.ts";

/** Columns of the widest term that has its description on the same line. */
const widestTerm = 30;

/** Formats the help of a command: what it does, examples, usage, arguments, flags, exit codes. */
export function formatHelp(command: Command, helper: Help): string {
  const page = helpPageOf(command);
  const wrap: Wrap = (text, indent) => wrapped(text, indent, helper);
  const blocks = [
    ...descriptionOf(command, page).map((text) => wrap(text, 0)),
    examplesOf(page),
    `Usage:\n  ${usageOf(command)}`,
    ...aligned([["Arguments", argumentsOf(command, helper)]], wrap),
    ...commandLists(command, helper, wrap),
    ...flagLists(command, helper, wrap),
    ...(page?.notes ?? []).map((note) => noteText(note, wrap)),
    exitCodeTable(page),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

type Wrap = (text: string, indent: number) => string;

/** Breaks lines at the width of the output, each indented. Lines that begin with a space are kept. */
function wrapped(text: string, indent: number, helper: Help): string {
  const space = " ".repeat(indent);
  return text
    .split("\n")
    .map((line) => (line.startsWith(" ") ? line : helper.boxWrap(line, (helper.helpWidth ?? 80) - indent)))
    .join("\n")
    .replaceAll("\n", `\n${space}`);
}

function descriptionOf(command: Command, page: HelpPage | undefined): readonly string[] {
  return [command.description(), page?.details ?? ""];
}

function examplesOf(page: HelpPage | undefined): string {
  const examples = page?.examples ?? [];
  const texts = examples.map(([comment, ...lines]) =>
    [`# ${comment}`, ...lines].map((line) => `  ${line}`).join("\n"),
  );
  return texts.length === 0 ? "" : `Examples:\n${texts.join("\n\n")}`;
}

/** Returns `converge plan [path...] [flags]`. */
function usageOf(command: Command): string {
  const { parent } = command;
  const names = [parent?.parent?.name(), parent?.name(), command.name()].filter((name) => name !== undefined);
  const words = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [...names, ...(command.commands.length > 0 ? ["<command>"] : words), "[flags]"].join(" ");
}

/** A term with its description. */
type Item = readonly [term: string, description: string];

type ItemList = readonly [title: string, items: readonly Item[]];

function argumentsOf(command: Command, helper: Help): readonly Item[] {
  return helper
    .visibleArguments(command)
    .map((argument) => [
      argument.name(),
      `${argument.description}${choicesOf(argument.argChoices)}${defaultOf(argument)}`,
    ]);
}

/** Lists the subcommands by group. */
function commandLists(command: Command, helper: Help, wrap: Wrap): readonly string[] {
  const groups = Map.groupBy(helper.visibleCommands(command), (one) => one.helpGroup());
  const lists = [...groups].map(([title, commands]): ItemList => [
    title === "" ? "Commands" : title,
    commands.map((one): Item => [one.name(), one.summary() === "" ? one.description() : one.summary()]),
  ]);
  return aligned(lists, wrap);
}

function flagLists(command: Command, helper: Help, wrap: Wrap): readonly string[] {
  const lists = flagSections(helper.visibleOptions(command)).map(({ title, options }): ItemList => [
    title,
    options.map((option): Item => [flagTerm(option), describeFlag(option)]),
  ]);
  return aligned(lists, wrap);
}

/** Formats `-n, --namespace <name>`. Flags without a short form are aligned with the others. */
function flagTerm(option: Option): string {
  const value = /[<[](.*)[>\]]$/.exec(option.flags)?.[1];
  const optional = option.optional && value !== "bool" ? `[=${value}]` : "";
  const short = option.short === undefined ? "   " : `${option.short},`;
  return `${short} ${option.long ?? ""}${option.required ? ` <${value}>` : optional}`;
}

/** Formats the help of a flag: `output format: table, json or dot (default: table)`. */
function describeFlag(option: Option): string {
  return `${option.description}${choicesOf(option.argChoices)}${defaultOf(option)}`;
}

function choicesOf(choices: readonly string[] | undefined): string {
  return choices === undefined ? "" : `: ${listWords(choices, "or")}`;
}

interface WithDefault {
  readonly defaultValue?: unknown;
  readonly defaultValueDescription?: string | undefined;
}

/** A switch that is off by default needs no mention, as in kubectl. */
function defaultOf({ defaultValue, defaultValueDescription }: WithDefault): string {
  const value = defaultValueDescription ?? (isPlain(defaultValue) ? String(defaultValue) : "");
  return value === "" || value === "false" ? "" : ` (default: ${value})`;
}

function isPlain(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** Formats lists with their descriptions in one column. */
function aligned(lists: readonly ItemList[], wrap: Wrap): readonly string[] {
  const terms = lists.flatMap(([, items]) => items.map(([term]) => term.length));
  const column = Math.max(0, ...terms.filter((width) => width <= widestTerm)) + 4;
  return lists
    .filter(([, items]) => items.length > 0)
    .map(([title, items]) => [`${title}:`, ...items.map((item) => itemText(item, column, wrap))].join("\n"));
}

/** A term that is too wide has its description on the next line. */
function itemText([term, description]: Item, column: number, wrap: Wrap): string {
  const head = `  ${term}`;
  const gap = head.length + 2 > column ? `\n${" ".repeat(column)}` : " ".repeat(column - head.length);
  return `${head}${gap}${wrap(description, column)}`.trimEnd();
}

function noteText({ title, text }: HelpNote, wrap: Wrap): string {
  return `${title}:\n  ${wrap(text, 2)}`;
}

function exitCodeTable(page: HelpPage | undefined): string {
  const rows = Object.entries(page?.exitCodes ?? {}).map(([code, text]) => `  ${code.padEnd(5)}${text}`);
  return rows.length === 0 ? "" : ["Exit codes:", ...rows].join("\n");
}
