import type { Expression } from "../model/expression.ts";

/** Returns the subexpressions of an expression, in the order of their evaluation. */
export function expressionParts(expression: Expression): readonly Expression[] {
  if (expression.kind === "select") {
    return [expression.operand];
  }
  if (expression.kind === "call") {
    const { target, arguments: given } = expression;
    return target === undefined ? given : [target, ...given];
  }
  if (expression.kind === "list") {
    return expression.elements;
  }
  if (expression.kind === "map") {
    return expression.entries.flatMap((entry) => [entry.key, entry.value]);
  }
  if (expression.kind === "object") {
    return expression.entries.map((entry) => entry.value);
  }
  if (expression.kind === "comprehension") {
    const { range, initial, condition, step, result } = expression;
    return [range, initial, condition, step, result];
  }
  return [];
}
