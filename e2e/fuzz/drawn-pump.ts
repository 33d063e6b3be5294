import type { Dice } from "../judge/dice.ts";
import type { Pump } from "./pump.ts";

const signs: readonly string[] = "[]{},:-?&*!|>%@`'\"#\\~\n \t\r".split("");

// Grouped by line: indicators with their spacing, lines, values, manifest content, odd characters.
// oxfmt-ignore
const phrases: readonly string[] = [
  "- ", "a: ", "a:\n", "? ", ": ", "&a ", "*a", "*a: ", "!!str ", "!x ", "<<: *a\n", "<<", "|\n", ">-\n", "|2\n",
  "# c\n", " #c", "---\n", "--- x\n", "...\n", "\r\n", "  ", "\n  ", "\n- ",
  '""', "''", '"a": ', "'a': ", "{}", "[]", "{a: 1}", '{"a":1}', "[a, b]", "\\n", "\\u0041", "\\x", "{{ x }}", "x", "0", "1e5", "1_0", "0x1f",
  "apiVersion: v1\n", "kind: List\n", "kind: Secret\n", "items:\n", "metadata: {name: a#}\n", "stringData:\n", "k#: 1\n", '"k#": 1, ',
  "\u2028", "\u0007", "\uFEFF", "\u00E4",
];

/** The tokens of YAML and JSON, and of manifests. */
const words: readonly string[] = [...signs, ...phrases];

/** Generates a random text: grammar tokens around a repeated piece of such tokens. */
export function drawPump(dice: Dice): Pump {
  const some = (least: number, most: number): string =>
    dice.several(least, most, () => dice.pick(words)).join("");
  return {
    prefix: some(0, 4),
    piece: some(1, 5),
    suffix: some(0, 3),
    deepening: dice.chance(0.15) ? 1 + dice.below(3) : 0,
    isNumbered: dice.chance(0.5),
  };
}

/** Mutates a real text, and repeats a part of it. */
export function mutatePump(text: string, dice: Dice): Pump {
  const changed = dice
    .several(0, 3, () => dice.pick(words))
    .reduce((before, word) => {
      const at = dice.below(before.length + 1);
      return before.slice(0, at) + word + before.slice(at + dice.below(4));
    }, text);
  const start = dice.below(changed.length);
  const end = Math.min(start + 1 + dice.below(dice.chance(0.5) ? 12 : 200), changed.length);
  return {
    prefix: changed.slice(0, start),
    piece: changed.slice(start, end),
    suffix: dice.chance(0.5) ? changed.slice(end) : "",
    deepening: dice.chance(0.1) ? 1 : 0,
    isNumbered: false,
  };
}
