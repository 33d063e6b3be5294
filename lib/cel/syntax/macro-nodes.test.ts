import test from "ava";

import { everyMacro, nodesOf, showExpression } from "../../../fixtures/shown-expression.ts";
import type { Expression } from "../model/expression.ts";
import { copyExpression } from "./macro-nodes.ts";
import { parseExpression } from "./parse.ts";

const texts = [
  "a",
  "1",
  "a.b.c",
  "has(a.b)",
  "f(a, 1)",
  "a.f(b).g()",
  "[a, ?b]",
  "{'k': a, ?b: c}",
  "A.B{c: d, ?e: f}",
  "a.all(x, x > 1)",
  "a.transformMap(k, v, v + k)",
  "a ? -b : !c",
  "a && b || c",
];

function parsed(text: string): Expression {
  const found = parseExpression(text, everyMacro);
  if ("faults" in found) {
    throw new Error(found.faults[0].message);
  }
  return found.expression;
}

function idsOf(expression: Expression): readonly number[] {
  return nodesOf(expression).flatMap((node) => [
    node.id,
    ...(node.kind === "map" || node.kind === "object" ? node.entries.map(({ id }) => id) : []),
  ]);
}

for (const text of texts) {
  test(`a copy of ${text} is the same expression with new node ids`, (t) => {
    const expression = parsed(text);
    let last = 1000;
    const copy = copyExpression(expression, () => (last += 1));
    t.is(showExpression(copy), showExpression(expression));
    t.deepEqual(
      nodesOf(copy).map(({ offset }) => offset),
      nodesOf(expression).map(({ offset }) => offset),
    );
    const ids = idsOf(copy);
    t.is(new Set(ids).size, ids.length);
    t.true(ids.every((id) => id > 1000));
  });
}
