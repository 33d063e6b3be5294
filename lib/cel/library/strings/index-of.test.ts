import test from "ava";

import { evaluateExpression } from "../../../../fixtures/evaluated-expression.ts";

/** Values and failures as the packages of Kubernetes 1.36.3 give them. */
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
  test(`the value of ${expression} is ${value}`, (t) => {
    t.is(evaluateExpression(expression), value);
  });
}
