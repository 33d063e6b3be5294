import type { Comprehension, Expression, MacroCall, Entry } from "../model/expression.ts";
import type { CelValue } from "../model/value.ts";

/** Creates the nodes of macros, all at the position of the call. */
export interface MacroNodes {
  readonly literal: (value: CelValue) => Expression;
  readonly identifier: (name: string) => Expression;
  readonly call: (name: string, ...given: readonly Expression[]) => Expression;
  readonly method: (target: Expression, name: string, ...given: readonly Expression[]) => Expression;
  readonly list: (...elements: readonly Expression[]) => Expression;
  readonly emptyMap: () => Expression;
  readonly presence: (operand: Expression, field: string) => Expression;
  readonly loop: (parts: LoopParts) => Expression;
}

/** A loop without the fields that every node has. */
export type LoopParts = Omit<Comprehension, "id" | "kind" | "offset">;

/** Returns the node factory for the macro expanded at that call. */
export function nodesFor(call: MacroCall): MacroNodes {
  const node = (): { readonly id: number; readonly offset: number } => ({
    id: call.nextId(),
    offset: call.offset,
  });
  return {
    literal: (value) => ({ kind: "literal", ...node(), value }),
    identifier: (name) => ({ kind: "identifier", ...node(), name }),
    call: (name, ...given) => ({ kind: "call", ...node(), name, arguments: given }),
    method: (target, name, ...given) => ({ kind: "call", ...node(), name, target, arguments: given }),
    list: (...elements) => ({ kind: "list", ...node(), elements, optional: new Set() }),
    emptyMap: () => ({ kind: "map", ...node(), entries: [] }),
    presence: (operand, field) => ({ kind: "select", ...node(), operand, field, testOnly: true }),
    loop: (parts) => ({ kind: "comprehension", ...node(), ...parts }),
  };
}

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
