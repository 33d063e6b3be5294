import test from "ava";
import * as fc from "fast-check";

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

const expanded: readonly (readonly [string, string])[] = [
  ["has(a.b)", "a.b~"],
  ["has(has(a.b))", "a.b~"],
  ["a.has(b.c)", "a.has(b.c)"],
  ["a.all(x, b)", "loop(x in a; @result = true; @not_strictly_false(@result); _&&_(@result, b); @result)"],
  [
    "a.exists(x, b)",
    "loop(x in a; @result = false; @not_strictly_false(!_(@result)); _||_(@result, b); @result)",
  ],
  [
    "a.exists_one(x, b)",
    "loop(x in a; @result = 0; true; _?_:_(b, _+_(@result, 1), @result); _==_(@result, 1))",
  ],
  ["a.existsOne(x, b)", "a.existsOne(x, b)"],
  ["a.map(x, b)", "loop(x in a; @result = []; true; _+_(@result, [b]); @result)"],
  ["a.map(x, b, c)", "loop(x in a; @result = []; true; _?_:_(b, _+_(@result, [c]), @result); @result)"],
  ["a.filter(x, b)", "loop(x in a; @result = []; true; _?_:_(b, _+_(@result, [x]), @result); @result)"],
  ["a.all(x)", "a.all(x)"],
  ["all(a, x, b)", "all(a, x, b)"],
  [
    "a.all(i, x, b)",
    "loop(i, x in a; @result = true; @not_strictly_false(@result); _&&_(@result, b); @result)",
  ],
  [
    "a.exists(i, x, b)",
    "loop(i, x in a; @result = false; @not_strictly_false(!_(@result)); _||_(@result, b); @result)",
  ],
  ...["existsOne", "exists_one"].map(
    (name) =>
      [
        `a.${name}(i, x, b)`,
        "loop(i, x in a; @result = 0; true; _?_:_(b, _+_(@result, 1), @result); _==_(@result, 1))",
      ] as const,
  ),
  ["a.transformList(i, x, b)", "loop(i, x in a; @result = []; true; _+_(@result, [b]); @result)"],
  [
    "a.transformList(i, x, b, c)",
    "loop(i, x in a; @result = []; true; _?_:_(b, _+_(@result, [c]), @result); @result)",
  ],
  ["a.transformMap(k, v, b)", "loop(k, v in a; @result = {}; true; cel.@mapInsert(@result, k, b); @result)"],
  [
    "a.transformMap(k, v, b, c)",
    "loop(k, v in a; @result = {}; true; _?_:_(b, cel.@mapInsert(@result, k, c), @result); @result)",
  ],
  [
    "a.transformMapEntry(k, v, b)",
    "loop(k, v in a; @result = {}; true; cel.@mapInsert(@result, b); @result)",
  ],
  [
    "a.transformMapEntry(k, v, b, c)",
    "loop(k, v in a; @result = {}; true; _?_:_(b, cel.@mapInsert(@result, c), @result); @result)",
  ],
  [
    "a.optMap(x, b)",
    "_?_:_(a.hasValue(), optional.of(loop(#unused in []; x = a.value(); false; x; b)), optional.none())",
  ],
  [
    "a.b.optFlatMap(x, c)",
    "_?_:_(a.b.hasValue(), loop(#unused in []; x = a.b.value(); false; x; c), optional.none())",
  ],
  [
    "a.sortBy(x, b)",
    "loop(#unused in []; @__sortBy_input__ = a; false; @__sortBy_input__; @__sortBy_input__.@sortByAssociatedKeys(" +
      "loop(x in @__sortBy_input__; @result = []; true; _+_(@result, [b]); @result)))",
  ],
];

for (const [text, expected] of expanded) {
  test(`a macro is expanded as in Kubernetes: ${text}`, (t) => {
    t.is(read(text), expected);
  });
}

const faulty: readonly (readonly [string, string])[] = [
  ["has(a)", "4: has() takes a field, as in has(a.b)"],
  ["has(a[0])", "5: has() takes a field, as in has(a.b)"],
  ["[1].all(1, true)", "8: the variable of a macro has to be a simple name"],
  ["[1].map(a.b, true)", "9: the variable of a macro has to be a simple name"],
  ["[1].filter(__result__, true)", "11: __result__ is reserved, no name of a variable"],
  ["[1].all(x, x, true)", "11: both variables are named x"],
  ["[1].all(x, 1, true)", "11: the variable of a macro has to be a simple name"],
  ["a.optMap(1, 2)", "9: the variable of optMap() has to be a simple name"],
  ["a.optFlatMap(b.c, 2)", "14: the variable of optFlatMap() has to be a simple name"],
  ["{}.sortBy(x, x)", "0: sortBy() applies to a list"],
  ["[1].sortBy(1, x)", "11: the variable of a macro has to be a simple name"],
];

for (const [text, expected] of faulty) {
  test(`invalid arguments of a macro are reported with their offset: ${text}`, (t) => {
    t.is(read(text), expected);
  });
}

const operands = fc.constantFrom(
  "a",
  "f(b)",
  "[c]",
  "{d: e}",
  "A{f: g}",
  "h.all(x, x)",
  "[?i]",
  "-1",
  "j[0]",
);

test("node ids of an expression are unique, including copies made by optMap()", (t) => {
  const law = fc.property(fc.array(operands, { minLength: 1, maxLength: 8 }), (drawn) => {
    const parsed = parseExpression(`(${drawn.join(" + ")}).optMap(x, x).optFlatMap(y, y)`, everyMacro);
    const ids = "expression" in parsed ? nodesOf(parsed.expression).map((node) => node.id) : [];
    return ids.length > 0 && new Set(ids).size === ids.length;
  });
  t.notThrows(() => fc.assert(law));
});
