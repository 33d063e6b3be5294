import type { CheckedExpression, Expression } from "../model/expression.ts";
import type { Estimate } from "./estimate.ts";
import type { SizeTable } from "./size-table.ts";

/** An estimate at work. */
export interface Estimation {
  readonly checked: CheckedExpression;
  readonly book: SizeTable;
  /**
   * The cost of a part. Notes in the book what it finds out about sizes, so the order in which parts are
   * asked for counts.
   */
  readonly estimate: (part: Expression) => Estimate;
}
