import test from "ava";

import { estimateExpression, spendOn } from "../../../fixtures/evaluated-expression.ts";

/**
 * The cost of an evaluation and the bounds of its estimate, as the Go packages of Kubernetes 1.36.3 compute
 * them. The sizes of variables are unlimited.
 */
const facts: readonly (readonly [expression: string, cost: number, min: number, max: number])[] = [
  ["n + 1 > 2", 3, 3, 3],
  ["n - 1 > 2", 3, 3, 3],
  ["n * 2 / 3 % 4 > 1", 5, 5, 5],
  ["-n < 0", 3, 3, 3],
  ["!t", 2, 2, 2],
  ["t && f", 2, 1, 2],
  ["t || f", 1, 1, 2],
  ["f && t", 1, 1, 2],
  ["f || t", 2, 1, 2],
  ["t && t && t", 3, 1, 3],
  ["t && n > 100", 3, 1, 3],
  ["f && n > 100", 1, 1, 3],
  ["t || n > 100", 1, 1, 3],
  ["t ? 1 : 2", 1, 1, 1],
  ["t ? n : n + n", 1, 2, 4],
  ["f ? n : n + n", 4, 2, 4],
  ["t ? s.contains('a') : f", 3, 2, 1.84467440737e18],
  ["n == 7", 2, 2, 2],
  ["n != 7", 2, 2, 2],
  ["n < 9", 2, 2, 2],
  ["u > 1u", 2, 2, 2],
  ["d >= 1.0", 2, 2, 2],
  ["dur > duration('1s')", 2, 3, 3],
  ["ts < timestamp('2030-01-01T00:00:00Z')", 2, 3, 3],
  ["ts - ts == dur", 5, 5, 5],
  ["ts + dur > ts", 5, 5, 5],
  ["ts.getHours() > 1", 3, 3, 3],
  ["ts.getHours('UTC') > 1", 3, 3, 3],
  ["dur.getSeconds() > 1", 3, 3, 3],
  ["string(n) == '7'", 3, 3, 3],
  ["string(d) == '2.5'", 3, 3, 3],
  ["string(b) == 'abc'", 3, 2, 1.84467440737e18],
  ["string(dur) == '90s'", 3, 3, 3],
  ["int(d) == 2", 3, 3, 3],
  ["int('7') == n", 2, 3, 3],
  ["double(n) > 1.0", 3, 3, 3],
  ["uint(n) == 7u", 3, 3, 3],
  ["bool('true')", 0, 1, 1],
  ["bytes(s) == b", 4, 3, 3.68934881474e18],
  ["type(n) == int", 3, 4, 1.84467440737e18],
  ["dyn(n) == 7", 3, 3, 3],
  ["duration('1h') == dur", 2, 3, 3],
  ["timestamp('2024-01-01T00:00:00Z') == ts", 2, 3, 3],
  ["ints[0] == 3", 3, 3, 3],
  ["sizes['a'] == 1", 3, 3, 3],
  ["sizes.a == 1", 3, 3, 3],
  ["any.a == 1", 3, 2, 2],
  ["any.m.k", 3, 1, 1],
  ["any.l[0] == 1", 4, 3, 3],
  ["has(sizes.a)", 1, 1, 1],
  ["has(any.m.k)", 2, 1, 1],
  ["some.hasValue()", 2, 2, 2],
  ["some.value() == 4", 3, 3, 3],
  ["some.orValue(1) == 4", 2, 3, 3],
  ["none.orValue(1 + 1) == 2", 3, 4, 4],
  ["some.or(none).hasValue()", 2, 4, 4],
  ["optional.of(n).value() == 7", 4, 4, 4],
  ["optional.none().hasValue()", 2, 2, 2],
  ["optional.ofNonZeroValue(n).hasValue()", 3, 3, 3],
  ["some.optMap(x, x + 1).value() == 5", 9, 5, 19],
  ["some.optFlatMap(x, none).hasValue()", 4, 4, 16],
  ["sizes.?a.hasValue()", 3, 3, 3],
  ["sizes[?'a'].hasValue()", 3, 3, 3],
  ["ints[?0].hasValue()", 3, 3, 3],
  ["any.?m.?k.orValue(false)", 3, 4, 4],
  ["[n, n] == [7, 7]", 13, 23, 23],
  ["{'a': n} == {'a': 7}", 32, 62, 62],
  ["{'a': n}.a == 7", 34, 33, 33],
  ["[1, 2, 3] == [1, 2, 3]", 1, 21, 21],
  ["[?some, 1].size() == 2", 13, 13, 13],
  ["{?'a': some}.size() == 1", 33, 33, 33],
  ["null == nil", 2, 2, 2],
];

for (const [expression, cost, min, max] of facts) {
  test(`${expression} costs ${cost}, with an estimate of ${min} to ${max}`, (t) => {
    const estimate = estimateExpression(expression);
    t.is(spendOn(expression).cost, cost);
    t.is(estimate.min, min);
    t.is(estimate.max.toPrecision(12), max.toPrecision(12));
  });
}
