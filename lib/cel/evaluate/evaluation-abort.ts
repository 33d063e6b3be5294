import { CelFailure } from "../model/expression.ts";

/**
 * Ends an evaluation in a way that nothing in the expression can absorb: thrown by its parts, caught where
 * the evaluation started.
 */
export class EvaluationAbort extends Error {
  override readonly name: string = "Stopped";
  readonly failure: CelFailure;

  constructor(failure: CelFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * Returns the failure of reading an invalid value: a part of a document may not fit its schema. Rethrows any
 * other error.
 */
export function unsupportedOperand(error: unknown): CelFailure {
  if (error instanceof EvaluationAbort && error.failure.cause === "value") {
    return error.failure;
  }
  throw error;
}

/** The failure of an exhausted budget, in CEL's words. */
export const outOfBudget: CelFailure = new CelFailure(
  "operation cancelled: actual cost limit exceeded",
  "cost",
);
