import test from "ava";

import { evaluateExpression } from "../../../fixtures/evaluated-expression.ts";

/** Faults with line and column, or the value if there is none, recorded from Kubernetes 1.36.3. */
const verdicts: readonly (readonly [expression: string, verdict: string])[] = [
  ["n.x", "! 1:2: type 'int' does not support field selection"],
  ["s.x", "! 1:2: type 'string' does not support field selection"],
  ["ints.x", "! 1:5: type 'list(int)' does not support field selection"],
  ["ts.seconds", "! 1:3: type 'timestamp' does not support field selection"],
  ["dur.nanos", "! 1:4: type 'duration' does not support field selection"],
  ["t.x", "! 1:2: type 'bool' does not support field selection"],
  ["b.x", "! 1:2: type 'bytes' does not support field selection"],
  ["null.x", "! 1:5: type 'null' does not support field selection"],
  ["some.x", "! 1:5: type 'int' does not support field selection"],
  ["int.x", "! 1:4: type 'type(int)' does not support field selection"],
  ["sizes.a.b", "! 1:8: type 'int' does not support field selection"],
  ["sizes.a.b.c", "! 1:8: type 'int' does not support field selection"],
  ["words[0].x", "! 1:9: type 'string' does not support field selection"],
  ["has(n.x)", "! 1:4: type 'int' does not support field selection"],
  ["has(s.x)", "! 1:4: type 'string' does not support field selection"],
  ["has(ints.x)", "! 1:4: type 'list(int)' does not support field selection"],
  ["has(sizes.a.b)", "! 1:4: type 'int' does not support field selection"],
  ["has(some.x)", "! 1:4: type 'int' does not support field selection"],
  ["nope.x", "! 1:1: undeclared reference to 'nope' (in container '')"],
  ["nope.x.y", "! 1:1: undeclared reference to 'nope' (in container '')"],
  [".nope", "! 1:2: undeclared reference to '.nope' (in container '')"],
  [".n.x", "! 1:3: type 'int' does not support field selection"],
  ["sizes.?a.b", "! 1:9: type 'int' does not support field selection"],
  ["n.?x", "! 1:2: type 'int' does not support field selection"],
  ["s.?x", "! 1:2: type 'string' does not support field selection"],
  ["ints.?x", "! 1:5: type 'list(int)' does not support field selection"],
  ["sizes[?1]", "! 1:6: found no matching overload for '_[?_]' applied to '(map(string, int), int)'"],
  ["ints[?'a']", "! 1:5: found no matching overload for '_[?_]' applied to '(list(int), string)'"],
  ["n[?0]", "! 1:2: found no matching overload for '_[?_]' applied to '(int, int)'"],
  ["some[?0]", "! 1:5: found no matching overload for '_[?_]' applied to '(optional_type(int), int)'"],
  ["{'a': 1}.a.b", "! 1:11: type 'int' does not support field selection"],
  ["[1].x", "! 1:4: type 'list(int)' does not support field selection"],
  ["any.x + 1 + 'a'", "! 1:11: found no matching overload for '_+_' applied to '(int, string)'"],
  ["optional.of(n).x", "! 1:15: type 'int' does not support field selection"],
  ["optional.of(sizes).a.b", "! 1:21: type 'int' does not support field selection"],
  ["ip('::1').x", "! 1:10: type 'net.IP' does not support field selection"],
  ["url('/a').host", "! 1:10: unexpected failed resolution of 'kubernetes.URL'"],
  ["type(n).x", "! 1:8: type 'type(int)' does not support field selection"],
  ["google.protobuf.Nope", "! 1:1: undeclared reference to 'google' (in container '')"],
  ["net.nope", "! 1:1: undeclared reference to 'net' (in container '')"],
  ["optional.nope", "! 1:1: undeclared reference to 'optional' (in container '')"],
];

for (const [expression, verdict] of verdicts) {
  test(`${expression} is ${verdict.startsWith("! ") ? "refused" : "accepted"}: ${verdict}`, (t) => {
    t.is(evaluateExpression(expression), verdict);
  });
}
