import type { Expression } from "../model/expression.ts";
import type { CelType } from "../model/type.ts";
import type { Estimate } from "./estimate.ts";
import type { TypePath } from "./type-path.ts";

/** What a call is given, as far as it is known without a value. */
export interface Operand {
  readonly type: CelType;
  readonly path: TypePath;
  /** Absent of entries that no expression stands for. */
  readonly expression?: Expression;
  /** How long it is, from the expression or from the type of the part of a variable. */
  readonly size?: Estimate | undefined;
}

/** A call whose cost is estimated. */
export interface EstimatedCall {
  readonly overload: string;
  /** Of `x.f(y)`: x. */
  readonly target?: Operand | undefined;
  readonly operands: readonly Operand[];
  /** How long an operand may be at most and at least; anything where nothing is known. */
  readonly sizeOf: (operand: Operand) => Estimate;
}

/** What a call costs, without what it is given, and how long its result is. */
export interface CallEstimate {
  readonly cost: Estimate;
  readonly size?: Estimate | undefined;
}

/** Estimates the cost of a call; undefined where it has nothing to say about this form of it. */
export type EstimateCall = (call: EstimatedCall) => CallEstimate | undefined;

/** Going through a text or bytes once, by the character or byte. */
export const perCharacter = 0.1;

/** Applying a pattern, by the character of the pattern. */
export const perPatternCharacter = 0.25;

/** Making a list. */
export const perList = 10;
