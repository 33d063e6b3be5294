import test from "ava";

import { evaluateExpression } from "../../../fixtures/evaluated-expression.ts";

/** Values, or errors after `! `, recorded from the Go packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [expression: string, value: string])[] = [
  ["s.find('l+')", '"ll"'],
  ["s.find('z')", '""'],
  ["s.find('')", '""'],
  ["''.find('')", '""'],
  ["''.find('a')", '""'],
  ["uni.find('[^a-z]')", '"é"'],
  ["uni.find('.$')", '"x"'],
  ["'a1b22'.find('[0-9]+$')", '"22"'],
  ["'a1b22'.find('b([0-9])')", '"b2"'],
  ["'abc'.find('(?i)B')", '"b"'],
  ["s.findAll('l')", '["l", "l"]'],
  ["s.findAll('l+')", '["ll"]'],
  ["s.findAll('z')", "[]"],
  ["s.findAll('')", '["", "", "", "", "", ""]'],
  ["s.findAll('l', 0)", "[]"],
  ["s.findAll('l', 1)", '["l"]'],
  ["s.findAll('l', 2)", '["l", "l"]'],
  ["s.findAll('l', 9)", '["l", "l"]'],
  ["s.findAll('l', -1)", '["l", "l"]'],
  ["'a1b22c333'.findAll('[0-9]+')", '["1", "22", "333"]'],
  ["'a1b22c333'.findAll('[0-9]+', 2)", '["1", "22"]'],
  [String.raw`'key=val'.findAll('(\\w+)=(\\w+)')`, '["key=val"]'],
  ["uni.findAll('.')", '["é", "😀", "x"]'],
  ["'aXbX'.findAll('X?')", '["", "X", "X"]'],
  ["'abab'.findAll('^ab')", '["ab"]'],
  [String.raw`'a\nb'.findAll('(?m)^.$')`, '["a", "b"]'],
  ["'aaa'.findAll('a*?')", '["", "", "", ""]'],
  ["s.find('[' + '')", "! Illegal regex: error parsing regexp: missing closing ]: `[`"],
  [
    "s.findAll('*' + '')",
    "! Illegal regex: error parsing regexp: missing argument to repetition operator: `*`",
  ],
  ["s.findAll('(' + '', 1)", "! Illegal regex: error parsing regexp: missing closing ): `(`"],
  // Values of other types
  ["any.a.find('a')", "! no such overload"],
  ["any.s.findAll('x', any.s)", "! no such overload"],
  ["any.l.findAll('x')", "! no such overload"],
  ["n.find('a')", "! 1:7: found no matching overload for 'find' applied to 'int.(string)'"],
  [
    "s.findAll('l', 1.0)",
    "! 1:10: found no matching overload for 'findAll' applied to 'string.(string, double)'",
  ],
];

for (const [expression, value] of facts) {
  test(`the result of ${expression} is ${value}`, (t) => {
    t.is(evaluateExpression(expression), value);
  });
}
