import test from "ava";

import { evaluateExpression } from "../../../../fixtures/evaluated-expression.ts";

/** Values, or errors after `! `, recorded from the Go packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [expression: string, value: string])[] = [
  ["s.contains('ell')", "true"],
  ["s.contains('')", "true"],
  ["s.contains('Ell')", "false"],
  ["''.contains('')", "true"],
  ["uni.contains('😀')", "true"],
  ["uni.contains('e')", "false"],
  ["s.startsWith('he')", "true"],
  ["s.startsWith('hello!')", "false"],
  ["s.startsWith('')", "true"],
  ["uni.startsWith('é')", "true"],
  ["s.endsWith('lo')", "true"],
  ["s.endsWith('')", "true"],
  ["s.endsWith('hello!')", "false"],
  ["uni.endsWith('😀x')", "true"],
  ["s.endsWith('hell')", "false"],
  ["s.startsWith('ello')", "false"],
  ["s.contains('lle')", "false"],
  ["s.matches('l+')", "true"],
  ["s.matches('^l+$')", "false"],
  ["s.matches('^h.*o$')", "true"],
  ["s.matches('')", "true"],
  ["''.matches('^$')", "true"],
  ["matches(s, 'H')", "false"],
  ["matches(s, '(?i)HELLO')", "true"],
  ["matches(uni, '^.{3}$')", "true"],
  [String.raw`matches(uni, '^\\pL')`, "true"],
  [String.raw`matches('a\nb', 'a.b')`, "false"],
  [String.raw`matches('a\nb', '(?s)a.b')`, "true"],
  [String.raw`matches('a\nb', '^b$')`, "false"],
  [String.raw`matches('a\nb', '(?m)^b$')`, "true"],
  [String.raw`matches('a-1', '\\w-\\d')`, "true"],
  [String.raw`matches('é', '^\\w$')`, "false"],
  ["matches('aaa', '^a{3}$')", "true"],
  [String.raw`matches('a{', 'a\\{')`, "true"],
  ["matches(s, '[[:alpha:]]{5}')", "true"],
  [String.raw`matches(s, 'hel\\Qlo\\E')`, "true"],
  ["s.matches(any.s)", "false"],
  ["s.matches('(' + '')", "! error parsing regexp: missing closing ): `(`"],
  ["s.matches('a**' + '')", "! error parsing regexp: invalid nested repetition operator: `**`"],
  ["s.matches('[z-a]' + '')", "! error parsing regexp: invalid character class range: `z-a`"],
  [String.raw`s.matches('\\1' + '')`, "! error parsing regexp: invalid escape sequence: `\\1`"],
  ["s.matches('(?=a)' + '')", "! error parsing regexp: invalid or unsupported Perl syntax: `(?=`"],
  ["s.matches('a{1001}' + '')", "! error parsing regexp: invalid repeat count: `{1001}`"],
  ["s.matches('(?P<n' + '')", "! error parsing regexp: invalid named capture: `(?P<n`"],
  ["s.matches(')' + '')", "! error parsing regexp: unexpected ): `)`"],
  ["s.matches('[a' + '')", "! error parsing regexp: missing closing ]: `[a`"],
  [String.raw`s.matches('\\pX' + '')`, "! error parsing regexp: invalid character class range: `\\pX`"],
  ["s.matches('x{2,1}' + '')", "! error parsing regexp: invalid repeat count: `{2,1}`"],
  // Values of other types
  ["any.a.contains('a')", "! no such overload"],
  ["any.s.contains(any.a)", "! no such overload"],
  ["any.a.startsWith(any.s)", "! no such overload"],
  ["any.s.endsWith(any.n)", "! no such overload"],
  ["any.l.matches('a')", "! no such overload"],
  ["matches(any.s, any.a)", "! no such overload"],
  ["n.contains('7')", "! 1:11: found no matching overload for 'contains' applied to 'int.(string)'"],
  ["s.contains(n)", "! 1:11: found no matching overload for 'contains' applied to 'string.(int)'"],
  ["matches(s)", "! 1:8: found no matching overload for 'matches' applied to '(string)'"],
];

for (const [expression, value] of facts) {
  test(`the result of ${expression} is ${value}`, (t) => {
    t.is(evaluateExpression(expression), value);
  });
}
