import test from "ava";

import { everyMacro, nodesOf, showExpression } from "../../../fixtures/shown-expression.ts";
import { parseExpression } from "./parse.ts";

/**
 * The parsed expression, or the faults with their offsets; Kubernetes' own parser gives the expected ones.
 */
function read(text: string): string {
  const parsed = parseExpression(text, everyMacro);
  return "faults" in parsed
    ? parsed.faults.map(({ offset, message }) => `${offset}: ${message}`).join("\n")
    : showExpression(parsed.expression);
}

const readable: readonly (readonly [string, string])[] = [
  // Operators
  ["a + b * c - d", "_-_(_+_(a, _*_(b, c)), d)"],
  ["a * b % c / d", "_/_(_%_(_*_(a, b), c), d)"],
  ["a == b != c in d", "@in(_!=_(_==_(a, b), c), d)"],
  ["a < b || c >= d && e <= f || g > h", "_||_(_||_(_<_(a, b), _&&_(_>=_(c, d), _<=_(e, f))), _>_(g, h))"],
  ["a && b && c", "_&&_(_&&_(a, b), c)"],
  ["a && b && c && d", "_&&_(_&&_(a, b), _&&_(c, d))"],
  ["a || b || c || d || e", "_||_(_||_(_||_(a, b), c), _||_(d, e))"],
  ["a ? b : c ? d : e", "_?_:_(a, b, _?_:_(c, d, e))"],
  ["a?.b:c", "_?_:_(a, .b, c)"],
  ["{a ? b : c : d}", "{_?_:_(a, b, c): d}"],
  ["!a", "!_(a)"],
  ["!!a", "a"],
  ["!!!a.b", "!_(a.b)"],
  ["--a", "a"],
  ["-a", "-_(a)"],
  ["!-1", "!_(-1)"],
  ["a - -1", "_-_(a, -1)"],
  ["a -1", "_-_(a, 1)"],
  ["--1", "1"],
  ["---1", "-_(1)"],
  ["- 1.x", "-1.x"],
  ["-1u", "-_(1u)"],
  // Names, fields, calls
  ["a.b.c", "a.b.c"],
  [".a.b", ".a.b"],
  ["a.for", "a.for"],
  ["a . b // c\n . d", "a.b.d"],
  ["a.f(b).g()", "a.f(b).g()"],
  ["f()", "f()"],
  [".f(a, b)", ".f(a, b)"],
  ["a[b][0]", "_[_](_[_](a, b), 0)"],
  ["a.?b[?c].d", '_[?_](_?._(a, "b"), c).d'],
  // Lists, maps, objects
  ["[]", "[]"],
  ["[,]", "[]"],
  ["[a, ?b, c,]", "[a, ?b, c]"],
  ["{}", "{}"],
  ["{,}", "{}"],
  ["{'a': 1, ?b: c,}", '{"a": 1, ?b: c}'],
  ["A{}", "A{}"],
  [".a.b.C{d: 1, ?e: f,}.g", ".a.b.C{d: 1, ?e: f}.g"],
  // Numbers
  ["9223372036854775807", "9223372036854775807"],
  ["-9223372036854775808", "-9223372036854775808"],
  ["-0x8000000000000000", "-9223372036854775808"],
  ["0xfFu", "255u"],
  ["007", "7"],
  ["18446744073709551615U", "18446744073709551615u"],
  ["1.5e3 + .5 + 1E-2", "_+_(_+_(double 1500, double 0.5), double 0.01)"],
  ["-0.0", "double -0"],
  ["1e-400", "double 0"],
  ["1.e5", "1.e5"],
  ["1in[1]", "@in(1, [1])"],
  // Strings
  ['"a\\"\\\'\\\\\\?\\`"', JSON.stringify("a\"'\\?`")],
  [String.raw`'\a\b\f\n\r\t\v'`, JSON.stringify("\u0007\b\f\n\r\t\v")],
  [String.raw`'\x41\X42\103é\U0001F600\377'`, '"ABCé😀ÿ"'],
  ['"""a"b""c"""', String.raw`"a\"b\"\"c"`],
  ["'''a\r\nb\rc'''", String.raw`"a\nb\nc"`],
  ["''''a'''", `"'a"`],
  ["''", '""'],
  ["''''''", '""'],
  [String.raw`r'\n' + R"\'"`, String.raw`_+_("\\n", "\\'")`],
  ['r"""a\n"b\\"""', String.raw`"a\n\"b\\"`],
  [String.raw`b'\xff\377aé'`, "b[255 255 97 195 169]"],
  [String.raw`Br"\x"`, "b[92 120]"],
];

for (const [text, expected] of readable) {
  test(`an expression is parsed as in Kubernetes: ${text}`, (t) => {
    t.is(read(text), expected);
  });
}

const faulty: readonly (readonly [string, string])[] = [
  ["", "0: expected a value, found the end"],
  ["// a", "4: expected a value, found the end"],
  ["a b", '2: expected an operator or the end, found "b"'],
  ["a == ", "5: expected a value, found the end"],
  ["a = 1", '2: unexpected "="; to compare, write =='],
  ["a & b", '2: unexpected "&"; for and, write &&'],
  ["a | b", '2: unexpected "|"; for or, write ||'],
  ["a.`b-c`", '2: unexpected "`"; Kubernetes has no names in backquotes, write a__dash__b for the field a-b'],
  ["'é😀' + §", '8: unexpected "§"'],
  ["a\u00a0", '1: unexpected "\u00a0"'],
  ["a.in", '2: expected the name of a field, found "in"'],
  ["a.?b(c)", '4: expected an operator or the end, found "("'],
  ["a ? b ? c : d : e", '6: expected ":", found "?"'],
  ["-!a", '1: expected a value, found "!"'],
  ["!-a", '1: expected a value, found "-"'],
  ["a.5", '1: expected an operator or the end, found ".5"'],
  ["0X1", '1: expected an operator or the end, found "X1"'],
  ["'a' 'b'", `4: expected an operator or the end, found 'b'`],
  ["(a", '2: expected ")", found the end'],
  ["f(a,)", '4: expected a value, found ")"'],
  ["[a b]", '3: expected "," or "]", found "b"'],
  ["[a,,]", '3: expected a value, found ","'],
  ["{a}", '2: expected ":", found "}"'],
  ["A{'b': 1}", "2: expected the name of a field, found 'b'"],
  ["'a", "0: the string has no closing '"],
  ["'a\nb'", "0: the string has no closing '"],
  ['"""a""', '0: the string has no closing """'],
  [String.raw`"a\q"`, String.raw`2: unknown escape \q in a string`],
  [String.raw`'\400'`, String.raw`1: unknown escape \4 in a string`],
  [String.raw`'\ud800'`, String.raw`0: \ud800 is not a Unicode character`],
  [String.raw`'\U00110000'`, String.raw`0: \U00110000 is not a Unicode character`],
  [
    String.raw`b'\u00e9'`,
    String.raw`0: \u00e9 is a character, which bytes cannot hold; write its bytes as \x00`,
  ],
  [
    "9223372036854775808 + -9223372036854775809",
    "0: an int is between -9223372036854775808 and 9223372036854775807\n" +
      "22: an int is between -9223372036854775808 and 9223372036854775807",
  ],
  ["18446744073709551616u", "0: a uint is at most 18446744073709551615"],
  ["1e400", "0: a double is at most 1.7976931348623157e+308"],
  [
    "for + namespace(1)",
    "0: for is reserved, no name of a variable or a function\n6: namespace is reserved, no name of a variable or a function",
  ],
];

for (const [text, expected] of faulty) {
  test(`a fault in an expression is reported with its offset: ${text}`, (t) => {
    t.is(read(text), expected);
  });
}

const placed: readonly (readonly [string, readonly string[]])[] = [
  ["a + b(c) . d(e)", ["_+_@2", "a@0", "d@12", "b@5", "c@6", "e@13"]],
  ["'é😀' == .a", ["_==_@6", "literal@0", ".a@10"]],
  ["a && b && c", ["_&&_@7", "_&&_@2", "a@0", "b@5", "c@10"]],
  ["a ? - 1 : ! b", ["_?_:_@2", "a@0", "literal@4", "!_@10", "b@12"]],
  ["[a][ b].c", ["select@7", "_[_]@3", "list@0", "a@1", "b@5"]],
  ["{a: b}.?c", ["_?._@6", "map@0", "a@1", "b@4", "literal@8"]],
  ["A{b: c}", ["A@1", "c@5"]],
  ["has(a.b)", ["select@3", "a@4"]],
];

for (const [text, expected] of placed) {
  test(`nodes of an expression have their offsets: ${text}`, (t) => {
    const parsed = parseExpression(text, everyMacro);
    const nodes = "expression" in parsed ? nodesOf(parsed.expression) : [];
    t.deepEqual(
      nodes.map((node) => `${"name" in node ? node.name : node.kind}@${node.offset}`),
      expected,
    );
  });
}
