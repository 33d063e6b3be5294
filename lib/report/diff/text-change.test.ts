import test from "ava";

import { textChange } from "./text-change.ts";

const changes = test.macro((t, before: string, after: string, expected: readonly string[]) => {
  t.deepEqual(textChange(before, after), expected);
});
const lines = (...names: readonly string[]): string => names.map((name) => `${name}\n`).join("");

test(
  "changed lines have two unchanged ones around them",
  changes,
  lines("a", "b", "c", "d", "e", "f", "g"),
  lines("a", "b", "c", "X", "e", "f", "g"),
  ["  b", "  c", "- d", "+ X", "  e", "  f"],
);
test("added lines have no removed ones", changes, lines("a", "b"), lines("a", "X", "b"), [
  "  a",
  "+ X",
  "  b",
]);
test("removed lines have no added ones", changes, lines("a", "b", "c"), lines("a", "c"), [
  "  a",
  "- b",
  "  c",
]);
test(
  "a repeated line is not counted for beginning and end at once",
  changes,
  lines("a", "a"),
  lines("a", "a", "a"),
  ["  a", "  a", "+ a"],
);
test("a text that gets its first line", changes, "", lines("a"), ["+ a"]);
test("a text that loses everything", changes, lines("a"), "", ["- a"]);
test("a missing line break at the end is marked where only one text lacks it", changes, "a\nb", "a\nb\n", [
  "  a",
  "- b (no line break)",
  "+ b",
]);
test("a missing line break that both lack is not marked", changes, "a\nb", "a\nc", ["  a", "- b", "+ c"]);
test(
  "control characters are escaped, and blanks at the end of a line dropped",
  changes,
  lines("\u001B[31m  "),
  lines(""),
  [String.raw`- \x1b[31m`, "+"],
);

const many = (count: number, prefix: string): string =>
  lines(...Array.from({ length: count }, (_, index) => `${prefix}${index}`));
test("of many changed lines the first forty are shown, and the number of the others", (t) => {
  const shown = textChange("", many(50, "x"));
  t.is(shown.length, 41);
  t.is(shown[39], "+ x39");
  t.is(shown[40], "+ … and 10 more lines");
});
test("a single line more than forty is shown, since its number would take a line too", (t) => {
  t.is(textChange("", many(41, "x")).at(-1), "+ x40");
});
