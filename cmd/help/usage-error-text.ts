import type { Command } from "commander";

import { hideUserinfo } from "../../lib/object/message-text.ts";

/** Messages of Commander, and how they are worded here. */
const rewordings: readonly (readonly [theirs: RegExp, ours: string])[] = [
  [
    /^error: option '[^']*?(--[-a-z]+)[^']*' argument '([^]*)' is invalid\. /,
    'error: invalid value "$2" for $1: ',
  ],
  [
    /^error: command-argument value '([^]*)' is invalid for argument '([^']*)'\. /,
    'error: invalid value "$1" for <$2>: ',
  ],
  [/^error: option '[^']*?(--[-a-z]+)[^']*' argument missing/, "error: $1 requires a value"],
  [/^error: required option '[^']*?(--[-a-z]+)[^']*' not specified/, "error: $1 is required"],
  [/^error: missing required argument '([^']*)'/, "error: argument <$1> is required"],
  [/^error: unknown option '([^]*?)'(?=\n)/, 'error: unknown flag "$1"'],
  [/^error: unknown command '([^]*?)'(?=\n)/, 'error: unknown command "$1"'],
  [/\n\(Did you mean ([^]*)\?\)/, "; did you mean $1?"],
];

const extra =
  /^error: too many arguments for '[a-z]+'\. Expected (\d+) arguments? but got \d+: ([^]*?)\.(?=\n)/;

/**
 * Words a mistake in the command line: what is wrong, then the remedy. An extra argument may be the release,
 * which Helm accepts without a flag. Credentials in URLs are not shown.
 */
export function usageErrorText(text: string, command: Command): string {
  const [message, expected, given] = extra.exec(text) ?? [];
  if (message !== undefined && given !== undefined) {
    const words = given.split(", ").slice(Number(expected));
    const meant =
      words.length === 1 && takesReleaseFlagOnly(command) ? `; did you mean --release ${words[0]}?` : "";
    return text.replace(message, () => `error: too many arguments: ${words.join(", ")}${meant}`);
  }
  const shown = hideUserinfo(text);
  return rewordings.reduce((reworded, [theirs, ours]) => reworded.replace(theirs, ours), shown);
}

function takesReleaseFlagOnly({ options, registeredArguments }: Command): boolean {
  return (
    options.some(({ long }) => long === "--release") &&
    registeredArguments.every((argument) => argument.name() !== "release")
  );
}
