import { InvalidArgumentError, Option } from "commander";
import { colorModes } from "../host/color.ts";

import { type Duration, parseDuration } from "../../lib/object/duration.ts";
import { didYouMean } from "../../lib/object/diagnostic/suggestion.ts";
import { listWords } from "../../lib/object/message-text.ts";
import { UsageError } from "../host/exit-code.ts";

/** Returns a flag with a fixed set of values. */
export function choiceOption(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices).argParser(parseChoice(choices));
}

/** Names of choices in other tools, in lower case, and the choices that they may correspond to here. */
export type Aliases = ReadonlyMap<string, readonly string[]>;

/**
 * Returns a parser for a fixed set of words that suggests a correction for others. The parser throws an
 * InvalidArgumentError.
 */
export function parseChoice(
  choices: readonly string[],
  foreign: Aliases = new Map(),
): (word: string) => string {
  return (word) => {
    if (!choices.includes(word)) {
      const meant = foreign.get(word.toLowerCase())?.map((choice) => `"${choice}"`);
      const guess =
        meant === undefined ? didYouMean(word, choices) : `; did you mean ${listWords(meant, "or")}?`;
      throw new InvalidArgumentError(`choose ${listWords(choices, "or")}${guess}`);
    }
    return word;
  };
}

/** Collects a flag that may be repeated, each time with one value or several separated by commas. */
export function collectList(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), ...value.split(",").filter((part) => part !== "")];
}

/**
 * Parses a timeout in Go's syntax of durations. Throws an InvalidArgumentError if it is invalid or not
 * positive.
 */
export function readTimeout(text: string): Duration {
  const duration = parseDuration(text);
  if (duration === undefined) {
    throw new InvalidArgumentError("write a duration such as 90s, 5m or 1h30m");
  }
  if (duration <= 0) {
    throw new InvalidArgumentError("must be greater than 0");
  }
  return duration;
}

/** Validates a namespace name: an RFC 1123 label. Throws an InvalidArgumentError if it is invalid. */
export function readLabel(text: string): string {
  if (text.length > 63 || !/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text)) {
    throw new InvalidArgumentError(
      "write up to 63 lowercase letters, digits or -, starting and ending with a letter or digit",
    );
  }
  return text;
}

/** Returns a flag that is on or off: `--prune`, `--prune=false`. */
export function switchOption(flags: string, description: string, usual: boolean): Option {
  const read = parseChoice(["true", "false"]);
  return new Option(flags, description)
    .preset("true")
    .argParser((word) => read(word) === "true")
    .default(usual);
}

/** Parses a revision number from the command line. Throws a UsageError if it is invalid. */
export function readRevisionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new UsageError(`"${text}" is not a revision: write its number, as shown by \`converge history\``);
  }
  return Number(text);
}

/** Returns the flag `--color`. */
export function colorOption(): Option {
  return choiceOption("--color <when>", "when to use colors", colorModes).default("auto");
}

/** Returns the flag `--output` of verbs that print text or JSON. */
export function textOutputOption(): Option {
  return choiceOption("-o, --output <format>", "output format", ["text", "json"]).default("text");
}
