import test from "ava";

import { evaluateExpression } from "../../../../fixtures/evaluated-expression.ts";

/** Values, or errors after `! `, recorded from the Go packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [expression: string, value: string])[] = [
  // dns1123Label
  ["format.dns1123Label().validate('a')", "optional.none()"],
  ["format.dns1123Label().validate('a-b')", "optional.none()"],
  ["format.dns1123Label().validate('1a')", "optional.none()"],
  [
    "format.dns1123Label().validate('A')",
    "optional.of([\"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')\"])",
  ],
  ["format.dns1123Label().validate('-a').hasValue()", "true"],
  ["format.dns1123Label().validate('a-').hasValue()", "true"],
  ["format.dns1123Label().validate('a.b')", 'optional.of(["must not contain dots"])'],
  ["format.dns1123Label().validate('').hasValue()", "true"],
  [
    "format.dns1123Label().validate('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
    "optional.none()",
  ],
  [
    "format.dns1123Label().validate('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
    'optional.of(["must be no more than 63 characters"])',
  ],
  ["format.dns1123Label().validate('é').hasValue()", "true"],
  // dns1123Subdomain
  ["format.dns1123Subdomain().validate('a.b')", "optional.none()"],
  [
    "format.dns1123Subdomain().validate('a..b')",
    String.raw`optional.of(["a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"])`,
  ],
  ["format.dns1123Subdomain().validate('.a').hasValue()", "true"],
  ["format.dns1123Subdomain().validate('a.').hasValue()", "true"],
  ["format.dns1123Subdomain().validate('A.b').hasValue()", "true"],
  ["format.dns1123Subdomain().validate('a-.b').hasValue()", "true"],
  ["format.dns1123Subdomain().validate('1.2')", "optional.none()"],
  ["format.dns1123Subdomain().validate('').hasValue()", "true"],
  [
    "format.dns1123Subdomain().validate('a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a')",
    "optional.none()",
  ],
  // dns1035Label
  ["format.dns1035Label().validate('a')", "optional.none()"],
  ["format.dns1035Label().validate('a1')", "optional.none()"],
  [
    "format.dns1035Label().validate('1a')",
    "optional.of([\"a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')\"])",
  ],
  ["format.dns1035Label().validate('a-').hasValue()", "true"],
  ["format.dns1035Label().validate('A').hasValue()", "true"],
  ["format.dns1035Label().validate('').hasValue()", "true"],
  ["format.dns1035Label().validate('a.b').hasValue()", "true"],
  // dns1123LabelPrefix
  ["format.dns1123LabelPrefix().validate('a-')", "optional.none()"],
  ["format.dns1123LabelPrefix().validate('a')", "optional.none()"],
  ["format.dns1123LabelPrefix().validate('-a').hasValue()", "true"],
  ["format.dns1123LabelPrefix().validate('A').hasValue()", "true"],
  ["format.dns1123LabelPrefix().validate('').hasValue()", "true"],
  // dns1123SubdomainPrefix
  ["format.dns1123SubdomainPrefix().validate('a.b-')", "optional.none()"],
  ["format.dns1123SubdomainPrefix().validate('a-')", "optional.none()"],
  ["format.dns1123SubdomainPrefix().validate('a.').hasValue()", "true"],
  ["format.dns1123SubdomainPrefix().validate('A').hasValue()", "true"],
  // dns1035LabelPrefix
  ["format.dns1035LabelPrefix().validate('a-')", "optional.none()"],
  ["format.dns1035LabelPrefix().validate('1a-').hasValue()", "true"],
  ["format.dns1035LabelPrefix().validate('A').hasValue()", "true"],
];

for (const [expression, value] of facts) {
  test(`the result of ${expression} is ${value}`, (t) => {
    t.is(evaluateExpression(expression), value);
  });
}
