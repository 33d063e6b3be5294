import test from "ava";

import { estimateExpression, spendOn } from "../../../fixtures/evaluated-expression.ts";

/**
 * The cost of an evaluation and the bounds of its estimate, as the Go packages of Kubernetes 1.36.3 compute
 * them. The sizes of variables are unlimited.
 */
const facts: readonly (readonly [expression: string, cost: number, min: number, max: number])[] = [
  ["ints.isSorted()", 4, 1, 1.84467440737e19],
  ["['a', 'b'].isSorted()", 0, 12, 3.68934881474e18],
  ["ints.sum() > 0", 5, 2, 1.84467440737e19],
  ["[1, 2, 3].sum() > 0", 4, 14, 14],
  ["['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'b'].max() == 'b'", 4, 13, 3.68934881474e18],
  ["ints.min() > 0", 5, 2, 1.84467440737e19],
  ["ints.indexOf(1) > 0", 5, 2, 1.84467440737e19],
  ["['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'b'].indexOf('b') == 1", 5, 13, 3.68934881474e18],
  ["words.lastIndexOf(s) > 0", 3, 3, 1.84467440737e19],
  ["ints.slice(0, 1).size() > 0", 15, 15, 15],
  ["[1, 2, 3].slice(0, n).size() > 0", 15, 27, 27],
  ["[ints, ints].flatten().size() > 0", 27, 27, 27],
  ["[[1], [2]].flatten(1).size() > 0", 15, 45, 45],
  ["ints.reverse().size() > 0", 17, 14, 1.84467440737e19],
  ["[1, 2, 3].reverse() == ints", 16, 26, 26],
  ["ints.distinct().size() > 0", 32, 14, 1.84467440737e19],
  ["['a', 'b', 'c', 'd'].distinct().size() > 0", 46, 55, 55],
  ["ints.sort().size() > 0", 32, 14, 1.84467440737e19],
  ["words.sort().size() > 0", 22, 14, 1.84467440737e19],
  ["[3, 2, 1].sort().all(x, x > 0)", 45, 67, 85],
  ["['cc', 'b'].sort().all(x, x == 'b')", 30, 43, 51],
  ["ints.sortBy(x, -x).size() > 0", 77, 37, 1.84467440737e19],
  ["['cc', 'b'].sortBy(x, x.size()).size() > 0", 52, 82, 82],
  ["lists.range(10).size() > 0", 23, 23, 23],
  ["lists.range(10).map(x, x * 2).size() > 0", 164, 174, 174],
  ["ints.first().hasValue()", 3, 3, 3],
  ["ints.last().orValue(1) > 0", 3, 4, 4],
  ["sets.contains(ints, [1])", 5, 12, 1.84467440737e19],
  ["sets.contains([1, 2, 3], [1, 2])", 7, 27, 27],
  ["sets.equivalent([1, 2, 3], [1, 2])", 13, 33, 33],
  ["sets.equivalent(ints, ints)", 21, 3, 1.84467440737e19],
  ["sets.intersects([1, 2, 3], [4])", 4, 24, 24],
  ["sets.intersects(words, words)", 7, 3, 1.84467440737e19],
  ["1 in ints", 4, 1, 1.84467440737e19],
  ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' in ['b', 'c']", 0, 12, 12],
  ["n in [1, 2, 3, 4, 5, 6, 7]", 1, 18, 18],
  ["s in words", 4, 2, 1.84467440737e19],
  ["'a' in sizes", 2, 2, 2],
  ["n in {1: 2, 3: 4}", 2, 32, 32],
  ["ints + [1] == ints", 4, 14, 1.84467440737e18],
  ["[1, 2] + [3] == [1, 2, 3]", 2, 32, 32],
  ["ints.size() == 3", 3, 3, 3],
  ["size(words) == 2", 3, 3, 3],
  ["optional.unwrap([some, none]) == [4]", 14, 24, 24],
  ["[some, none].unwrapOpt().size() == 1", 15, 15, 15],
  ["words.join() == 'ba'", 3, 2, 1.84467440737e18],
  ["words.join(', ').size() == 4", 4, 3, 1.84467440737e18],
  ["['aaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbb'].join('-').size() > 3", 9, 13, 1.84467440737e18],
];

for (const [expression, cost, min, max] of facts) {
  test(`${expression} costs ${cost}, with an estimate of ${min} to ${max}`, (t) => {
    const estimate = estimateExpression(expression);
    t.is(spendOn(expression).cost, cost);
    t.is(estimate.min, min);
    t.is(estimate.max.toPrecision(12), max.toPrecision(12));
  });
}
