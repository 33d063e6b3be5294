import test from "ava";

import { textChange } from "./text-change.ts";

const changes = test.macro((t, before: string, after: string, expected: readonly string[]) => {
  t.deepEqual(textChange(before, after), expected);
});
const lines = (...names: readonly string[]): string => names.map((name) => `${name}\n`).join("");

test(
  "changed lines have two lines of context on each side",
  changes,
  lines("a", "b", "c", "d", "e", "f", "g"),
  lines("a", "b", "c", "X", "e", "f", "g"),
  ["  b", "  c", "- d", "+ X", "  e", "  f"],
);
test("only added lines are marked when nothing was removed", changes, lines("a", "b"), lines("a", "X", "b"), [
  "  a",
  "+ X",
  "  b",
]);
test("only removed lines are marked when nothing was added", changes, lines("a", "b", "c"), lines("a", "c"), [
  "  a",
  "- b",
  "  c",
]);
test(
  "a repeated line is not counted in both the common prefix and the common suffix",
  changes,
  lines("a", "a"),
  lines("a", "a", "a"),
  ["  a", "  a", "+ a"],
);
test("a line that is added to an empty text", changes, "", lines("a"), ["+ a"]);
test("a text that becomes empty", changes, lines("a"), "", ["- a"]);
test("a missing line break at the end is marked where only one text lacks it", changes, "a\nb", "a\nb\n", [
  "  a",
  "- b (no line break)",
  "+ b",
]);
test("a missing line break that both lack is not marked", changes, "a\nb", "a\nc", ["  a", "- b", "+ c"]);
test(
  "control characters are escaped, and trailing spaces are dropped",
  changes,
  lines("\u001B[31m  "),
  lines(""),
  [String.raw`- \x1b[31m`, "+"],
);

const many = (count: number, prefix: string): string =>
  lines(...Array.from({ length: count }, (_, index) => `${prefix}${index}`));
test("at most forty changed lines are shown, the rest are counted", (t) => {
  const shown = textChange("", many(50, "x"));
  t.is(shown.length, 41);
  t.is(shown[39], "+ x39");
  t.is(shown[40], "+ … and 10 more lines");
});
test("a forty-first changed line is shown instead of a count of one", (t) => {
  t.is(textChange("", many(41, "x")).at(-1), "+ x40");
});
