import test from "ava";
import * as fc from "fast-check";

import { readCelTokens } from "./token.ts";

function kinds(text: string): string {
  const tokens = readCelTokens(text);
  return "message" in tokens
    ? `${tokens.offset}: ${tokens.message}`
    : tokens.map(({ kind }) => kind).join(" ");
}

const split = test.macro({
  exec(t, text: string, expected: string) {
    t.is(kinds(text), expected);
  },
  title: (_, text: string, expected: string) => `the tokens of ${JSON.stringify(text)} are ${expected}`,
});

// https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax
test(split, "", "end");
test(split, " \t\r\n\f", "end");
test(split, "// no token", "end");
test(split, "a // b\n c", "identifier identifier end");
test(split, "a//b\r\nc", "identifier identifier end");
test(split, "ab_1 _a A", "identifier identifier identifier end");
test(
  split,
  "in inn true truer false null nullable",
  "in identifier true identifier false null identifier end",
);
test(split, "<=>=<>", "<= >= < > end");
test(split, "===", '2: unexpected "="; to compare, write ==');
test(split, "!==", '2: unexpected "="; to compare, write ==');
test(split, "!!=", "! != end");
test(split, "&&&", '2: unexpected "&"; for and, write &&');
test(split, "|||", '2: unexpected "|"; for or, write ||');
test(split, "a?.b:c", "identifier ? . identifier : identifier end");
test(split, "[{(,)}]", "[ { ( , ) } ] end");
test(split, "+-*/%", "+ - * / % end");
test(split, "1 12u 0x1F 0x1Fu 0X1", "int uint int uint int identifier end");
test(split, "1.5 .5 1e3 1.5e-3 1E+3", "double double double double double end");
test(split, "1.a", "int . identifier end");
test(split, "1.", "int . end");
test(split, "1..2", "int . double end");
test(split, "1e", "int identifier end");
test(split, "1U 0x1U", "uint uint end");
test(split, "1u2", "uint int end");
test(split, "a.1", "identifier double end");
test(split, "'a' \"b\" '''c''' \"\"\"d\"\"\"", "string string string string end");
test(split, "r'a' R\"b\" b'c' B'd' br'e' bR'f'", "string string bytes bytes bytes bytes end");
test(split, "rb'a'", "identifier string end");
test(split, "'a''b'", "string string end");
test(split, "''''''", "string end");
test(split, "''", "string end");
test(split, String.raw`r'\' + 'a'`, "string + string end");
test(split, String.raw`'\' + 'a'`, "8: the string has no closing '");
test(split, "'''a", "0: the string has no closing '''");
test(split, "a # b", '2: unexpected "#"');
test(split, "a; b", '1: unexpected ";"');
test(split, "a @ b", '2: unexpected "@"');
test(split, "ä", '0: unexpected "ä"');
test(split, "a 😀", '2: unexpected "😀"');

const pieces = fc.constantFrom(
  "a",
  "in",
  "12",
  "3u",
  "1.5",
  "'x y'",
  'b"z"',
  "==",
  "<",
  "&&",
  "[",
  "]",
  ".",
  "?",
  "true",
);
const blanks = fc.constantFrom(" ", "\n", "\t", " // comment\n", "  ");

test("tokens separated by blanks and comments have their text and offset", (t) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(pieces, blanks)), (parts) => {
      const text = parts.map(([piece, blank]) => piece + blank).join("");
      const tokens = readCelTokens(text);
      if ("message" in tokens) {
        t.fail(tokens.message);
        return;
      }
      t.deepEqual(
        tokens.map((token) => token.text),
        [...parts.map(([piece]) => piece), ""],
      );
      t.true(tokens.every((token) => text.startsWith(token.text, token.offset)));
    }),
  );
});
