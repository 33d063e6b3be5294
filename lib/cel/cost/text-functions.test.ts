import test from "ava";

import { estimateExpression, spendOn } from "../../../fixtures/evaluated-expression.ts";

/**
 * The cost of an evaluation and the bounds of its estimate, as the Go packages of Kubernetes 1.36.3 compute
 * them. The sizes of variables are unlimited.
 */
const facts: readonly (readonly [expression: string, cost: number, min: number, max: number])[] = [
  ["s.contains('l')", 2, 1, 1.84467440737e18],
  ["s.contains(uni)", 3, 2, 1.84467440737e19],
  ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.contains('bbbbbbbbbbbbbbbbbbbbb')", 12, 12, 12],
  ["s.startsWith('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')", 2, 5, 5],
  ["s.endsWith(uni)", 3, 2, 1.84467440737e18],
  ["s.matches('^a+$')", 2, 2, 1.84467440737e18],
  ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.matches('^(a|b|c|d|e|f)+$')", 16, 16, 16],
  ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.matches(s)", 9, 1, 1.84467440737e19],
  ["s.find('l+') == 'll'", 3, 3, 1.84467440737e18],
  ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.find('^(a|b|c|d|e|f)+$') == 'a'", 17, 17, 17],
  ["s.findAll('l').size() == 2", 4, 4, 1.84467440737e18],
  ["s.findAll('l', 1).size() == 1", 4, 4, 1.84467440737e18],
  ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.findAll('a').size() > 1", 6, 6, 6],
  ["s.charAt(1) == 'e'", 3, 3, 3],
  ["s.indexOf('l') == 2", 2, 2, 1.84467440737e18],
  ["s.indexOf('l', 3) == 3", 2, 2, 1.84467440737e18],
  ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.lastIndexOf('bbbbbbbbbbbbbbbbbbbbbb') == 1", 4, 5, 5],
  ["s.lastIndexOf('l', 3) == 3", 2, 2, 1.84467440737e18],
  ["s.lowerAscii() == 'hello'", 3, 2, 1.84467440737e18],
  ["s.upperAscii() == 'HELLO'", 3, 2, 1.84467440737e18],
  ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.upperAscii().size() > 1", 6, 6, 6],
  ["s.replace('l', 'LL') == 'heLLLLo'", 3, 2, 3.68934881474e18],
  ["s.replace('l', 'LL', 1) == 'heLLlo'", 3, 2, 3.68934881474e18],
  ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.replace('a', 'bbb').size() > 1", 10, 10, 10],
  ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.replace('aaaaaaaaaaaaa', 'b').size() > 1", 10, 10, 10],
  ["s.split('l').size() == 3", 4, 3, 3.68934881474e18],
  ["s.split('l', 2).size() == 2", 4, 3, 3.68934881474e18],
  ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.split('').size() > 1", 10, 10, 10],
  ["s.substring(1) == 'ello'", 3, 2, 1.84467440737e18],
  ["s.substring(1, 2) == 'e'", 3, 2, 1.84467440737e18],
  ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.substring(1, 20).size() > 1", 6, 6, 6],
  ["s.trim() == 'hello'", 3, 2, 1.84467440737e18],
  ["'   aaaaaaaaaaaaaaaaaaaaaaaaaaa   '.trim().size() > 1", 6, 6, 6],
  ["strings.quote(s).size() > 1", 4, 3, 1.84467440737e18],
  ["strings.quote('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa').size() > 1", 6, 6, 6],
  ["'%s'.format([s]) == s", 14, 14, 1.84467440737e18],
  ["'%d %d %d %d'.format([n, n, n, n]).size() > 1", 18, 18, 18],
  ["s + uni == 'a'", 4, 3, 1.84467440737e18],
  ["s + 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' == uni", 7, 7, 3.68934881474e18],
  ["b + b == b", 5, 4, 3.68934881474e18],
  ["s.size() > 1", 3, 3, 3],
  ["size(uni) > 1", 3, 3, 3],
  ["s < uni", 3, 3, 1.84467440737e18],
  ["'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' < 'bbbbbbbbbbbbbbbbbbbbbbbbbbbb'", 3, 1, 3],
  ["b < b'aaaaaaaaaaaaaaaaaaaaaa'", 2, 2, 4],
  ["s == uni", 3, 3, 1.84467440737e18],
  ["s == 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'", 2, 2, 5],
  ["b == b'abc'", 2, 2, 2],
];

for (const [expression, cost, min, max] of facts) {
  test(`${expression} costs ${cost}, with an estimate of ${min} to ${max}`, (t) => {
    const estimate = estimateExpression(expression);
    t.is(spendOn(expression).cost, cost);
    t.is(estimate.min, min);
    t.is(estimate.max.toPrecision(12), max.toPrecision(12));
  });
}
