import type { Comprehension, Expression, MacroCall } from "../model/expression.ts";
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
