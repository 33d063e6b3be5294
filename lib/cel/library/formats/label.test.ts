import test from "ava";

import { evaluateExpression } from "../../../../fixtures/evaluated-expression.ts";

/** Values, or errors after `! `, recorded from the Go packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [expression: string, value: string])[] = [
  // qualifiedName
  ["format.qualifiedName().validate('a')", "optional.none()"],
  ["format.qualifiedName().validate('A_b.c-1')", "optional.none()"],
  ["format.qualifiedName().validate('a/b')", "optional.none()"],
  ["format.qualifiedName().validate('a.b/c')", "optional.none()"],
  [
    "format.qualifiedName().validate('A/b')",
    String.raw`optional.of(["prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"])`,
  ],
  [
    "format.qualifiedName().validate('a/b/c')",
    "optional.of([\"a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')\"])",
  ],
  ["format.qualifiedName().validate('/a')", 'optional.of(["prefix part must be non-empty"])'],
  [
    "format.qualifiedName().validate('a/')",
    "optional.of([\"name part must be non-empty\", \"name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')\"])",
  ],
  ["format.qualifiedName().validate('').hasValue()", "true"],
  [
    "format.qualifiedName().validate('a b')",
    "optional.of([\"name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')\"])",
  ],
  ["format.qualifiedName().validate('-a').hasValue()", "true"],
  ["format.qualifiedName().validate('a-').hasValue()", "true"],
  [
    "format.qualifiedName().validate('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
    "optional.none()",
  ],
  [
    "format.qualifiedName().validate('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
    'optional.of(["name part must be no more than 63 bytes"])',
  ],
  // labelValue
  ["format.labelValue().validate('')", "optional.none()"],
  ["format.labelValue().validate('a')", "optional.none()"],
  ["format.labelValue().validate('A.b_c-1')", "optional.none()"],
  [
    "format.labelValue().validate('-a')",
    "optional.of([\"a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')\"])",
  ],
  ["format.labelValue().validate('a-').hasValue()", "true"],
  ["format.labelValue().validate('a b').hasValue()", "true"],
  ["format.labelValue().validate('a/b').hasValue()", "true"],
  [
    "format.labelValue().validate('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
    "optional.none()",
  ],
  [
    "format.labelValue().validate('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
    'optional.of(["must be no more than 63 bytes"])',
  ],
  ["format.labelValue().validate('é').hasValue()", "true"],
];

for (const [expression, value] of facts) {
  test(`the result of ${expression} is ${value}`, (t) => {
    t.is(evaluateExpression(expression), value);
  });
}
