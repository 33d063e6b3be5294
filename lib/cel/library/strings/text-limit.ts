import { CelFailure } from "../../model/expression.ts";

/**
 * The maximum length of a text that a function creates, in UTF-16 units. No rule comes near it within its
 * cost, and JavaScript's own limit, which throws, is four times as high.
 */
export const longestText: number = 2 ** 27;

/**
 * The result of a function in place of a longer text: it ends the evaluation, as on a server that ran out of
 * budget.
 */
export const textTooLong: CelFailure = new CelFailure(
  "operation cancelled: actual cost limit exceeded",
  "cost",
);
