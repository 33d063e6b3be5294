import test from "ava";

import { offsetInScalar } from "./scalar-offset.ts";

const finds = test.macro({
  title: (title) => `the offset of a character is found in ${title}`,
  exec: (t, source: string, value: string) => {
    const at = offsetInScalar(source, value, value.indexOf("X"));
    t.is(source.slice(at, at + 1), "X");
  },
});

test("a plain scalar", finds, "object.X > 1", "object.X > 1");
test("a folded plain scalar", finds, "a +\n      b + X", "a + b + X");
test("a literal block", finds, "|-\n    a &&\n      b\n    && X", "a &&\n  b\n&& X");
test("a literal block with a comment", finds, "| # note\n  a\n  X", "a\nX\n");
test("a folded block", finds, ">-\n  a\n  b X\n", "a b X");
test("single quotes", finds, "'it''s ''a'' X'", "it's 'a' X");
test("double quotes", finds, String.raw`"\"a\" \n \\ \u0041 X"`, '"a" \n \\ A X');
test("the offset after the last character is the length of the scalar", (t) => {
  t.is(offsetInScalar("abc", "abc", 3), 3);
});
