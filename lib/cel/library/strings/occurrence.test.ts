import test from "ava";
import * as fc from "fast-check";

import { firstOccurrence, occurrences } from "./occurrence.ts";
import { evaluateExpression } from "../../../../fixtures/evaluated-expression.ts";

const few = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 12 });

/** A text so long that it is not searched with the engine's indexOf(). */
function long(part: string, text: string): string {
  return `${"c".repeat(Math.ceil(1_000_000 / part.length))}${text}`;
}

test("a substring is found at the same place in a long text as in a short one", (t) => {
  fc.assert(
    fc.property(few, few, (text, part) => {
      const whole = long(part, text);
      const short = text.indexOf(part);
      t.is(firstOccurrence(whole, part, 0), short < 0 ? -1 : short + whole.length - text.length);
    }),
    { numRuns: 40 },
  );
});

test("a mismatch in a long text does not skip a match that begins inside the partial match", (t) => {
  for (const [text, part] of [
    ["aaab", "aab"],
    ["ababac", "abac"],
    ["aabaabaab", "aabaab"],
    ["abcabcabd", "abcabd"],
  ] as const) {
    const whole = long(part, text);
    t.is(firstOccurrence(whole, part, 0), whole.length - text.length + text.indexOf(part), text);
  }
});

test("the search begins at the given offset", (t) => {
  t.is(firstOccurrence("abab", "ab", 1), 2);
  t.is(firstOccurrence("abab", "ab", 3), -1);
  const whole = long("ab", "abab");
  const start = whole.length - 4;
  t.is(firstOccurrence(whole, "ab", start + 1), start + 2);
  t.is(firstOccurrence(whole, "ab", start + 3), -1);
});

test("occurrences do not overlap", (t) => {
  t.deepEqual(occurrences("aaaaa", "aa", 9), [0, 2]);
  t.deepEqual(occurrences("abcabc", "abc", 9), [0, 3]);
  t.deepEqual(occurrences("abc", "d", 9), []);
  const whole = long("aa", "aaaaa");
  t.deepEqual(occurrences(whole, "aa", 9), [whole.length - 5, whole.length - 3]);
});

test("at most the requested number of occurrences is found", (t) => {
  t.deepEqual(occurrences("aaa", "a", 2), [0, 1]);
  t.deepEqual(occurrences("aaa", "a", 0), []);
  t.deepEqual(occurrences("aaa", "a", Number.POSITIVE_INFINITY), [0, 1, 2]);
});

test("occurrences are found where split() finds them", (t) => {
  fc.assert(
    fc.property(few, few, (text, part) => {
      const found = occurrences(text, part, Number.POSITIVE_INFINITY);
      t.is(found.length, text.split(part).length - 1);
      t.true(found.every((at) => text.startsWith(part, at)));
    }),
  );
});

/** Values, or errors after `! `, recorded from the Go packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [expression: string, value: string])[] = [
  ["s.indexOf('l')", "2"],
  ["s.indexOf('lo')", "3"],
  ["s.indexOf('z')", "-1"],
  ["s.indexOf('')", "0"],
  ["s.indexOf('hello')", "0"],
  ["s.indexOf('hello!')", "-1"],
  ["''.indexOf('')", "0"],
  ["''.indexOf('a')", "-1"],
  ["uni.indexOf('x')", "2"],
  ["uni.indexOf('😀')", "1"],
  ["uni.indexOf('é😀x')", "0"],
  ["s.indexOf('l', 0)", "2"],
  ["s.indexOf('l', 3)", "3"],
  ["s.indexOf('l', 4)", "-1"],
  ["s.indexOf('l', 5)", "-1"],
  ["s.indexOf('l', 6)", "-1"],
  ["s.indexOf('l', -1)", "! index out of range: -1"],
  ["s.indexOf('', 2)", "2"],
  ["s.indexOf('', 9)", "9"],
  ["uni.indexOf('x', 1)", "2"],
  ["uni.indexOf('x', 2)", "2"],
  ["uni.indexOf('x', 3)", "-1"],
  ["uni.indexOf('é', 1)", "-1"],
  ["s.lastIndexOf('l')", "3"],
  ["s.lastIndexOf('ll')", "2"],
  ["s.lastIndexOf('z')", "-1"],
  ["s.lastIndexOf('')", "5"],
  ["s.lastIndexOf('hello')", "0"],
  ["s.lastIndexOf('hello!')", "-1"],
  ["uni.lastIndexOf('x')", "2"],
  ["uni.lastIndexOf('')", "3"],
  ["uni.lastIndexOf('é')", "0"],
  ["s.lastIndexOf('l', 0)", "-1"],
  ["s.lastIndexOf('l', 2)", "2"],
  ["s.lastIndexOf('l', 3)", "3"],
  ["s.lastIndexOf('l', 4)", "3"],
  ["s.lastIndexOf('l', 5)", "-1"],
  ["s.lastIndexOf('l', 6)", "-1"],
  ["s.lastIndexOf('l', -1)", "! index out of range: -1"],
  ["s.lastIndexOf('', 2)", "2"],
  ["s.lastIndexOf('', 9)", "9"],
  ["s.lastIndexOf('hello', 0)", "0"],
  ["s.lastIndexOf('ello', 0)", "-1"],
  ["uni.lastIndexOf('x', 1)", "-1"],
  ["uni.lastIndexOf('x', 2)", "2"],
  ["uni.lastIndexOf('é', 2)", "0"],
  ["'aaaa'.lastIndexOf('aa', 1)", "1"],
  ["'ababab'.lastIndexOf('ab', 3)", "2"],
  ["''.lastIndexOf('')", "0"],
  ["''.lastIndexOf('a')", "-1"],
];

for (const [expression, value] of facts) {
  test(`the result of ${expression} is ${value}`, (t) => {
    t.is(evaluateExpression(expression), value);
  });
}
