import { CelFailure } from "../../model/expression.ts";

/**
 * The longest text that a function makes, in UTF-16 units. No rule comes near it within its cost, and
 * JavaScript's own limit, which throws, is four times as far.
 */
export const longestText: number = 2 ** 27;

/**
 * What a function gives instead of a longer text: it ends the evaluation, as a server that ran out of its
 * budget would.
 */
export const textTooLong: CelFailure = new CelFailure(
  "operation cancelled: actual cost limit exceeded",
  "cost",
);
