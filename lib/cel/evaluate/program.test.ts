import test from "ava";
import * as fc from "fast-check";

import { checkExpression } from "../check/check.ts";
import { kubernetesEnvironment, withVariables } from "../environment.ts";
import { CelFailure } from "../model/expression.ts";
import type { CostMeter } from "../model/program.ts";
import { parseExpression } from "../syntax/parse.ts";
import { type CelType, listOf, mapOf, optionalOf, simpleTypes } from "../model/type.ts";
import { type CelValue, UnsignedInt, celList, eachEntry } from "../model/value.ts";
import { appendList } from "./concat-list.ts";
import { sameValue } from "./equality.ts";
import { celMap } from "./entry-key.ts";
import { orderValues } from "./order.ts";
import { compileProgram } from "./program.ts";
import { sizeOf } from "../model/value-kind.ts";

const { bool, dyn, int, string } = simpleTypes;

const types: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ["i", int],
  ["l", listOf(int)],
  ["m", mapOf(string, int)],
  ["none", optionalOf(int)],
  ["s", string],
  ["some", optionalOf(int)],
  ["t", bool],
  ["unbound", int],
  ["x", dyn],
]);

const list = celList([1n, 2n, 3n]);

const values: ReadonlyMap<string, CelValue> = new Map<string, CelValue>([
  ["i", 7n],
  ["l", list],
  [
    "m",
    celMap([
      ["a", 1n],
      ["b", 2n],
    ]),
  ],
  ["none", { tag: "optional", value: undefined }],
  ["s", "héllo wörld"],
  ["some", { tag: "optional", value: 4n }],
  ["t", true],
  [
    "x",
    celMap([
      ["a", 1n],
      ["b", "two"],
      ["c", list],
      ["n", null],
    ]),
  ],
]);

interface Evaluated {
  readonly outcome: CelValue | CelFailure;
  readonly cost: number;
}

function evaluate(text: string, limit = 1_000_000): Evaluated {
  const environment = withVariables(kubernetesEnvironment(36), types);
  const parsed = parseExpression(text, environment.macros);
  if ("faults" in parsed) {
    throw new Error(parsed.faults[0].message);
  }
  const checked = checkExpression(text, parsed.expression, environment);
  if ("faults" in checked) {
    throw new Error(checked.faults[0]?.message);
  }
  const program = compileProgram(checked, environment);
  const meter: CostMeter = { spent: 0, limit };
  return {
    outcome: program.fault ?? program.evaluate((name) => values.get(name), meter),
    cost: meter.spent,
  };
}

/** A value as CEL would write it, a failure by its message. */
function show(value: CelValue | CelFailure): string {
  if (value instanceof CelFailure) {
    return value.message;
  }
  if (value instanceof UnsignedInt) {
    return `${value.value}u`;
  }
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" ? `'${value}'` : String(value);
  }
  return "tag" in value ? showTagged(value) : "";
}

function showTagged(value: Extract<CelValue, { readonly tag: string }>): string {
  if (value.tag === "list") {
    return `[${[...eachEntry(value)].map(show).join(", ")}]`;
  }
  if (value.tag === "optional") {
    return value.value === undefined ? "none" : `some ${show(value.value)}`;
  }
  return value.tag === "map"
    ? `{${[...value.keys()].map((key) => `${show(key)}: ${show(value.get(key) ?? null)}`).join(", ")}}`
    : "";
}

const evaluates = test.macro({
  exec: (t, text: string, shown: string, cost: number) => {
    const { outcome, cost: spent } = evaluate(text);
    t.is(show(outcome), shown);
    t.is(spent, cost);
  },
  title: (_, text: string) => `${text} has the same value and cost as in Kubernetes`,
});

// Values, messages and costs of kube-apiserver 1.36.3.
test(evaluates, "1 + 2", "3", 1);
test(evaluates, "i + unbound", "no such attribute(s): unbound", 3);
test(evaluates, "9223372036854775807 + 1", "integer overflow", 1);
test(evaluates, "1 / 0", "division by zero", 1);
test(evaluates, "1 % 0", "modulus by zero", 1);
test(evaluates, "5u - 6u", "unsigned integer overflow", 1);
test(evaluates, "t && (1 / 0 == 1)", "division by zero", 3);
test(evaluates, "(1 / 0 == 1) && !t", "false", 4);
test(evaluates, "(1 / 0 == 1) || t", "true", 3);
test(evaluates, "t ? m.a : m.zz", "1", 2);
test(evaluates, "(t ? m : {'b': 1}).a", "1", 2);
test(evaluates, "has((t ? m : {'b': 1}).a)", "true", 1);
test(evaluates, "t ? has(m.a) : has(m.b)", "true", 2);
test(evaluates, "dyn(1) ? 1 : 2", "no such overload", 0);
test(evaluates, "m.zz", "no such key: zz", 2);
test(evaluates, "m['a']", "1", 2);
test(evaluates, "m[s]", "no such key: héllo wörld", 2);
test(evaluates, "l[9]", "index out of bounds: 9", 2);
test(evaluates, "l[i - 7]", "1", 4);
test(evaluates, "has(m.zz)", "false", 1);
test(evaluates, "has(x.n)", "true", 1);
test(evaluates, "x.n == null", "true", 3);
test(evaluates, "has(x.a.b)", "false", 2);
test(evaluates, "x.a.b", "no such key: b", 3);
test(evaluates, "m.?a", "some 1", 2);
test(evaluates, "m.?zz", "none", 1);
test(evaluates, "l[?9]", "none", 1);
test(evaluates, "some.optMap(v, v + 1)", "some 5", 7);
test(evaluates, "none.orValue(i + 1)", "8", 3);
test(evaluates, "[1, ?some, ?none]", "[1, 4]", 12);
test(evaluates, "{'a': i, ?'b': some}", "{'a': 7, 'b': 4}", 32);
test(evaluates, "[[1], [2, i]]", "[[1], [2, 7]]", 21);
test(evaluates, "[1, 2, 3]", "[1, 2, 3]", 0);
test(evaluates, "i in [1, 2, 7]", "true", 1);
test(evaluates, "i in l", "false", 5);
test(evaluates, "'a' in m", "true", 2);
test(evaluates, "s.size()", "11", 2);
test(evaluates, "s.startsWith('hé')", "true", 3);
test(evaluates, "l.all(y, y > 0)", "true", 17);
test(evaluates, "l.exists(y, y / (y - 2) > 0)", "true", 29);
test(evaluates, "l.map(y, y > 1, y * 2)", "[4, 6]", 36);
test(evaluates, "l.all(index, y, index < y)", "true", 20);
test(evaluates, "x.a.all(y, y > 0)", "got 'types.Int', expected iterable type", 2);
test(evaluates, "dyn(1) == dyn(1.0)", "true", 1);
test(evaluates, "dyn('a') + 1", "no such overload", 1);
test(evaluates, "dyn(true) + dyn(true)", "no such overload: _+_", 1);
test(evaluates, "int(x.c)", "no such overload: int(list)", 3);

test("a constant subexpression that fails is a fault of the whole expression", (t) => {
  t.is(show(evaluate("t || int('x') == 1").outcome), "type conversion error from 'string' to 'int'");
});

const stops = test.macro({
  exec: (t, text: string) => {
    const { outcome } = evaluate(text);
    t.true(outcome instanceof CelFailure && outcome.cause === "cost", show(outcome));
  },
  title: (_, text: string) =>
    `${text.replaceAll(/(?:\.map\(x, x \+ x\))+/gv, " doubled repeatedly")} stops at the cost limit`,
});

const doubled = `[l]${".map(x, x + x)".repeat(40)}`;

test(stops, `${doubled}[0].all(x, true)`);
test(stops, `${doubled} == ${doubled}`);
test(stops, `5000 in ${doubled}[0]`);
test(stops, `${doubled}[0].sum() > 0`);
test(stops, `[s]${".map(x, x + x)".repeat(40)}[0].size()`);

test("the size of concatenated lists is computed without iterating over them", (t) => {
  t.is(show(evaluate(`${doubled}[0].size()`).outcome), "3298534883328");
});

test("an exceeded cost limit is not absorbed by || like other errors", (t) => {
  t.is(show(evaluate("l.all(x, x > 0) || t", 10).outcome), "operation cancelled: actual cost limit exceeded");
});

const scalar: fc.Arbitrary<CelValue> = fc.oneof(
  fc.bigInt({ min: -3n, max: 3n }),
  fc.bigInt({ min: 0n, max: 3n }).map((value) => new UnsignedInt(value)),
  fc.double({ noNaN: true }),
  fc.string({ unit: "binary" }),
  fc.boolean(),
);

test("equality is symmetric and reflexive", (t) => {
  const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }).map(celList));
  fc.assert(fc.property(value, value, (a, b) => sameValue(a, b) === sameValue(b, a) && sameValue(a, a)));
  t.pass();
});

test("strings are ordered by their UTF-8 bytes", (t) => {
  const text = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const order = Number(orderValues(a, b));
      return Math.sign(order) === Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
  t.pass();
});

test("the size of a string is its number of code points", (t) => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 600 }),
      (text) => sizeOf(text) === Array.from(text).length,
    ),
  );
  t.pass();
});

test("appending to a list does not modify it", (t) => {
  const long = fc.array(scalar, { maxLength: 100 });
  fc.assert(
    fc.property(long, long, long, (a, b, c) => {
      const joined = appendList(celList(a), celList(b));
      const more = appendList(joined, celList(c));
      const other = appendList(joined, celList(a));
      return (
        sameValue(joined, celList([...a, ...b])) &&
        sameValue(more, celList([...a, ...b, ...c])) &&
        sameValue(other, celList([...a, ...b, ...a]))
      );
    }),
  );
  t.pass();
});
