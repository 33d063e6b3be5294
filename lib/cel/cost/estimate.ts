/**
 * The minimum and maximum of a cost or a size, in whole units from 0 to `unbounded`. Values above 2^53 units
 * are rounded as doubles are.
 */
export interface Estimate {
  readonly min: number;
  readonly max: number;
}

/** The maximum cost or size, 2^64 - 1; anything above is capped to it. */
export const unbounded: number = 2 ** 64;

/** The estimate when nothing is known. */
export const unknownEstimate: Estimate = { min: 0, max: unbounded };

/** Exactly 0. */
export const nothing: Estimate = { min: 0, max: 0 };

/** One unit. */
export const one: Estimate = { min: 1, max: 1 };

/** Returns the estimate of exactly that amount. */
export function exactly(amount: number): Estimate {
  return { min: amount, max: amount };
}

/** Adds two estimates. */
export function plus(left: Estimate, right: Estimate): Estimate {
  return { min: cut(left.min + right.min), max: cut(left.max + right.max) };
}

/** Adds all estimates. */
export function sum(estimates: readonly Estimate[]): Estimate {
  return estimates.reduce(plus, nothing);
}

/** Multiplies two estimates. */
export function times(left: Estimate, right: Estimate): Estimate {
  return { min: cut(left.min * right.min), max: cut(left.max * right.max) };
}

/** Returns a fraction of an estimate, rounded up: the cost of a traversal whose every step costs `factor`. */
export function scaled(estimate: Estimate, factor: number): Estimate {
  return { min: cut(Math.ceil(estimate.min * factor)), max: cut(Math.ceil(estimate.max * factor)) };
}

/** Returns the range that covers either estimate. */
export function either(left: Estimate, right: Estimate): Estimate {
  return { min: Math.min(left.min, right.min), max: Math.max(left.max, right.max) };
}

function cut(amount: number): number {
  return Math.min(amount, unbounded);
}
