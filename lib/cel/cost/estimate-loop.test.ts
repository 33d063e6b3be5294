import test from "ava";

import { estimateExpression, spendOn } from "../../../fixtures/evaluated-expression.ts";

/**
 * The cost of an evaluation and the bounds of its estimate, as the Go packages of Kubernetes 1.36.3 compute
 * them. The sizes of variables are unlimited.
 */
const facts: readonly (readonly [expression: string, cost: number, min: number, max: number])[] = [
  ["[1, 2, 3].all(x, x > 0)", 16, 20, 26],
  ["[1, 2, 3].all(x, x > n)", 9, 20, 29],
  ["[1, 2, 3].exists(x, x > 2)", 19, 23, 29],
  ["[1, 2, 3].exists_one(x, x > 2)", 10, 21, 24],
  ["[1, 2, 3].map(x, x + 1).size() > 0", 45, 65, 65],
  ["[1, 2, 3].map(x, x > 1, x + 1).size() > 0", 37, 32, 71],
  ["[1, 2, 3].filter(x, x > 1).size() > 0", 35, 32, 68],
  ["[].all(x, x > 0)", 1, 11, 11],
  ["{'a': 1}.all(k, k == 'a')", 6, 34, 36],
  ["{'a': 1}.all(k, v, v > 0)", 6, 34, 36],
  ["{'a': 1, 'b': 2}.exists(k, v, v > 1)", 13, 39, 43],
  ["[1, 2].existsOne(i, v, v > i)", 12, 20, 22],
  ["[1, 2].transformList(i, v, v + i).size() > 0", 33, 53, 53],
  ["[1, 2].transformList(i, v, v > 1, v).size() > 0", 20, 29, 53],
  ["{'a': 1}.transformMap(k, v, v + 1).size() > 0", 8, 68, 68],
  ["{'a': 1}.transformMap(k, v, v > 1, v + 1).size() > 0", 5, 66, 70],
  ["{'a': 1}.transformMapEntry(k, v, {k: v}).size() > 0", 37, 97, 97],
  ["[[1, 2], [3]].all(l, l.all(x, x > 0))", 26, 37, 61],
  ["[[1, 2], [3]].map(l, l.size()).sum() > 0", 32, 72, 72],
  ["[1, 2].map(x, [3, 4].map(y, x * y)).size() > 0", 89, 149, 149],
  ["[1, 2].map(x, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa').all(t, t.contains('bbbbbbbbbbbbb'))", 18, 52, 66],
  ["['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'].all(x, x.matches('^a+b+c+$'))", 13, 14, 23],
  ["ints.all(x, x > 0)", 17, 2, 1.84467440737e19],
  ["ints.exists(x, x > 2)", 11, 2, 1.84467440737e19],
  ["ints.exists_one(x, x > 2)", 11, 3, 1.84467440737e19],
  ["ints.map(x, x + 1).size() > 0", 46, 14, 1.84467440737e19],
  ["ints.filter(x, x > 1).size() > 0", 36, 14, 1.84467440737e19],
  ["words.all(w, w.startsWith('a'))", 9, 2, 1.84467440737e19],
  ["sizes.all(k, sizes[k] > 0)", 14, 2, 1.84467440737e19],
  ["sizes.exists(k, v, v > 1)", 14, 2, 1.84467440737e19],
  ["any.l.all(x, x == 1)", 13, 2, 1.84467440737e19],
  ["ints.all(x, ints.exists(y, y == x))", 65, 2, 1.84467440737e19],
  ["lists.range(5).all(x, x < 5)", 42, 32, 42],
  ["(t ? [1] : [1, 2, 3]).all(x, x > 0)", 7, 15, 27],
  ["([1, 2] + [3]).all(x, x > 0)", 17, 31, 37],
];

for (const [expression, cost, min, max] of facts) {
  test(`${expression} costs ${cost}, with an estimate of ${min} to ${max}`, (t) => {
    const estimate = estimateExpression(expression);
    t.is(spendOn(expression).cost, cost);
    t.is(estimate.min, min);
    t.is(estimate.max.toPrecision(12), max.toPrecision(12));
  });
}
