import test from "ava";

import { compileRe2, type Pattern } from "./re2.ts";

function patternOf(text: string): Pattern {
  const pattern = compileRe2(text);
  if ("fault" in pattern) {
    throw new Error(pattern.fault);
  }
  return pattern;
}

test("a pattern matches anywhere unless it is anchored", (t) => {
  t.true(patternOf("b+").test("abbc"));
  t.false(patternOf("^b+$").test("abbc"));
});

test("matches have offsets in UTF-16 units, and groups", (t) => {
  t.deepEqual(patternOf("(a)(b)?").matches("😀ab-a", 10), [
    { start: 2, end: 4, groups: ["a", "b"] },
    { start: 5, end: 6, groups: ["a", undefined] },
  ]);
});

test("at most the requested number of matches is returned", (t) => {
  t.is(patternOf("a").matches("aaaa", 3).length, 3);
  t.deepEqual(patternOf("a").matches("aaaa", 0), []);
  t.deepEqual(patternOf("a").matches("bbb", 5), []);
});

test("the search advances after an empty match", (t) => {
  t.deepEqual(
    patternOf("x*")
      .matches("ab", 10)
      .map(({ start, end }) => `${start}-${end}`),
    ["0-0", "1-1", "2-2"],
  );
});

test("syntax that RE2 does not support is a fault with RE2's message", (t) => {
  for (const [text, fault] of [
    ["(?=a)", /invalid or unsupported Perl syntax/],
    [String.raw`(a)\1`, /invalid escape sequence/],
    ["[a", /missing closing \]/],
  ] as const) {
    const pattern = compileRe2(text);
    t.regex("fault" in pattern ? pattern.fault : "", fault);
  }
});

test("a pattern is compiled once while it is in use, unless it is very long", (t) => {
  t.is(compileRe2("once"), compileRe2("once"));
  t.is(compileRe2("("), compileRe2("("));
  const long = "a".repeat(1001);
  t.not(compileRe2(long), compileRe2(long));
});

test("the size of a compiled pattern grows with the pattern", (t) => {
  t.true(patternOf("a{50}").size > patternOf("a").size);
});
