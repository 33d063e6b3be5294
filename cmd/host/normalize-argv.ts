import type { Command, Option } from "commander";

/**
 * Normalizes a command line by kubectl's conventions: `-o=json` becomes `-o json`, and a switch accepts a
 * value only with `=`, so that `--prune manifests/` prunes and reads manifests. `switches` has the value of
 * each when it is given without one. Words after `--` are unchanged.
 */
export function normalizeArgv(
  words: readonly string[],
  switches: ReadonlyMap<string, string> = new Map(),
): readonly string[] {
  const end = words.indexOf("--");
  const options = end === -1 ? words : words.slice(0, end);
  const written = options.map((word) => (switches.has(word) ? `${word}=${switches.get(word) ?? ""}` : word));
  return [...written.flatMap(splitShortFlag), ...(end === -1 ? [] : words.slice(end))];
}

function splitShortFlag(word: string): readonly string[] {
  const match = /^(-[A-Za-z])=(.*)$/s.exec(word);
  return match === null ? [word] : [match[1] ?? "", match[2] ?? ""];
}

/**
 * Moves flags before the verb to after it, as kubectl and Helm accept them: `-n shop plan manifests/` becomes
 * `plan -n shop manifests/`. Flags before a word that is not a verb, such as `help`, are removed. The words
 * are unchanged if they do not start with a flag of a verb, or start with one of the program itself, or if
 * there is nothing else. `isVerb` also recognizes verbs of other tools.
 */
export function leadingFlagsLast(
  words: readonly string[],
  program: Command,
  isVerb: (word: string) => boolean,
): readonly string[] {
  const at = flagsLength(words, program);
  const verb = words[at];
  if (at === 0 || verb === undefined) {
    return words;
  }
  if (!isVerb(verb)) {
    return words.slice(at);
  }
  const owns = program.commands.find((command) => command.name() === verb)?.commands ?? [];
  const end = at + (owns.some((own) => own.name() === words[at + 1]) ? 2 : 1);
  return [...words.slice(at, end), ...words.slice(0, at), ...words.slice(end)];
}

/** Returns the number of words before the verb that belong to flags. */
export function flagsLength(words: readonly string[], program: Command): number {
  let at = 0;
  if (words[0]?.startsWith("-") === true && lengthOf(words[0], program.options) === 0) {
    const verbs = program.commands.flatMap((verb) => [verb, ...verb.commands]);
    const options = verbs.flatMap((verb) => verb.options);
    for (let length = 1; length > 0 && words[at]?.startsWith("-") === true; at += length) {
      length = lengthOf(words[at] ?? "", options);
    }
  }
  return at;
}

/** Returns the number of words of a flag, including its value; 0 if no verb has it. */
function lengthOf(word: string, options: readonly Option[]): number {
  const name = word.startsWith("--") ? word.replace(/=.*$/s, "") : word.slice(0, 2);
  const option = options.find(({ long, short }) => long === name || short === name);
  if (option === undefined) {
    return 0;
  }
  return option.required && name === word ? 2 : 1;
}
