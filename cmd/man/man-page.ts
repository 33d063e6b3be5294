import type { Argument, Command, Option } from "commander";

import { helpPageOf } from "../help/help-page.ts";

/** Inputs of the page. */
export interface ManPageSource {
  readonly program: Command;
  readonly version: string;
}

/** Returns the manual page `converge(1)` in roff (man(7) macros), from the definitions of the commands. */
export function manPage({ program, version }: ManPageSource): string {
  const verbs = program.commands.flatMap((verb) => [verb, ...verb.commands]);
  const lines = [
    `.TH CONVERGE 1 "" "converge ${escapeRoff(version)}" "User Commands"`,
    ".SH NAME",
    `converge \\- ${escapeRoff(program.summary())}`,
    ".SH SYNOPSIS",
    `.B converge`,
    `\\fIcommand\\fR [\\fIflags\\fR]`,
    ".SH DESCRIPTION",
    ...pageLines(program),
    ".SH COMMANDS",
    ...verbs.flatMap(verbLines),
    ".SH SEE ALSO",
    ".BR kubectl (1),",
    ".BR helm (1)",
  ];
  return `${lines.join("\n")}\n`;
}

function verbLines(verb: Command): readonly string[] {
  const words = [verb.name(), ...verb.registeredArguments.map(argumentForm)];
  const parent = verb.parent?.parent === null ? "" : `${verb.parent?.name() ?? ""} `;
  return [
    `.SS converge ${escapeRoff(`${parent}${words.join(" ")}`)}`,
    textLine(verb.description()),
    ...verb.registeredArguments
      .filter(({ description }) => description !== "")
      .flatMap((argument) => item(`\\fI${escapeRoff(argument.name())}\\fR`, argument.description)),
    ...verb.createHelp().visibleOptions(verb).flatMap(optionLines),
    ...pageLines(verb),
  ];
}

/** The details, examples, notes and exit codes of the help of a command. */
function pageLines(command: Command): readonly string[] {
  const page = helpPageOf(command);
  const { details = "", notes = [], exitCodes = {} } = page ?? {};
  const examples = page?.examples ?? [];
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `${code.padEnd(5)}${meaning}`);
  return [
    ...paragraph("", details),
    ...paragraph(
      "Examples",
      examples.map(([comment, ...lines]) => [`# ${comment}`, ...lines].join("\n")).join("\n\n"),
    ),
    ...notes.flatMap(({ title, text }) => paragraph(title, text)),
    ...paragraph("Exit codes", codes.join("\n")),
  ];
}

/** A text below a title. Its line breaks are kept if it has any. */
function paragraph(title: string, text: string): readonly string[] {
  if (text === "") {
    return [];
  }
  const head = title === "" ? [".PP"] : [".PP", `.B ${escapeRoff(title)}:`];
  return text.includes("\n")
    ? [...head, ".nf", ...text.split("\n").map(textLine), ".fi"]
    : [...head, ...(title === "" ? [] : [".br"]), textLine(text)];
}

function argumentForm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function optionLines(option: Option): readonly string[] {
  const flags = escapeRoff(option.flags).replaceAll(/(^|, )(\\-[^ ,]+)/g, String.raw`$1\fB$2\fR`);
  const choices = option.argChoices === undefined ? "" : `: ${option.argChoices.join(", ")}`;
  const value = option.defaultValueDescription ?? option.defaultValue;
  return item(
    flags,
    `${option.description}${choices}${value === undefined ? "" : ` (default: ${String(value)})`}`,
  );
}

function item(term: string, text: string): readonly string[] {
  return [".TP", term, textLine(text)];
}

/** A line that begins with a dot or an apostrophe would be a macro. */
function textLine(text: string): string {
  const escaped = escapeRoff(text);
  return /^[.']/.test(escaped) ? String.raw`\&${escaped}` : escaped;
}

/** A plain hyphen may be printed as a typographic one, which cannot be pasted. */
function escapeRoff(text: string): string {
  return text.replaceAll("\\", String.raw`\e`).replaceAll("-", String.raw`\-`);
}
