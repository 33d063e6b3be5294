import test from "ava";

import { estimateExpression, spendOn } from "../../../fixtures/evaluated-expression.ts";

/**
 * The cost of an evaluation and the bounds of its estimate, as the Go packages of Kubernetes 1.36.3 compute
 * them. The sizes of variables are unlimited.
 */
const facts: readonly (readonly [expression: string, cost: number, min: number, max: number])[] = [
  ["isURL('https://example.com/a/b/c?d=e')", 1, 1, 1],
  ["isURL(s)", 2, 2, 2],
  ["url('https://example.com/a/b/c?d=e').getHost() == 'example.com'", 6, 5, 6],
  ["url('https://example.com/a').getEscapedPath() == '/a'", 5, 5, 5],
  ["url('https://example.com/a').getQuery().size() == 0", 6, 6, 6],
  ["url('https://example.com/a') == url('https://example.com/b')", 7, 7, 9],
  ["isIP('1.2.3.4')", 1, 1, 1],
  ["isIP(s)", 2, 1, 1.84467440737e18],
  ["ip('1.2.3.4').family() == 4", 3, 3, 3],
  ["ip('2001:db8::1').isGlobalUnicast()", 3, 3, 3],
  ["ip.isCanonical('1.2.3.4')", 2, 2, 2],
  ["ip('1.2.3.4') == ip('1.2.3.5')", 3, 3, 3],
  ["isCIDR('10.0.0.0/8')", 1, 1, 1],
  ["isCIDR(s)", 2, 1, 1.84467440737e18],
  ["cidr('10.0.0.0/8').containsIP('10.0.0.1')", 3, 3, 6],
  ["cidr('10.0.0.0/8').containsIP(ip('10.0.0.1'))", 3, 3, 6],
  ["cidr('10.0.0.0/8').containsCIDR('10.0.0.0/16')", 6, 6, 10],
  ["cidr('10.0.0.0/8').containsCIDR(cidr('10.0.0.0/16'))", 6, 6, 10],
  ["cidr('10.0.0.0/8').masked().prefixLength() == 8", 4, 4, 4],
  ["cidr('2001:db8::/32').ip() == ip('2001:db8::')", 5, 5, 5],
  ["string(cidr('10.0.0.0/8')) == '10.0.0.0/8'", 3, 3, 3],
  ["string(ip('10.0.0.1')) == '10.0.0.1'", 3, 3, 3],
  ["isQuantity('100Mi')", 1, 1, 1],
  ["isQuantity(s)", 2, 1, 1.84467440737e18],
  ["quantity('100Mi').isGreaterThan(quantity('1Gi'))", 3, 3, 3],
  ["quantity('100Mi').isLessThan(quantity('1Gi'))", 3, 3, 3],
  ["quantity('100Mi').compareTo(quantity('1Gi')) < 0", 4, 4, 4],
  ["quantity('100Mi').add(quantity('1Gi')).sub(5).asInteger() > 1", 6, 6, 6],
  ["quantity('100Mi').asApproximateFloat() > 1.0", 3, 3, 3],
  ["quantity('100Mi').isInteger()", 2, 2, 2],
  ["sign(quantity('100Mi')) == 1", 3, 3, 3],
  ["quantity('1') == quantity('2')", 3, 3, 3],
  ["isSemver('1.2.3')", 1, 1, 1],
  ["isSemver(s)", 2, 1, 1.84467440737e18],
  ["isSemver('v1.2', true)", 1, 1, 1],
  ["semver('1.2.3').major() == 1", 3, 3, 3],
  ["semver('1.2.3').isGreaterThan(semver('1.2.4'))", 3, 3, 3],
  ["semver('1.2.3').compareTo(semver('1.2.4')) < 0", 4, 4, 4],
  ["semver('1.2.3') == semver('1.2.3')", 3, 3, 3],
  ["format.dns1123Label().validate('abc').hasValue()", 10, 34, 34],
  ["format.dns1123Subdomain().validate(s).hasValue()", 18, 3, 1.84467440737e19],
  ["format.dns1035Label().validate('abc').hasValue()", 10, 34, 34],
  ["format.qualifiedName().validate('a/b').hasValue()", 17, 34, 34],
  ["format.labelValue().validate('abc').hasValue()", 12, 34, 34],
  ["format.uri().validate('http://a').hasValue()", 278, 34, 34],
  ["format.uuid().validate('abc').hasValue()", 20, 34, 34],
  ["format.byte().validate('YQ==').hasValue()", 23, 34, 34],
  ["format.date().validate('2024-01-01').hasValue()", 38, 34, 34],
  ["format.datetime().validate('2024-01-01T00:00:00Z').hasValue()", 56, 66, 66],
  ["format.named('date').hasValue()", 2, 2, 2],
  ["format.named('date').value().validate('x').hasValue()", 21, 35, 35],
];

for (const [expression, cost, min, max] of facts) {
  test(`${expression} costs ${cost}, with an estimate of ${min} to ${max}`, (t) => {
    const estimate = estimateExpression(expression);
    t.is(spendOn(expression).cost, cost);
    t.is(estimate.min, min);
    t.is(estimate.max.toPrecision(12), max.toPrecision(12));
  });
}
