import test from "ava";

import { evaluateExpression } from "../../../fixtures/evaluated-expression.ts";

/** Values, or errors after `! `, recorded from the Go packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [expression: string, value: string])[] = [
  // uri
  ["format.uri().validate('http://a')", "optional.none()"],
  ["format.uri().validate('http://a/b?c=d#e')", "optional.none()"],
  ["format.uri().validate('/a/b')", "optional.none()"],
  ["format.uri().validate('a/b')", String.raw`optional.of(["parse \"a/b\": invalid URI for request"])`],
  ["format.uri().validate('mailto:a@b')", "optional.none()"],
  ["format.uri().validate('//a')", "optional.none()"],
  [
    "format.uri().validate('http://a:x')",
    String.raw`optional.of(["parse \"http://a:x\": invalid port \":x\" after host"])`,
  ],
  ["format.uri().validate('%zz')", String.raw`optional.of(["parse \"%zz\": invalid URI for request"])`],
  ["format.uri().validate('')", String.raw`optional.of(["parse \"\": empty url"])`],
  [
    "format.uri().validate('http://a b')",
    String.raw`optional.of(["parse \"http://a b\": invalid character \" \" in host name"])`,
  ],
  [
    "format.uri().validate('1http://a')",
    String.raw`optional.of(["parse \"1http://a\": invalid URI for request"])`,
  ],
  // uuid
  ["format.uuid().validate('123e4567-e89b-12d3-a456-426614174000')", "optional.none()"],
  ["format.uuid().validate('123E4567-E89B-12D3-A456-426614174000')", "optional.none()"],
  ["format.uuid().validate('123e4567e89b12d3a456426614174000')", "optional.none()"],
  [
    "format.uuid().validate('123e4567-e89b-12d3-a456-42661417400')",
    'optional.of(["does not match the UUID format"])',
  ],
  ["format.uuid().validate('g23e4567-e89b-12d3-a456-426614174000').hasValue()", "true"],
  ["format.uuid().validate('').hasValue()", "true"],
  // byte
  ["format.byte().validate('YQ==')", "optional.none()"],
  ["format.byte().validate('YWI=')", "optional.none()"],
  ["format.byte().validate('YWJj')", "optional.none()"],
  ["format.byte().validate('YQ')", 'optional.of(["invalid base64"])'],
  ["format.byte().validate('YQ=').hasValue()", "true"],
  ["format.byte().validate('-_8=').hasValue()", "true"],
  ["format.byte().validate('+/8=')", "optional.none()"],
  ["format.byte().validate('').hasValue()", "true"],
  ["format.byte().validate('a b').hasValue()", "true"],
  [String.raw`format.byte().validate('YQ==\n').hasValue()`, "true"],
  // date
  ["format.date().validate('2024-02-29')", "optional.none()"],
  ["format.date().validate('2023-02-29')", 'optional.of(["invalid date"])'],
  ["format.date().validate('2024-13-01').hasValue()", "true"],
  ["format.date().validate('2024-00-10').hasValue()", "true"],
  ["format.date().validate('2024-1-1').hasValue()", "true"],
  ["format.date().validate('24-01-01').hasValue()", "true"],
  ["format.date().validate('2024-01-01T00:00:00Z').hasValue()", "true"],
  ["format.date().validate('2024-04-31').hasValue()", "true"],
  // datetime
  ["format.datetime().validate('2024-02-29T12:00:00Z')", "optional.none()"],
  ["format.datetime().validate('2024-02-29T12:00:00.5+02:00')", "optional.none()"],
  ["format.datetime().validate('2024-02-29t12:00:00z')", "optional.none()"],
  ["format.datetime().validate('2024-02-29 12:00:00Z')", 'optional.of(["invalid datetime"])'],
  ["format.datetime().validate('2024-02-29T12:00:00').hasValue()", "true"],
  ["format.datetime().validate('2024-02-29').hasValue()", "true"],
  ["format.datetime().validate('2024-02-29T25:00:00Z').hasValue()", "true"],
  ["format.datetime().validate('2023-02-29T12:00:00Z').hasValue()", "true"],
  ["format.datetime().validate('2024-02-29T12:00:60Z').hasValue()", "true"],
  ["format.datetime().validate('').hasValue()", "true"],
  // Named formats
  ["format.named('dns1123Label').hasValue()", "true"],
  ["format.named('dns1123Subdomain').hasValue()", "true"],
  ["format.named('dns1035Label').hasValue()", "true"],
  ["format.named('qualifiedName').hasValue()", "true"],
  ["format.named('dns1123LabelPrefix').hasValue()", "true"],
  ["format.named('dns1123SubdomainPrefix').hasValue()", "true"],
  ["format.named('dns1035LabelPrefix').hasValue()", "true"],
  ["format.named('labelValue').hasValue()", "true"],
  ["format.named('uri').hasValue()", "true"],
  ["format.named('uuid').hasValue()", "true"],
  ["format.named('byte').hasValue()", "true"],
  ["format.named('date').hasValue()", "true"],
  ["format.named('datetime').hasValue()", "true"],
  ["format.named('email').hasValue()", "false"],
  ["format.named('').hasValue()", "false"],
  ["format.named('DATE').hasValue()", "false"],
  ["format.named('uuid').value().validate('x').hasValue()", "true"],
  ["format.named('x').value().validate('x')", "! optional.none() dereference"],
  ["format.date() == format.date()", "true"],
  ["format.date() == format.datetime()", "false"],
  ["format.named('date').value() == format.date()", "true"],
  ["format.date().validate(any.a)", "! no such overload: validate(kubernetes.NamedFormat, int)"],
  ["any.s.validate('a')", "! no such overload: validate(string, string)"],
  ["format.named(any.a)", "! no such overload: format.named(int)"],
  ["type(format.date())", "type kubernetes.NamedFormat"],
];

for (const [expression, value] of facts) {
  test(`the result of ${expression} is ${value}`, (t) => {
    t.is(evaluateExpression(expression), value);
  });
}
