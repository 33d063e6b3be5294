import test from "ava";

import { evaluateExpression } from "../../../fixtures/evaluated-expression.ts";

/** Values, or errors after `! `, recorded from the Go packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [expression: string, value: string])[] = [
  ["[n, 2]", "[7, 2]"],
  ["[n, n / 0]", "! division by zero"],
  ["[n / 0, ints[9]]", "! division by zero"],
  ["[[n], []]", "[[7], []]"],
  ["[s + '!', uni]", '["hello!", "é😀x"]'],
  ["[nil, null]", "! 1:7: expected type 'dyn' but found 'null'"],
  ["{'a': n}", '{"a": 7}'],
  ["{s: n}", '{"hello": 7}'],
  ["{n: s, 8: 'x'}", '{7: "hello", 8: "x"}'],
  ["{u: 1}", "{5u: 1}"],
  ["{t: 1, f: 2}", "{false: 2, true: 1}"],
  ["{'a': {'b': [n]}}", '{"a": {"b": [7]}}'],
  ["{'a': n, 'a': 8}", '{"a": 8}'],
  ["{n: 1, 7: 2}", "{7: 2}"],
  ["{'a': n / 0}", "! division by zero"],
  ["{sizes.zz: 1}", "! no such key: zz"],
  ["{string(n / 0): 1}", "! division by zero"],
  ["{'a': nil}", '{"a": null}'],
  ["{any.s: 1}", '{"x": 1}'],
  ["{any.a: 1}", "{1: 1}"],
  ["{any.m.k: 1}", "{true: 1}"],
  ["{'é😀': 1}", '{"é😀": 1}'],
  ["{'__proto__': n}", '{"__proto__": 7}'],
  ["{'constructor': n}.constructor", "7"],
  ["{'a': n}.a", "7"],
  ["{'a': n}['a'] + 1", "8"],
  ["{?'a': some, ?'b': none}", '{"a": 4}'],
  ["{?s: sizes.?a}", '{"hello": 1}'],
  ["{?'a': optional.of(n / 0)}", "! division by zero"],
  ["{?'a': any.?s}", '{"a": "x"}'],
  ["[?some]", "[4]"],
  ["[?none]", "[]"],
  ["[?none, ?some, ?none]", "[4]"],
  ["[1, ?optional.of(n)]", "[1, 7]"],
  ["[?optional.of(n / 0)]", "! division by zero"],
  ["[?sizes[?'zz'], 5]", "[5]"],
  ["[?any.?l].size()", "1"],
  ["[1, 2, 3][n - 6]", "2"],
  ["[ints, [4]].map(l, l.size())", "[3, 1]"],
  ["{'x': ints}.x[1]", "1"],
  ["[dur, duration('1s')]", "[90000000000ns, 1000000000ns]"],
  ["[type(n), int]", "[type int, type int]"],
  ["{'k': ip('::1')}.k.family()", "6"],
];

for (const [expression, value] of facts) {
  test(`the result of ${expression} is ${value}`, (t) => {
    t.is(evaluateExpression(expression), value);
  });
}
