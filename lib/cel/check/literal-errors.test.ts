import test from "ava";

import { showCheck } from "../../../fixtures/checked-rule.ts";

const place = "ERROR: <input>:";

const refused: readonly (readonly [text: string, ...faults: string[]])[] = [
  ["[?any]", "1:3: expected type 'optional_type(dyn)' but found 'dyn'"],
  ["{?'b': any}", "1:8: expected type 'optional_type(dyn)' but found 'dyn'"],
  ["[1, 'a']", "1:5: expected type 'int' but found 'string'"],
  ["[dyn(1), 2]", "1:10: expected type 'dyn' but found 'int'"],
  ["{1: 2, 'a': 3}", "1:8: expected type 'int' but found 'string'"],
  ["{'a': 1, 'b': 'c'}", "1:15: expected type 'int' but found 'string'"],
  ["[null, time]", "1:8: expected type 'null' but found 'timestamp'"],
  ["duration('1x')", "1:10: invalid duration argument"],
  ["timestamp('now')", "1:11: invalid timestamp argument"],
  ["text.matches('[')", "1:14: invalid matches argument"],
  ["matches('[', text)", "1:9: invalid matches argument"],
  [
    "'%d'.format(['a'])",
    "1:14: error during formatting: decimal clause can only be used on integers, was given string",
  ],
  [
    "'%s'.format([[1, [optional.none()]]])",
    "1:32: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given optional_type",
  ],
  ["'%s %s'.format([1])", "1:15: index 1 out of range"],
  ["'%s'.format([1, 2])", "1:12: too many arguments supplied to string.format (expected 1, got 2)"],
  ["'%q'.format([1])", '1:12: could not parse formatting clause: unrecognized formatting clause "q"'],
  ["'%é'.format([1])", '1:12: could not parse formatting clause: unrecognized formatting clause "Ã"'],
  [
    "'%.'.format([1])",
    "1:12: could not parse formatting clause: error while parsing precision: could not find end of precision specifier",
  ],
  [
    "'%.x'.format([1])",
    '1:13: could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
  ],
  ["'%'.format([1])", "1:11: unexpected end of string"],
  ["[int, string]", "1:7: expected type 'type(int)' but found 'type(string)'"],
];
for (const [text, ...faults] of refused) {
  test(`${text.replaceAll("\n", " ")} is refused at ${faults[0] ?? ""}`, (t) => {
    const heads = showCheck(text)
      .split("\n")
      .filter((line) => line.startsWith(place));
    t.deepEqual(
      heads.map((line) => line.slice(place.length)),
      faults,
    );
  });
}

test("faults are printed in order of position, each with its source line and a marker", (t) => {
  t.is(
    showCheck("1 +\n 'é\tb' + c"),
    [
      "ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'",
      " | 1 +",
      " | ..^",
      "ERROR: <input>:2:10: undeclared reference to 'c' (in container '')",
      " |  'é b' + c",
      " | ..．......^",
    ].join("\n"),
  );
});

test("at most 100 of many faults are printed, and a very long source line is not quoted", (t) => {
  const lines = showCheck(Array.from({ length: 103 }, () => "a").join(" || ")).split("\n");
  t.is(lines.filter((line) => line.startsWith("ERROR")).length, 100);
  t.is(lines.at(-1), "3 more errors were truncated");
  const [head, ...rest] = showCheck(`a == '${"x".repeat(16_400)}'`).split("\n");
  t.deepEqual([head, rest], ["ERROR: <input>:1:1: undeclared reference to 'a' (in container '')", []]);
});
