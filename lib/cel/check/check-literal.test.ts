import test from "ava";

import { evaluateExpression } from "../../../fixtures/evaluated-expression.ts";

/** Faults with line and column, or the value if there is none, recorded from Kubernetes 1.36.3. */
const verdicts: readonly (readonly [expression: string, verdict: string])[] = [
  ["[1, 2.0]", "! 1:5: expected type 'int' but found 'double'"],
  ["[1, 2u]", "! 1:5: expected type 'int' but found 'uint'"],
  ["['a', b'a']", "! 1:7: expected type 'string' but found 'bytes'"],
  ["[1, dyn(2)]", "! 1:8: expected type 'int' but found 'dyn'"],
  ["[dyn(1), dyn('a')]", '[1, "a"]'],
  ["[[1], ['a']]", "! 1:7: expected type 'list(int)' but found 'list(string)'"],
  ["[[1], []]", "[[1], []]"],
  ["[[], ['a']]", '[[], ["a"]]'],
  ["[{}, {'a': 1}]", '[{}, {"a": 1}]'],
  ["[{'a': 1}, {'b': 'c'}]", "! 1:12: expected type 'map(string, int)' but found 'map(string, string)'"],
  ["[n, s]", "! 1:5: expected type 'int' but found 'string'"],
  ["[null, null]", "[null, null]"],
  ["[null, 1]", "! 1:8: expected type 'null' but found 'int'"],
  ["[1, null]", "! 1:5: expected type 'int' but found 'null'"],
  ["[some, some]", "[optional.of(4), optional.of(4)]"],
  [
    "[some, optional.of('a')]",
    "! 1:19: expected type 'optional_type(int)' but found 'optional_type(string)'",
  ],
  ["[?some, 1]", "[4, 1]"],
  ["[?some, 'a']", "! 1:9: expected type 'int' but found 'string'"],
  ["[?n]", "! 1:3: expected type 'optional_type(int)' but found 'int'"],
  ["[?1, 2]", "! 1:3: expected type 'optional_type(int)' but found 'int'"],
  ["[?some, ?n]", "! 1:10: expected type 'optional_type(int)' but found 'int'"],
  ["{'a': 1, 'b': 2.0}", "! 1:15: expected type 'int' but found 'double'"],
  ["{'a': 1, 2: 3}", "! 1:10: expected type 'string' but found 'int'"],
  ["{n: 1, s: 2}", "! 1:8: expected type 'int' but found 'string'"],
  ["{'a': [1], 'b': ['c']}", "! 1:17: expected type 'list(int)' but found 'list(string)'"],
  ["{'a': 1, ?'b': some}", '{"a": 1, "b": 4}'],
  ["{'a': 'x', ?'b': some}", "! 1:18: expected type 'string' but found 'int'"],
  ["{'a': 1, 'b': any.a}", "! 1:18: expected type 'int' but found 'dyn'"],
  ["{'a': any.a, 'b': 1}", "! 1:19: expected type 'dyn' but found 'int'"],
  ["{'a': nope}", "! 1:7: undeclared reference to 'nope' (in container '')"],
  ["{nope: 1}", "! 1:2: undeclared reference to 'nope' (in container '')"],
  [
    "[nope, nope2]",
    "! 1:2: undeclared reference to 'nope' (in container ''); 1:8: undeclared reference to 'nope2' (in container '')",
  ],
  ["[1, 'a', 2.0]", "! 1:5: expected type 'int' but found 'string'"],
  [
    "{'a': 1, 'b': 'c', 'd': 2.0}",
    "! 1:15: expected type 'int' but found 'string'; 1:25: expected type 'int' but found 'double'",
  ],
  ["any{}", "! 1:4: 'dyn' is not a type"],
  ["Nope{}", "! 1:5: undeclared reference to 'Nope' (in container '')"],
  ["Nope{a: nope2}", "! 1:5: undeclared reference to 'Nope' (in container '')"],
  ["net.IP{}", "! 1:7: 'net.IP' is not a message type"],
];

for (const [expression, verdict] of verdicts) {
  test(`${expression} is ${verdict.startsWith("! ") ? "refused" : "accepted"}: ${verdict}`, (t) => {
    t.is(evaluateExpression(expression), verdict);
  });
}
