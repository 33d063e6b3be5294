import { CelFailure } from "../model/expression.ts";

/**
 * The end of an evaluation that nothing in the expression can absorb: thrown by its parts, caught where it
 * was begun.
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
 * The failure of looking at what is no value: a part of a document may not fit its schema. Throws what is
 * anything else.
 */
export function unsupportedOperand(error: unknown): CelFailure {
  if (error instanceof EvaluationAbort && error.failure.cause === "value") {
    return error.failure;
  }
  throw error;
}

/** That the budget has run out, in CEL's words. */
export const outOfBudget: CelFailure = new CelFailure(
  "operation cancelled: actual cost limit exceeded",
  "cost",
);
