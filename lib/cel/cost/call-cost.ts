import type { Measured } from "./actual-size.ts";

/** Returns the actual cost of a call from its operands, the target first, and its result. */
export type CostOfCall = (values: readonly Measured[], result: Measured) => number;

/** Lists the same cost under several names of calls. */
export function sameCost(
  cost: CostOfCall,
  calls: readonly string[],
): readonly (readonly [string, CostOfCall])[] {
  return calls.map((call) => [call, cost] as const);
}
