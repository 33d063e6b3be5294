/**
 * The least and the greatest that something may cost or how long it may be, in whole units from 0 to
 * `unbounded`. Above 2^53 units are rounded as doubles are.
 */
export interface Estimate {
  readonly min: number;
  readonly max: number;
}

/** The greatest cost or size there is, 2^64 - 1; whatever exceeds it is cut to it. */
export const unbounded: number = 2 ** 64;

/** Nothing is known. */
export const unknownEstimate: Estimate = { min: 0, max: unbounded };

/** Nothing at all. */
export const nothing: Estimate = { min: 0, max: 0 };

/** One unit. */
export const one: Estimate = { min: 1, max: 1 };

/** Exactly that much. */
export function exactly(amount: number): Estimate {
  return { min: amount, max: amount };
}

/** One and the other. */
export function plus(left: Estimate, right: Estimate): Estimate {
  return { min: cut(left.min + right.min), max: cut(left.max + right.max) };
}

/** All of them together. */
export function sum(estimates: readonly Estimate[]): Estimate {
  return estimates.reduce(plus, nothing);
}

/** One as often as the other. */
export function times(left: Estimate, right: Estimate): Estimate {
  return { min: cut(left.min * right.min), max: cut(left.max * right.max) };
}

/** A share of it, rounded up: what a traversal costs whose every step costs `factor`. */
export function scaled(estimate: Estimate, factor: number): Estimate {
  return { min: cut(Math.ceil(estimate.min * factor)), max: cut(Math.ceil(estimate.max * factor)) };
}

/** One or the other. */
export function either(left: Estimate, right: Estimate): Estimate {
  return { min: Math.min(left.min, right.min), max: Math.max(left.max, right.max) };
}

function cut(amount: number): number {
  return Math.min(amount, unbounded);
}
