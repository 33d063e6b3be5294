import type { Measured } from "./actual-size.ts";

/** What a call has cost, from the values it was given, its target first, and from its result. */
export type CostOfCall = (values: readonly Measured[], result: Measured) => number;

/** The same cost under several names of calls. */
export function sameCost(
  cost: CostOfCall,
  calls: readonly string[],
): readonly (readonly [string, CostOfCall])[] {
  return calls.map((call) => [call, cost] as const);
}
