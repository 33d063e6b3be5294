import test from "ava";

import { evaluateExpression } from "../../../fixtures/evaluated-expression.ts";

/** Values, or errors after `! `, recorded from the Go packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [expression: string, value: string])[] = [
  // Numbers
  ["007", "7"],
  ["0x0", "0"],
  ["0xFF", "255"],
  ["0xfF", "255"],
  ["-0x10", "-16"],
  ["0x7fffffffffffffff", "9223372036854775807"],
  ["5U", "5u"],
  ["0xFFu", "255u"],
  [".5", "0.5"],
  ["-.5", "-0.5"],
  ["1.5e3", "1500.0"],
  ["1.5E+3", "1500.0"],
  ["15e-1", "1.5"],
  ["1e0", "1.0"],
  ["1e308", "1e+308"],
  ["4.9e-324", "5e-324"],
  ["1e-400", "0.0"],
  ["123456789012345678.0", "123456789012345680.0"],
  // Strings
  ["'a\"b'", String.raw`"a\"b"`],
  ['"a\'b"', '"a\'b"'],
  [String.raw`'\''`, '"\'"'],
  [String.raw`"\""`, String.raw`"\""`],
  [String.raw`'\\'`, String.raw`"\\"`],
  ["'\\?\\`'", '"?`"'],
  [String.raw`'\x41\X42'`, '"AB"'],
  [String.raw`'\u00e9'`, '"é"'],
  [String.raw`'\U0001F600'`, '"😀"'],
  [String.raw`'\101\060'`, '"A0"'],
  [String.raw`'\377'`, '"ÿ"'],
  [String.raw`'\x80'`, '""'],
  [String.raw`r'\n'`, String.raw`"\\n"`],
  [String.raw`R"\t"`, String.raw`"\\t"`],
  [String.raw`r'\'`, String.raw`"\\"`],
  ['r"a\'b"', '"a\'b"'],
  [String.raw`r'''\n''' + 'x'`, String.raw`"\\nx"`],
  // Bytes
  ["b'abc'", 'b"616263"'],
  ['B"abc"', 'b"616263"'],
  ["b'é'", 'b"c3a9"'],
  [String.raw`b'\xff\x00'`, 'b"ff00"'],
  [String.raw`b'\303\251'`, 'b"c3a9"'],
  [String.raw`b'\n'`, 'b"0a"'],
  ["b'''a'b'''", 'b"612762"'],
  [String.raw`br'\n'`, 'b"5c6e"'],
  [String.raw`bR'\x'`, 'b"5c78"'],
  [String.raw`Br'''\'''`, 'b"5c"'],
  // Keywords
  ["[true, false, null]", "! 1:15: expected type 'bool' but found 'null'"],
];

for (const [expression, value] of facts) {
  test(`the result of ${expression} is ${value}`, (t) => {
    t.is(evaluateExpression(expression), value);
  });
}
