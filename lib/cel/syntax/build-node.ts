import type { Expression, MacroCall } from "../model/expression.ts";
import { checkDepth, emptyPart, type ParserPart, type ParserState } from "./parser-state.ts";
import type { Token } from "./token.ts";

/** The maximum number of levels that a macro adds on top of its arguments. */
const macroDepth = 5;

/** A call as in the text: of a function, an operator or a method. */
export interface WrittenCall {
  readonly name: string;
  /** The position of the call: its operator or its opening parenthesis. */
  readonly offset: number;
  readonly target?: ParserPart;
  readonly arguments: readonly ParserPart[];
  /** Whether it counts as a level of nesting. */
  readonly counted: boolean;
}

/** Builds the part of a call, with its macro expanded. */
export function composeCall(reading: ParserState, written: WrittenCall): ParserPart {
  const { name, offset, target } = written;
  const parts = target === undefined ? written.arguments : [target, ...written.arguments];
  const given = {
    offset,
    ...(target === undefined ? {} : { target: target.expression }),
    arguments: written.arguments.map((part) => part.expression),
  };
  const nesting = deepest(parts, "nesting") + (written.counted ? 1 : 0);
  const expanded = reading.broken ? undefined : expand(reading, name, { ...given, nextId: reading.nextId });
  const depth = deepest(parts, "depth") + (expanded === undefined ? 1 : macroDepth);
  const expression = expanded ?? { kind: "call", id: reading.nextId(), name, ...given };
  return checkDepth(reading, { expression, nesting, depth });
}

function expand(reading: ParserState, name: string, call: MacroCall): Expression | undefined {
  const key = `${name}:${call.arguments.length}:${call.target !== undefined}`;
  const expanded = reading.macros.get(key)?.expand(call);
  if (expanded !== undefined && "message" in expanded) {
    reading.faults.push(expanded);
    return undefined;
  }
  return expanded;
}

/** Returns the maximum nesting or depth of the parts; 0 if there are none. */
export function deepest(parts: readonly ParserPart[], measure: "depth" | "nesting"): number {
  return parts.reduce((greatest, part) => Math.max(greatest, part[measure]), 0);
}

/** A chain of `&&` or `||`: two terms or more, and the operators between them. */
export interface Chain {
  readonly name: "_&&_" | "_||_";
  readonly terms: readonly ParserPart[];
  readonly operators: readonly Token[];
}

/**
 * Builds the part of a chain of `&&` or `||`: a balanced tree, so that a long chain is not a deep one. `a &&
 * b && c && d` is `(a && b) && (c && d)`, and `a && b && c` is `(a && b) && c`.
 */
export function composeChain(reading: ParserState, chain: Chain): ParserPart {
  const { name, terms, operators } = chain;
  const balance = (low: number, high: number): Expression => {
    const middle = Math.floor((low + high + 1) / 2);
    const operator = operators[middle];
    if (operator === undefined || low > high) {
      return (terms[low] ?? emptyPart(reading)).expression;
    }
    const left = balance(low, middle - 1);
    const right = balance(middle + 1, high);
    return { kind: "call", id: reading.nextId(), offset: operator.offset, name, arguments: [left, right] };
  };
  const depth = deepest(terms, "depth") + 32 - Math.clz32(terms.length - 1);
  const expression = balance(0, operators.length - 1);
  return checkDepth(reading, { expression, nesting: deepest(terms, "nesting"), depth });
}
