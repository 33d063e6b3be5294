import type { CelFailure } from "./expression.ts";
import type { CelValue } from "./value.ts";

/** A checked expression, ready to be evaluated any number of times. */
export interface Program {
  /**
   * Why it cannot be evaluated with whatever variables: a constant part of it fails, or it is nested too
   * deeply.
   */
  readonly fault?: CelFailure;
  /**
   * Never throws for what an expression or a value does: a failure is a value. Ends early where the meter
   * runs out.
   */
  readonly evaluate: (variables: Variables, meter: CostMeter) => CelValue | CelFailure;
}

/** The variables of an evaluation. Undefined where there is none of that name. */
export type Variables = (name: string) => CelValue | undefined;

/** What an evaluation has cost, in the units of Kubernetes' limits, and what it may cost. */
export interface CostMeter {
  spent: number;
  readonly limit: number;
}
