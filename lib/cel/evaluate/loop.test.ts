import test from "ava";

import { evaluateExpression } from "../../../fixtures/evaluated-expression.ts";

/** Values, or errors after `! `, recorded from the Go packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [expression: string, value: string])[] = [
  ["ints.all(x, x > 0)", "true"],
  ["ints.all(x, x > 1)", "false"],
  ["[].all(x, false)", "true"],
  ["ints.exists(x, x == 2)", "true"],
  ["ints.exists(x, x == 9)", "false"],
  ["[].exists(x, true)", "false"],
  ["ints.exists_one(x, x > 2)", "true"],
  ["ints.exists_one(x, x > 1)", "false"],
  ["ints.exists_one(x, x > 9)", "false"],
  ["ints.map(x, x * 2)", "[6, 2, 4]"],
  ["ints.map(x, x > 1, x * 2)", "[6, 4]"],
  ["[].map(x, x)", "[]"],
  ["ints.filter(x, x > 1)", "[3, 2]"],
  ["ints.filter(x, x > 9)", "[]"],
  ["sizes.all(k, sizes[k] > 0)", "true"],
  ["sizes.exists(k, k == 'b')", "true"],
  ["sizes.exists_one(k, k == 'b')", "true"],
  ["{'a': 1}.map(k, k + k)", '["aa"]'],
  ["{'a': 1}.filter(k, k == 'a')", '["a"]'],
  ["any.l.map(x, x)", '[1, "y"]'],
  ["any.m.map(k, k)", '["k"]'],
  ["any.l.filter(x, x == 'y')", '["y"]'],
  // A loop ends when the result is known
  ["ints.exists(x, x == 3 || n / 0 > 1)", "true"],
  ["ints.all(x, x != 3 && n / 0 > 1)", "false"],
  ["ints.exists(x, 1 / (x - 1) > 0)", "true"],
  ["ints.exists(x, 1 / (x - 3) > 0)", "! division by zero"],
  ["ints.all(x, 1 / (x - 1) > 0)", "false"],
  ["ints.exists(x, 1 / (x - 1) > 9)", "! division by zero"],
  ["ints.all(x, 1 / (x - 1) > -9)", "! division by zero"],
  ["ints.exists_one(x, 1 / (x - 1) > 9)", "! division by zero"],
  ["ints.map(x, 1 / (x - 1))", "! division by zero"],
  ["ints.map(x, x > 1, 1 / (x - 1))", "[0, 1]"],
  ["ints.filter(x, 1 / (x - 1) > 0)", "! division by zero"],
  // Nested loops
  ["[[1, 2], [3]].map(l, l.map(x, x + 1))", "[[2, 3], [4]]"],
  ["[[1, 2], [3]].all(l, l.exists(x, x > 1))", "true"],
  ["ints.map(x, ints.filter(y, y < x).size())", "[2, 0, 1]"],
  ["ints.map(x, ints.map(x, x * 10)[0] + x)", "[33, 31, 32]"],
  ["ints.map(n, n + 1)", "[4, 2, 3]"],
  ["ints.exists(n, n == 7)", "false"],
  ["words.map(w, {w: w.size()})", '[{"b": 1}, {"a": 1}]'],
  ["ints.map(x, {'k': x}).filter(e, e.k > 1).map(e, e.k)", "[3, 2]"],
  ["ints.filter(x, ints.all(y, x >= y))", "[3]"],
  ["[ints, ints].all(l, l == ints)", "true"],
  // Ranges and steps of other types
  ["any.a.all(x, true)", "! got 'types.Int', expected iterable type"],
  ["any.s.map(x, x)", "! got 'types.String', expected iterable type"],
  ["any.n.filter(x, true)", "! got 'types.Null', expected iterable type"],
  ["any.m.k.exists(x, true)", "! got 'types.Bool', expected iterable type"],
  ["any.l.all(x, x)", "! no such overload"],
  ["any.l.exists(x, x)", "! no such overload"],
  ["any.l.filter(x, x)", "! no such overload"],
  ["any.l.exists_one(x, x)", "! no such overload"],
  ["any.l.map(x, x, x)", "! no such overload"],
  ["(n / 0 > 1 ? ints : ints).all(x, true)", "! division by zero"],
  [
    "unbound.all(x, true)",
    "! 1:1: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
  ],
  ["ints.all(x, x)", "! 1:13: expected type 'bool' but found 'int'"],
  [
    "ints.filter(x, 'a')",
    "! 1:12: found no matching overload for '_?_:_' applied to '(string, list(int), list(int))'",
  ],
  [
    "ints.map(x, 'a', x)",
    "! 1:9: found no matching overload for '_?_:_' applied to '(string, list(int), list(int))'",
  ],
  [
    "s.all(c, true)",
    "! 1:1: expression of type 'string' cannot be range of a comprehension (must be list, map, or dynamic)",
  ],
];

for (const [expression, value] of facts) {
  test(`the result of ${expression} is ${value}`, (t) => {
    t.is(evaluateExpression(expression), value);
  });
}
