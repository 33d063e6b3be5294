import type { Expression } from "../model/expression.ts";
import type { CelType } from "../model/type.ts";
import type { Estimate } from "./estimate.ts";
import { type TypePath, itemsPath } from "./type-path.ts";

/** An operand of a call, as far as it is known before evaluation. */
export interface Operand {
  readonly type: CelType;
  readonly path: TypePath;
  /** Absent for entries without an expression of their own. */
  readonly expression?: Expression;
  /** The size, from the expression or from the type of the part of a variable. */
  readonly size?: Estimate | undefined;
}

/** A call whose cost is estimated. */
interface EstimatedCall {
  readonly overload: string;
  /** The target: x in `x.f(y)`. */
  readonly target?: Operand | undefined;
  readonly operands: readonly Operand[];
  /** Returns the minimum and maximum size of an operand; unbounded if nothing is known. */
  readonly sizeOf: (operand: Operand) => Estimate;
}

/** The cost of a call, without that of its operands, and the size of its result. */
export interface CallEstimate {
  readonly cost: Estimate;
  readonly size?: Estimate | undefined;
}

/** Estimates the cost of a call; undefined if it does not apply to this overload. */
export type EstimateCall = (call: EstimatedCall) => CallEstimate | undefined;

/** The cost of traversing a string or bytes once, per character or byte. */
export const perCharacter = 0.1;

/** The cost of matching a pattern, per character of the pattern. */
export const perPatternCharacter = 0.25;

/** The cost of creating a list. */
export const perList = 10;

/** Returns an entry of a list operand as an operand; undefined if the operand has no entries. */
export function entryOf(list: Operand): Operand | undefined {
  const type = firstPart(list.type);
  return type === undefined ? undefined : { type, path: itemsPath(list.path) };
}

/** Returns the first parameter of a generic type: of a map its keys. */
function firstPart(type: CelType): CelType | undefined {
  if ("element" in type) {
    return type.element;
  }
  if ("key" in type) {
    return type.key;
  }
  if ("of" in type) {
    return type.of;
  }
  return "value" in type ? type.value : undefined;
}
