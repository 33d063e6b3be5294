import type { CheckedExpression, Expression } from "../model/expression.ts";
import type { Estimate } from "./estimate.ts";
import type { SizeTable } from "./size-table.ts";

/** The state of an estimate. */
export interface Estimation {
  readonly checked: CheckedExpression;
  readonly book: SizeTable;
  /**
   * Estimates the cost of a part. Records the sizes it finds in the size table, so the order of calls
   * matters.
   */
  readonly estimate: (part: Expression) => Estimate;
}
