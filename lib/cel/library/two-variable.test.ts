import test from "ava";

import { evaluateExpression } from "../../../fixtures/evaluated-expression.ts";

/** Values, or errors after `! `, recorded from the Go packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [expression: string, value: string])[] = [
  ["ints.all(i, v, v > i)", "false"],
  ["ints.all(i, v, v > 0)", "true"],
  ["[].all(i, v, false)", "true"],
  ["sizes.all(k, v, k != '' && v > 0)", "true"],
  ["sizes.all(k, v, v > 1)", "false"],
  ["{}.all(k, v, false)", "true"],
  ["ints.exists(i, v, i == 2 && v == 2)", "true"],
  ["ints.exists(i, v, v == 9)", "false"],
  ["[].exists(i, v, true)", "false"],
  ["sizes.exists(k, v, k == 'b' && v == 2)", "true"],
  ["ints.existsOne(i, v, v > 2)", "true"],
  ["ints.existsOne(i, v, v > 1)", "false"],
  ["ints.existsOne(i, v, v > 9)", "false"],
  ["ints.exists_one(i, v, i == 0)", "true"],
  ["sizes.existsOne(k, v, v == 1)", "true"],
  ["ints.transformList(i, v, v * 10 + i)", "[30, 11, 22]"],
  ["ints.transformList(i, v, v > 1, v)", "[3, 2]"],
  ["ints.transformList(i, v, v > 9, v)", "[]"],
  ["[].transformList(i, v, v)", "[]"],
  ["words.transformList(i, w, w + string(i))", '["b0", "a1"]'],
  ["{'a': 1}.transformList(k, v, k + string(v))", '["a1"]'],
  ["ints.transformMap(i, v, v * 10)", "{0: 30, 1: 10, 2: 20}"],
  ["ints.transformMap(i, v, v > 1, v)", "{0: 3, 2: 2}"],
  ["sizes.transformMap(k, v, v + 1)", '{"a": 2, "b": 3}'],
  ["sizes.transformMap(k, v, v > 1, v)", '{"b": 2}'],
  ["sizes.transformMap(k, v, k)", '{"a": "a", "b": "b"}'],
  ["{}.transformMap(k, v, v)", "{}"],
  ["words.transformMapEntry(i, w, {w: i})", '{"a": 1, "b": 0}'],
  ["words.transformMapEntry(i, w, i > 0, {w: i})", '{"a": 1}'],
  ["sizes.transformMapEntry(k, v, {v: k})", '{1: "a", 2: "b"}'],
  ["ints.transformMapEntry(i, v, {v: i, v + 10: i})", "{11: 1, 12: 2, 13: 0, 1: 1, 2: 2, 3: 0}"],
  ["[].transformMapEntry(i, v, {v: i})", "{}"],
  ["words.transformMapEntry(i, w, {})", "{}"],
  // Faults in a step
  ["ints.all(i, v, v / (v - 1) > 0)", "! division by zero"],
  ["ints.exists(i, v, v / (v - 1) > 0)", "true"],
  ["ints.existsOne(i, v, v / (v - 1) > 0)", "! division by zero"],
  ["ints.transformList(i, v, v / (v - 1))", "! division by zero"],
  ["ints.transformMap(i, v, v / (v - 1))", "! division by zero"],
  ["sizes.transformMapEntry(k, v, {'same': v})", "! insert failed: key same already exists"],
  ["words.transformMapEntry(i, w, {'x': i})", "! insert failed: key x already exists"],
  ["sizes.transformMapEntry(k, v, {k: v / (v - 1)})", "! division by zero"],
  ["any.l.transformMapEntry(i, v, v)", "! no such overload: cel.@mapInsert(map, int)"],
  ["any.l.transformMapEntry(i, v, {v: i})", '{"y": 1, 1: 0}'],
  ["any.m.all(k, v, v)", "true"],
  ["any.all(k, v, k != '')", "true"],
  [
    "n.all(i, v, true)",
    "! 1:1: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
  ],
  ["ints.all(i, v, v)", "! 1:16: expected type 'bool' but found 'int'"],
  [
    "ints.transformMapEntry(i, v, v)",
    "! 1:23: found no matching overload for 'cel.@mapInsert' applied to '(map(dyn, dyn), int)'",
  ],
  [
    "sizes.transformList(k, v, k + v)",
    "! 1:29: found no matching overload for '_+_' applied to '(string, int)'",
  ],
];

for (const [expression, value] of facts) {
  test(`the result of ${expression} is ${value}`, (t) => {
    t.is(evaluateExpression(expression), value);
  });
}
