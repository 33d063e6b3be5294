import { createHash } from "node:crypto";

import { compareText } from "../../object/object-ref.ts";

/**
 * Returns the replica that keeps a unit: the one whose name together with the unit's has the greatest hash
 * (rendezvous hashing). All who know the same replicas agree without communicating; when one comes or goes,
 * only the units that it gets or had are moved. Undefined without replicas. Complexity: O(members).
 */
export function assignUnit(unit: string, members: readonly string[]): string | undefined {
  let best: { readonly member: string; readonly score: string } | undefined;
  for (const member of members) {
    const score = createHash("sha256")
      .update(JSON.stringify([unit, member]))
      .digest("hex");
    const order = best === undefined ? 1 : compareText(score, best.score);
    if (order > 0) {
      best = { member, score };
    }
  }
  return best?.member;
}
