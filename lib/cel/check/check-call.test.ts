import test from "ava";

import { evaluateExpression } from "../../../fixtures/evaluated-expression.ts";

/** Faults with line and column, or the value if there is none, recorded from Kubernetes 1.36.3. */
const verdicts: readonly (readonly [expression: string, verdict: string])[] = [
  ["n + d", "! 1:3: found no matching overload for '_+_' applied to '(int, double)'"],
  ["n + u", "! 1:3: found no matching overload for '_+_' applied to '(int, uint)'"],
  ["n + s", "! 1:3: found no matching overload for '_+_' applied to '(int, string)'"],
  ["s + b", "! 1:3: found no matching overload for '_+_' applied to '(string, bytes)'"],
  ["ts + ts", "! 1:4: found no matching overload for '_+_' applied to '(timestamp, timestamp)'"],
  ["dur * 2", "! 1:5: found no matching overload for '_*_' applied to '(duration, int)'"],
  ["-s", "! 1:1: found no matching overload for '-_' applied to '(string)'"],
  ["-t", "! 1:1: found no matching overload for '-_' applied to '(bool)'"],
  ["!n", "! 1:1: found no matching overload for '!_' applied to '(int)'"],
  ["!s", "! 1:1: found no matching overload for '!_' applied to '(string)'"],
  ["t && n", "! 1:6: expected type 'bool' but found 'int'"],
  ["s || t", "! 1:1: expected type 'bool' but found 'string'"],
  ["n ? 1 : 2", "! 1:3: found no matching overload for '_?_:_' applied to '(int, int, int)'"],
  ["t ? n : s", "! 1:3: found no matching overload for '_?_:_' applied to '(bool, int, string)'"],
  [
    "t ? ints : words",
    "! 1:3: found no matching overload for '_?_:_' applied to '(bool, list(int), list(string))'",
  ],
  ["n < s", "! 1:3: found no matching overload for '_<_' applied to '(int, string)'"],
  ["t < n", "! 1:3: found no matching overload for '_<_' applied to '(bool, int)'"],
  ["ints < ints", "! 1:6: found no matching overload for '_<_' applied to '(list(int), list(int))'"],
  [
    "sizes > sizes",
    "! 1:7: found no matching overload for '_>_' applied to '(map(string, int), map(string, int))'",
  ],
  ["n == s", "! 1:3: found no matching overload for '_==_' applied to '(int, string)'"],
  ["ints == words", "! 1:6: found no matching overload for '_==_' applied to '(list(int), list(string))'"],
  [
    "sizes == {1: 2}",
    "! 1:7: found no matching overload for '_==_' applied to '(map(string, int), map(int, int))'",
  ],
  ["some == 4", "! 1:6: found no matching overload for '_==_' applied to '(optional_type(int), int)'"],
  ["dur == ts", "! 1:5: found no matching overload for '_==_' applied to '(duration, timestamp)'"],
  ["n in words", "! 1:3: found no matching overload for '@in' applied to '(int, list(string))'"],
  ["s in ints", "! 1:3: found no matching overload for '@in' applied to '(string, list(int))'"],
  ["n in sizes", "! 1:3: found no matching overload for '@in' applied to '(int, map(string, int))'"],
  ["n in n", "! 1:3: found no matching overload for '@in' applied to '(int, int)'"],
  ["ints['a']", "! 1:5: found no matching overload for '_[_]' applied to '(list(int), string)'"],
  ["sizes[1]", "! 1:6: found no matching overload for '_[_]' applied to '(map(string, int), int)'"],
  ["s[0]", "! 1:2: found no matching overload for '_[_]' applied to '(string, int)'"],
  ["n[0]", "! 1:2: found no matching overload for '_[_]' applied to '(int, int)'"],
  ["any[0] + n == s", "! 1:12: found no matching overload for '_==_' applied to '(int, string)'"],
  ["size(n)", "! 1:5: found no matching overload for 'size' applied to '(int)'"],
  ["size()", "! 1:5: found no matching overload for 'size' applied to '()'"],
  ["size(s, s)", "! 1:5: found no matching overload for 'size' applied to '(string, string)'"],
  ["s.size(1)", "! 1:7: found no matching overload for 'size' applied to 'string.(int)'"],
  ["s.startsWith(n)", "! 1:13: found no matching overload for 'startsWith' applied to 'string.(int)'"],
  ["s.startsWith()", "! 1:13: found no matching overload for 'startsWith' applied to 'string.()'"],
  ["n.startsWith('a')", "! 1:13: found no matching overload for 'startsWith' applied to 'int.(string)'"],
  ["startsWith(s, 'a')", "! 1:11: found no matching overload for 'startsWith' applied to '(string, string)'"],
  ["s.matches(n)", "! 1:10: found no matching overload for 'matches' applied to 'string.(int)'"],
  [
    "s.contains('a', 'b')",
    "! 1:11: found no matching overload for 'contains' applied to 'string.(string, string)'",
  ],
  ["nope(n)", "! 1:5: undeclared reference to 'nope' (in container '')"],
  ["s.nope()", "! 1:7: undeclared reference to 'nope' (in container '')"],
  [
    "nope.nope(n)",
    "! 1:1: undeclared reference to 'nope' (in container ''); 1:10: undeclared reference to 'nope' (in container '')",
  ],
  [
    "nope.nope.nope(n)",
    "! 1:1: undeclared reference to 'nope' (in container ''); 1:15: undeclared reference to 'nope' (in container '')",
  ],
  [
    "optional.nope(n)",
    "! 1:1: undeclared reference to 'optional' (in container ''); 1:14: undeclared reference to 'nope' (in container '')",
  ],
  [
    "strings.nope(s)",
    "! 1:1: undeclared reference to 'strings' (in container ''); 1:13: undeclared reference to 'nope' (in container '')",
  ],
  ["string(ints)", "! 1:7: found no matching overload for 'string' applied to '(list(int))'"],
  ["int(sizes)", "! 1:4: found no matching overload for 'int' applied to '(map(string, int))'"],
  ["int(t)", "! 1:4: found no matching overload for 'int' applied to '(bool)'"],
  ["double(t)", "! 1:7: found no matching overload for 'double' applied to '(bool)'"],
  ["uint(ts)", "! 1:5: found no matching overload for 'uint' applied to '(timestamp)'"],
  ["bool(n)", "! 1:5: found no matching overload for 'bool' applied to '(int)'"],
  ["bytes(n)", "! 1:6: found no matching overload for 'bytes' applied to '(int)'"],
  ["timestamp(d)", "! 1:10: found no matching overload for 'timestamp' applied to '(double)'"],
  ["duration(d)", "! 1:9: found no matching overload for 'duration' applied to '(double)'"],
  ["type()", "! 1:5: found no matching overload for 'type' applied to '()'"],
  ["dyn()", "! 1:4: found no matching overload for 'dyn' applied to '()'"],
  ["ints.sum(1)", "! 1:9: found no matching overload for 'sum' applied to 'list(int).(int)'"],
  ["words.sum()", "! 1:10: found no matching overload for 'sum' applied to 'list(string).()'"],
  ["[t].sum()", "! 1:8: found no matching overload for 'sum' applied to 'list(bool).()'"],
  ["[[1]].min()", "! 1:10: found no matching overload for 'min' applied to 'list(list(int)).()'"],
  ["[ts].sum()", "! 1:9: found no matching overload for 'sum' applied to 'list(timestamp).()'"],
  ["s.charAt('a')", "! 1:9: found no matching overload for 'charAt' applied to 'string.(string)'"],
  [
    "s.substring(1, 2, 3)",
    "! 1:12: found no matching overload for 'substring' applied to 'string.(int, int, int)'",
  ],
  ["s.replace('a')", "! 1:10: found no matching overload for 'replace' applied to 'string.(string)'"],
  ["s.split(1)", "! 1:8: found no matching overload for 'split' applied to 'string.(int)'"],
  ["words.join(1)", "! 1:11: found no matching overload for 'join' applied to 'list(string).(int)'"],
  ["ints.join()", "! 1:10: found no matching overload for 'join' applied to 'list(int).()'"],
  ["s.format('a')", "! 1:9: found no matching overload for 'format' applied to 'string.(string)'"],
  ["s.find(1)", "! 1:7: found no matching overload for 'find' applied to 'string.(int)'"],
  [
    "sets.contains(ints, words)",
    "! 1:14: found no matching overload for 'sets.contains' applied to '(list(int), list(string))'",
  ],
  ["sets.contains(ints)", "! 1:14: found no matching overload for 'sets.contains' applied to '(list(int))'"],
  ["optional.of()", "! 1:12: found no matching overload for 'optional.of' applied to '()'"],
  [
    "some.orValue('a')",
    "! 1:13: found no matching overload for 'orValue' applied to 'optional_type(int).(string)'",
  ],
  [
    "some.or(none.value())",
    "! 1:8: found no matching overload for 'or' applied to 'optional_type(int).(int)'",
  ],
  [
    "optional.none().orValue(1) + 'a'",
    "! 1:28: found no matching overload for '_+_' applied to '(int, string)'",
  ],
  ["some.value() + 'a'", "! 1:14: found no matching overload for '_+_' applied to '(int, string)'"],
  ["quantity(1)", "! 1:9: found no matching overload for 'quantity' applied to '(int)'"],
  [
    "quantity('1').add('1')",
    "! 1:18: found no matching overload for 'add' applied to 'kubernetes.Quantity.(string)'",
  ],
  [
    "quantity('1') + quantity('1')",
    "! 1:15: found no matching overload for '_+_' applied to '(kubernetes.Quantity, kubernetes.Quantity)'",
  ],
  ["ip(1)", "! 1:3: found no matching overload for 'ip' applied to '(int)'"],
  [
    "cidr('::/0').containsIP(1)",
    "! 1:24: found no matching overload for 'containsIP' applied to 'net.CIDR.(int)'",
  ],
  ["url(1)", "! 1:4: found no matching overload for 'url' applied to '(int)'"],
  [
    "semver('1.0.0').compareTo('1.0.0')",
    "! 1:26: found no matching overload for 'compareTo' applied to 'kubernetes.Semver.(string)'",
  ],
  ["format.named(1)", "! 1:13: found no matching overload for 'format.named' applied to '(int)'"],
  [
    "format.date().validate(1)",
    "! 1:23: found no matching overload for 'validate' applied to 'kubernetes.NamedFormat.(int)'",
  ],
  ["ts.getHours(1)", "! 1:12: found no matching overload for 'getHours' applied to 'timestamp.(int)'"],
  ["dur.getFullYear()", "! 1:16: found no matching overload for 'getFullYear' applied to 'duration.()'"],
  ["n.getHours()", "! 1:11: found no matching overload for 'getHours' applied to 'int.()'"],
  ["lists.range('a')", "! 1:12: found no matching overload for 'lists.range' applied to '(string)'"],
  [
    "ints.slice('a', 1)",
    "! 1:11: found no matching overload for 'slice' applied to 'list(int).(string, int)'",
  ],
  [
    "ints.sortBy(x, [x])",
    "! 1:12: found no matching overload for '@sortByAssociatedKeys' applied to 'list(int).(list(list(int)))'",
  ],
  ["[[1]].sort()", "! 1:11: found no matching overload for 'sort' applied to 'list(list(int)).()'"],
  ["n + (s + 1)", "! 1:8: found no matching overload for '_+_' applied to '(string, int)'"],
  [
    "nope + nope2",
    "! 1:1: undeclared reference to 'nope' (in container ''); 1:8: undeclared reference to 'nope2' (in container '')",
  ],
  [
    "s.nope(nope2)",
    "! 1:7: undeclared reference to 'nope' (in container ''); 1:8: undeclared reference to 'nope2' (in container '')",
  ],
  [
    "f(1, nope)",
    "! 1:2: undeclared reference to 'f' (in container ''); 1:6: undeclared reference to 'nope' (in container '')",
  ],
];

for (const [expression, verdict] of verdicts) {
  test(`${expression} is ${verdict.startsWith("! ") ? "refused" : "accepted"}: ${verdict}`, (t) => {
    t.is(evaluateExpression(expression), verdict);
  });
}
