import type { Argument, Command, Option } from "commander";

/** Inputs of the page. */
export interface ManPageSource {
  readonly program: Command;
  readonly version: string;
  /** Returns the help of a command as printed. */
  readonly helpOf: (command: Command) => string;
}

/** Returns the manual page `converge(1)` in roff (man(7) macros), from the definitions of the commands. */
export function manPage({ program, version, helpOf }: ManPageSource): string {
  const verbs = program.commands.flatMap((verb) => [verb, ...verb.commands]);
  const lines = [
    `.TH CONVERGE 1 "" "converge ${escapeRoff(version)}" "User Commands"`,
    ".SH NAME",
    `converge \\- ${escapeRoff(program.description())}`,
    ".SH SYNOPSIS",
    `.B converge`,
    `\\fIverb\\fR [\\fIflags\\fR]`,
    ".SH DESCRIPTION",
    ...preformatted(closingOf(helpOf(program))),
    ".SH VERBS",
    ...verbs.flatMap((verb) => verbLines(verb, helpOf(verb))),
    ".SH SEE ALSO",
    ".BR kubectl (1),",
    ".BR helm (1)",
  ];
  return `${lines.join("\n")}\n`;
}

function verbLines(verb: Command, help: string): readonly string[] {
  const words = [verb.name(), ...verb.registeredArguments.map(argumentForm)];
  const parent = verb.parent?.parent === null ? "" : `${verb.parent?.name() ?? ""} `;
  return [
    `.SS converge ${escapeRoff(`${parent}${words.join(" ")}`)}`,
    textLine(verb.description()),
    ...verb.registeredArguments
      .filter(({ description }) => description !== "")
      .flatMap((argument) => item(`\\fI${escapeRoff(argument.name())}\\fR`, argument.description)),
    ...verb.createHelp().visibleOptions(verb).flatMap(optionLines),
    ...preformatted(closingOf(help)),
  ];
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

/** Returns the part of a help text after the lists of verbs and flags: examples, notes and exit codes. */
function closingOf(help: string): string {
  const at = help.search(/^(?:Examples|Exit codes).*:$/m);
  return at === -1 ? "" : help.slice(at).trimEnd();
}

function preformatted(text: string): readonly string[] {
  return text === "" ? [] : [".PP", ".nf", ...text.split("\n").map(textLine), ".fi"];
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
