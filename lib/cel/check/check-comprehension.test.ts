import test from "ava";

import { evaluateExpression } from "../../../fixtures/evaluated-expression.ts";

/** Faults with line and column, or the value if there is none, recorded from Kubernetes 1.36.3. */
const verdicts: readonly (readonly [expression: string, verdict: string])[] = [
  [
    "n.all(x, true)",
    "! 1:1: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
  ],
  [
    "s.all(x, true)",
    "! 1:1: expression of type 'string' cannot be range of a comprehension (must be list, map, or dynamic)",
  ],
  [
    "t.exists(x, true)",
    "! 1:1: expression of type 'bool' cannot be range of a comprehension (must be list, map, or dynamic)",
  ],
  [
    "ts.map(x, x)",
    "! 1:1: expression of type 'timestamp' cannot be range of a comprehension (must be list, map, or dynamic)",
  ],
  [
    "b.filter(x, true)",
    "! 1:1: expression of type 'bytes' cannot be range of a comprehension (must be list, map, or dynamic)",
  ],
  [
    "some.all(x, true)",
    "! 1:1: expression of type 'optional_type(int)' cannot be range of a comprehension (must be list, map, or dynamic)",
  ],
  [
    "null.all(x, true)",
    "! 1:1: expression of type 'null' cannot be range of a comprehension (must be list, map, or dynamic)",
  ],
  ["nope.all(x, true)", "! 1:1: undeclared reference to 'nope' (in container '')"],
  ["ints.all(x, x)", "! 1:13: expected type 'bool' but found 'int'"],
  ["ints.all(x, 'a')", "! 1:13: expected type 'bool' but found 'string'"],
  ["ints.all(x, x + 'a')", "! 1:15: found no matching overload for '_+_' applied to '(int, string)'"],
  ["ints.all(x, y)", "! 1:13: undeclared reference to 'y' (in container '')"],
  ["ints.exists(x, x)", "! 1:16: expected type 'bool' but found 'int'"],
  ["ints.exists_one(x, x)", "! 1:16: found no matching overload for '_?_:_' applied to '(int, int, int)'"],
  [
    "ints.filter(x, x)",
    "! 1:12: found no matching overload for '_?_:_' applied to '(int, list(int), list(int))'",
  ],
  [
    "ints.map(x, x, x)",
    "! 1:9: found no matching overload for '_?_:_' applied to '(int, list(int), list(int))'",
  ],
  ["ints.map(x, x + 'a')", "! 1:15: found no matching overload for '_+_' applied to '(int, string)'"],
  ["ints.map(x, x > 1, x + 'a')", "! 1:22: found no matching overload for '_+_' applied to '(int, string)'"],
  ["words.map(x, x + 1)", "! 1:16: found no matching overload for '_+_' applied to '(string, int)'"],
  ["sizes.all(k, k > 0)", "! 1:16: found no matching overload for '_>_' applied to '(string, int)'"],
  ["sizes.map(k, sizes[k] + k)", "! 1:23: found no matching overload for '_+_' applied to '(int, string)'"],
  [
    "sizes.exists(k, v, v == 'a')",
    "! 1:22: found no matching overload for '_==_' applied to '(int, string)'",
  ],
  ["ints.all(i, v, i == 'a')", "! 1:18: found no matching overload for '_==_' applied to '(int, string)'"],
  [
    "ints.transformList(i, v, v + 'a')",
    "! 1:28: found no matching overload for '_+_' applied to '(int, string)'",
  ],
  [
    "ints.transformMap(i, v, v + 'a')",
    "! 1:27: found no matching overload for '_+_' applied to '(int, string)'",
  ],
  [
    "ints.transformMap(i, v, v)['a']",
    "! 1:27: found no matching overload for '_[_]' applied to '(map(int, int), string)'",
  ],
  [
    "ints.transformMapEntry(i, v, v)",
    "! 1:23: found no matching overload for 'cel.@mapInsert' applied to '(map(dyn, dyn), int)'",
  ],
  ["ints.transformMapEntry(i, v, {v: nope})", "! 1:34: undeclared reference to 'nope' (in container '')"],
  [
    "sizes.transformMapEntry(k, v, {k: v}) == {1: 2}",
    "! 1:39: found no matching overload for '_==_' applied to '(map(string, int), map(int, int))'",
  ],
  [
    "sizes.transformMap(k, v, 'a') == {'a': 1}",
    "! 1:31: found no matching overload for '_==_' applied to '(map(string, string), map(string, int))'",
  ],
  [
    "ints.map(x, x) == words",
    "! 1:16: found no matching overload for '_==_' applied to '(list(int), list(string))'",
  ],
  [
    "ints.map(x, [x]) == ints",
    "! 1:18: found no matching overload for '_==_' applied to '(list(list(int)), list(int))'",
  ],
  [
    "ints.filter(x, true) == words",
    "! 1:22: found no matching overload for '_==_' applied to '(list(int), list(string))'",
  ],
  ["ints.map(x, y.map(z, z))", "! 1:13: undeclared reference to 'y' (in container '')"],
  [
    "ints.all(x, ints.all(x, x == 'a'))",
    "! 1:27: found no matching overload for '_==_' applied to '(int, string)'",
  ],
  ["ints.all(x, x > 0) && x > 0", "! 1:23: undeclared reference to 'x' (in container '')"],
  ["ints.map(s, s + 'a')", "! 1:15: found no matching overload for '_+_' applied to '(int, string)'"],
  ["some.optMap(x, x + 'a')", "! 1:18: found no matching overload for '_+_' applied to '(int, string)'"],
  [
    "some.optMap(x, x) == optional.of('a')",
    "! 1:19: found no matching overload for '_==_' applied to '(optional_type(int), optional_type(string))'",
  ],
  [
    "some.optFlatMap(x, x)",
    "! 1:16: found no matching overload for '_?_:_' applied to '(bool, int, optional_type(dyn))'",
  ],
  [
    "n.optMap(x, x)",
    "! 1:9: found no matching overload for 'hasValue' applied to 'int.()'; 1:9: found no matching overload for 'value' applied to 'int.()'",
  ],
  ["ints.sortBy(x, y)", "! 1:16: undeclared reference to 'y' (in container '')"],
  [
    "ints.sortBy(x, {x: x})",
    "! 1:12: found no matching overload for '@sortByAssociatedKeys' applied to 'list(int).(list(map(int, int)))'",
  ],
  [
    "n.sortBy(x, x)",
    "! 1:9: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic); 1:9: found no matching overload for '@sortByAssociatedKeys' applied to 'int.(list(!error!))'",
  ],
];

for (const [expression, verdict] of verdicts) {
  test(`${expression} is ${verdict.startsWith("! ") ? "refused" : "accepted"}: ${verdict}`, (t) => {
    t.is(evaluateExpression(expression), verdict);
  });
}
