import test from "ava";
import * as fc from "fast-check";

import { everyMacro, nodesOf } from "../../../fixtures/shown-expression.ts";
import { parseExpression } from "./parse.ts";

const limits: readonly (readonly [string, (count: number) => string, number])[] = [
  ["nested parentheses", (count) => `${"(".repeat(count)}a${")".repeat(count)}`, 249],
  ["nested lists", (count) => `${"[".repeat(count)}a${"]".repeat(count)}`, 249],
  ["nested calls", (count) => `${"f(".repeat(count)}a${")".repeat(count)}`, 249],
  ["chained conditions", (count) => `${"a ? b : ".repeat(count)}c`, 249],
  ["nested sums", (count) => `${"1 + (".repeat(count)}a${")".repeat(count)}`, 124],
  ["products in nested sums", (count) => `${"1 + 1 * (".repeat(count)}a${")".repeat(count)}`, 83],
  ["nested comparisons", (count) => `${"1 == (".repeat(count)}a${")".repeat(count)}`, 124],
  ["terms of a sum", (count) => `a${" + a".repeat(count)}`, 250],
  ["chained comparisons", (count) => `a${" < a".repeat(count)}`, 250],
  ["chained selections", (count) => `a${".b".repeat(count)}`, 250],
  ["chained indices", (count) => `a${"[0]".repeat(count)}`, 250],
  ["chained methods", (count) => `a${".f()".repeat(count)}`, 250],
  ["chained macros", (count) => `a${".map(x, x)".repeat(count)}`, 99],
  ["nested terms and calls", (count) => `${"a && !f(".repeat(count)}b${")".repeat(count)}`, 166],
  ["chained optMap() calls", (count) => `a${".optMap(x, x)".repeat(count)}`, 14],
  ["characters", (count) => `'${"😀".repeat(count - 2)}'`, 100_000],
];

for (const [name, text, most] of limits) {
  test(`the number of ${name} in an expression is limited`, (t) => {
    t.true("expression" in parseExpression(text(most), everyMacro));
    t.true("faults" in parseExpression(text(most + 1), everyMacro));
  });
}

const long: readonly (readonly [string, string])[] = [
  ["a chain of terms", `a${" && a".repeat(15_000)}`],
  ["a list", `[${"a, ".repeat(30_000)}]`],
  ["signs", `${"-".repeat(90_000)}a`],
  ["escapes", `'${String.raw`\n`.repeat(45_000)}'`],
  ["a long string", `"""${'"" '.repeat(30_000)}"""`],
  ["comments", `${"//\n".repeat(30_000)}a`],
];

for (const [name, text] of long) {
  test(`a long expression is accepted: ${name}`, (t) => {
    t.true("expression" in parseExpression(text, everyMacro));
  });
}

const hostile: readonly string[] = [
  "(",
  "[",
  "{",
  "a?",
  "a.b.",
  "1+",
  "!(",
  "a?b:",
  "f(",
  "{1:",
  "-",
  "'",
  "1.",
];

for (const part of hostile) {
  test(`an unterminated expression is a fault: ${part} repeated`, (t) => {
    t.true("faults" in parseExpression(part.repeat(30_000), everyMacro));
  });
}

const tokens = [
  "a",
  "x",
  "1",
  "'s'",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ".",
  ",",
  "?",
  ":",
  "!",
  "-",
  "+",
  "&&",
  "==",
];
const snippets = [
  ...tokens,
  "||",
  "in",
  " ",
  "has(",
  ".all(x,",
  ".map(x,",
  ".optMap(x,",
  "for",
  "😀",
  "\n",
  "'",
  "1u",
];

test("any text is parsed, or has a fault at an offset within it", (t) => {
  const texts = fc.oneof(fc.string(), fc.array(fc.constantFrom(...snippets), { maxLength: 30 }));
  const law = fc.property(texts, (drawn) => {
    const text = typeof drawn === "string" ? drawn : drawn.join("");
    const parsed = parseExpression(text, everyMacro);
    const places =
      "faults" in parsed
        ? parsed.faults.map((fault) => fault.offset)
        : nodesOf(parsed.expression).map((node) => node.offset);
    return places.every((offset) => offset >= 0 && offset <= text.length);
  });
  t.notThrows(() => fc.assert(law));
});
