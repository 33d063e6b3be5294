/** Checks options at run time: many callers are not type-checked, or pass configuration. */
import { didYouMean } from "../../object/diagnostic/suggestion.ts";
import { type Duration, parseDuration } from "../../object/duration.ts";
import { listWords } from "../../object/message-text.ts";

/** A test of an option's value, and the words for what it expects. */
export type OptionCheck = readonly [fits: (value: unknown) => boolean, expected: string];

/** The expectations of all options of a function. */
export type OptionTable<Options> = Readonly<Record<keyof Options, OptionCheck>>;

/**
 * Checks the options of a function. `undefined` means the default. Throws a TypeError that names the function
 * and the option if one is unknown or has a wrong value.
 */
export function checkOptions<Options>(name: string, options: Options, table: OptionTable<Options>): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${name}: options must be an object`);
  }
  const known = new Map<string, OptionCheck>(Object.entries(table));
  for (const [option, value] of Object.entries(options)) {
    const expectation = known.get(option);
    if (expectation === undefined) {
      throw new TypeError(`${name}: there is no option ${option}${didYouMean(option, known.keys())}`);
    }
    const [fits, expected] = expectation;
    if (value !== undefined && !fits(value)) {
      throw new TypeError(`${name}: ${option} must be ${expected}`);
    }
  }
}

/** Throws a TypeError if a required option is missing. */
export function requireOption<Options extends object>(
  name: string,
  options: Options,
  option: keyof Options & string,
): void {
  if (options[option] === undefined) {
    throw new TypeError(`${name}: ${option} is required`);
  }
}

/** Any text but the empty one. */
export const text: OptionCheck = [(value) => typeof value === "string" && value !== "", "a text"];

/** `true` or `false`. */
export const flag: OptionCheck = [(value) => typeof value === "boolean", "true or false"];

/** A function. */
export const callback: OptionCheck = [(value) => typeof value === "function", "a function"];

/** An AbortSignal. */
export const abortSignal: OptionCheck = [(value) => value instanceof AbortSignal, "an AbortSignal"];

/** An RFC 1123 label: the name of a release or a namespace. */
export const label: OptionCheck = [
  (value) => typeof value === "string" && /^(?!.{64})[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(value),
  "up to 63 lower-case letters, digits and -, with a letter or digit at either end",
];

/** Milliseconds, or a duration as in Go. */
export const duration: OptionCheck = [
  (value) => (readDuration(value) ?? 0) > 0,
  'milliseconds or a text such as "90s" or "5m", longer than 0',
];

/** One of a few words. */
export function oneOf(words: readonly string[]): OptionCheck {
  const quoted = words.map((word) => `"${word}"`);
  return [(value) => words.some((word) => word === value), listWords(quoted, "or")];
}

/** A whole number within bounds. */
export function integer(least: number, most: number): OptionCheck {
  return [
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    `a whole number from ${least} to ${most}`,
  ];
}

/** A list of values that fit. */
export function listWith([fits, expected]: OptionCheck): OptionCheck {
  return [
    (value) => Array.isArray(value) && value.every((entry) => fits(entry)),
    `a list, each entry ${expected}`,
  ];
}

/** An object, and no list. */
export const plainObject: OptionCheck = [
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "an object",
];

/** Returns the milliseconds of a duration that was checked; the default if it is undefined. */
export function millisecondsOf(value: number | string | undefined, usual: Duration): Duration {
  return readDuration(value) ?? usual;
}

function readDuration(value: unknown): Duration | undefined {
  if (typeof value === "number") {
    return Number.isFinite(value) ? value : undefined;
  }
  return typeof value === "string" ? parseDuration(value) : undefined;
}
