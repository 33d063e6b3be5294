import type { Until } from "../order/model/edge.ts";

/**
 * Ranks edges by how long they hold up, the longest first: until ready or absent takes time, until present or
 * deleting is a matter of order.
 */
export const untilRank: Readonly<Record<Until, number>> = { ready: 0, absent: 0, present: 1, deleting: 1 };
