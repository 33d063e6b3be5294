import type { CelFailure } from "./expression.ts";
import type { CelValue } from "./value.ts";

/** A compiled expression that can be evaluated any number of times. */
export interface Program {
  /** The failure that does not depend on the variables: a constant part fails, or it is nested too deeply. */
  readonly fault?: CelFailure;
  /**
   * Evaluates the program. Never throws for an expression or a value: a failure is a value. Ends early when
   * the meter runs out.
   */
  readonly evaluate: (variables: Variables, meter: CostMeter) => CelValue | CelFailure;
}

/** Returns the variable of that name, or undefined if there is none. */
export type Variables = (name: string) => CelValue | undefined;

/** The cost of an evaluation so far, in the units of Kubernetes' limits, and its limit. */
export interface CostMeter {
  spent: number;
  readonly limit: number;
}
