import test from "ava";

import { evaluateExpression } from "../../../fixtures/evaluated-expression.ts";

/** Values, or errors after `! `, recorded from the Go packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [expression: string, value: string])[] = [
  ["unbound + 1", "! no such attribute(s): unbound"],
  ["unbound == 1", "! no such attribute(s): unbound"],
  ["[unbound]", "! no such attribute(s): unbound"],
  ["{'a': unbound}", "! no such attribute(s): unbound"],
  ["string(unbound)", "! no such attribute(s): unbound"],
  ["any.a", "1"],
  ["any.zz", "! no such key: zz"],
  ["any.m.k", "true"],
  ["any.m.zz", "! no such key: zz"],
  ["any.zz.k", "! no such key: zz"],
  ["any.s.k", "! no such key: k"],
  ["any.a.k", "! no such key: k"],
  ["any.l.k", "! unsupported index type 'string' in list"],
  ["any.n.k", "! no such key: k"],
  ["any.m.k.x", "! no such key: x"],
  ["any['a']", "1"],
  ["any['zz']", "! no such key: zz"],
  ["any['m'].k", "true"],
  ["any.m['k']", "true"],
  ["any.m['zz']", "! no such key: zz"],
  ["any['m']['k']", "true"],
  ["any.l[0]", "1"],
  ["any.l[1]", '"y"'],
  ["any.l[2]", "! index out of bounds: 2"],
  ["any.l[-1]", "! index out of bounds: -1"],
  ["any.l[n - 6]", '"y"'],
  ["any.l[any.a]", '"y"'],
  ["any.l[any.s]", "! unsupported index type 'string' in list"],
  ["any.m[any.s]", "! no such key: x"],
  ["any.l[1.0]", '"y"'],
  ["any.l[1.5]", "! unsupported index value 1.5 in list"],
  ["any.l[0u]", "1"],
  ["any['l'][0]", "1"],
  ["sizes.a + sizes.b", "3"],
  ["sizes[words[0]]", "2"],
  ["sizes[words[1]] + ints[sizes.a]", "2"],
  ["ints[ints[1]]", "1"],
  ["ints[unbound]", "! no such attribute(s): unbound"],
  ["sizes[string(unbound)]", "! no such attribute(s): unbound"],
  ["ints[n / 0]", "! division by zero"],
  ["(n > 5 ? any : sizes).a", "1"],
  ["(n > 5 ? ints : [9])[0]", "3"],
  ["(n > 9 ? ints : [9])[0]", "9"],
  ["(n > 9 ? any.l : ints)[2]", "2"],
  ["any.l[n > 5 ? 0 : 1]", "1"],
  ["any[n > 5 ? 'a' : 's']", "1"],
  ["optional.of(any).m.k", "optional.of(true)"],
  ["optional.of(any).?m.k", "optional.of(true)"],
  ["optional.none().?x", "optional.none()"],
  ["null_type", "type null_type"],
  ["google.protobuf.Duration", "type google.protobuf.Duration"],
  ["net.IP", "type net.IP"],
  ["optional_type", "type optional_type"],
  ["type(list)", "type type"],
  ["type(int) == type", "true"],
  ["[int, string].size()", "! 1:7: expected type 'type(int)' but found 'type(string)'"],
];

for (const [expression, value] of facts) {
  test(`the result of ${expression} is ${value}`, (t) => {
    t.is(evaluateExpression(expression), value);
  });
}
