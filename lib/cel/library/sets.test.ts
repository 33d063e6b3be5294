import test from "ava";

import { evaluateExpression } from "../../../fixtures/evaluated-expression.ts";

/** Values, or errors after `! `, recorded from the Go packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [expression: string, value: string])[] = [
  ["sets.contains(ints, [1])", "true"],
  ["sets.contains(ints, [1, 3, 1])", "true"],
  ["sets.contains(ints, [4])", "false"],
  ["sets.contains(ints, [1, 4])", "false"],
  ["sets.contains(ints, [])", "true"],
  ["sets.contains([], [])", "true"],
  ["sets.contains([], [1])", "false"],
  ["sets.contains([[1], [2]], [[2]])", "true"],
  ["sets.contains([dyn(1), 'a'], ['a'])", "! 1:24: expected type 'dyn' but found 'string'"],
  ["sets.contains([dyn(1)], [1.0, 1u])", "! 1:31: expected type 'double' but found 'uint'"],
  ["sets.contains([double('NaN')], [double('NaN')])", "false"],
  ["sets.equivalent(ints, [1, 2, 3])", "true"],
  ["sets.equivalent(ints, [1, 2, 3, 3])", "true"],
  ["sets.equivalent(ints, [1, 2])", "false"],
  ["sets.equivalent([1, 2], ints)", "false"],
  ["sets.equivalent([], [])", "true"],
  ["sets.equivalent([], [1])", "false"],
  ["sets.equivalent([dyn(1), 1.0], [1u])", "! 1:26: expected type 'dyn' but found 'double'"],
  ["sets.equivalent([{'a': 1}], [{'a': 1}, {'a': 1}])", "true"],
  ["sets.intersects(ints, [1, 9])", "true"],
  ["sets.intersects(ints, [9])", "false"],
  ["sets.intersects(ints, [])", "false"],
  ["sets.intersects([], ints)", "false"],
  ["sets.intersects([], [])", "false"],
  ["sets.intersects(words, ['a', 'z'])", "true"],
  ["sets.intersects([[1]], [[1, 2], [1]])", "true"],
  ["sets.intersects([dyn('1')], [1])", "false"],
  // Values of other types
  ["sets.contains(any.a, [1])", "! no such overload: sets.contains(int, list)"],
  ["sets.contains(any.l, any.a)", "! no such overload: sets.contains(list, int)"],
  ["sets.equivalent(any.s, any.s)", "! no such overload: sets.equivalent(string, string)"],
  ["sets.intersects(any.m, ints)", "! no such overload: sets.intersects(map, list)"],
  [
    "sets.contains(ints, words)",
    "! 1:14: found no matching overload for 'sets.contains' applied to '(list(int), list(string))'",
  ],
  ["sets.contains(ints)", "! 1:14: found no matching overload for 'sets.contains' applied to '(list(int))'"],
];

for (const [expression, value] of facts) {
  test(`the result of ${expression} is ${value}`, (t) => {
    t.is(evaluateExpression(expression), value);
  });
}
