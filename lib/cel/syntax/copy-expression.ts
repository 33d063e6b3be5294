import type { Comprehension, Entry, Expression } from "../model/expression.ts";

/** Copies an expression with new node ids. Recurses as deep as the expression, which the parser limits. */
export function copyExpression(expression: Expression, nextId: () => number): Expression {
  const copy = (part: Expression): Expression => copyExpression(part, nextId);
  return { ...copyParts(expression, copy, nextId), id: nextId() };
}

type Copy = (part: Expression) => Expression;

function copyParts(expression: Expression, copy: Copy, nextId: () => number): Expression {
  switch (expression.kind) {
    case "select": {
      return { ...expression, operand: copy(expression.operand) };
    }
    case "call": {
      const target = expression.target === undefined ? {} : { target: copy(expression.target) };
      return { ...expression, ...target, arguments: expression.arguments.map((given) => copy(given)) };
    }
    case "list": {
      return { ...expression, elements: expression.elements.map((element) => copy(element)) };
    }
    case "map": {
      const copyKeyed = (entry: Entry<Expression>): Entry<Expression> => ({
        ...copyEntry(entry, copy, nextId),
        key: copy(entry.key),
      });
      return { ...expression, entries: expression.entries.map((entry) => copyKeyed(entry)) };
    }
    case "object": {
      return { ...expression, entries: expression.entries.map((entry) => copyEntry(entry, copy, nextId)) };
    }
    case "comprehension": {
      return copyLoop(expression, copy);
    }
    case "literal":
    case "identifier":
    default: {
      return expression;
    }
  }
}

function copyEntry<Key>(entry: Entry<Key>, copy: Copy, nextId: () => number): Entry<Key> {
  return { ...entry, id: nextId(), value: copy(entry.value) };
}

function copyLoop(loop: Comprehension, copy: Copy): Comprehension {
  return {
    ...loop,
    range: copy(loop.range),
    initial: copy(loop.initial),
    condition: copy(loop.condition),
    step: copy(loop.step),
    result: copy(loop.result),
  };
}
