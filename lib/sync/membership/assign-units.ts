import { createHash } from "node:crypto";

import { compareText } from "../../object/object-ref.ts";

/** Units that may be kept by the same replicas. */
export interface UnitGroup {
  readonly members: readonly string[];
  readonly units: readonly string[];
}

/** The preference of a unit for a replica: the greater text counts. */
interface Claim {
  readonly unit: string;
  readonly member: string;
  readonly score: string;
}

/** Units for each replica from which on shares are bounded: fewer are never exactly even. */
const fewest = 50;

/** The share that a replica may have of an even one. */
const mostShare = 1.05;

/**
 * Returns the replica that keeps a unit: the one whose name together with the unit's has the greatest hash
 * (rendezvous hashing). All who know the same replicas agree without communicating; when one comes or goes,
 * only the units that it gets or had are moved. Undefined without replicas. Complexity: O(members).
 */
export function assignUnit(unit: string, members: readonly string[]): string | undefined {
  return claimsOf(unit, members)[0]?.member;
}

/**
 * Returns the owners of the units of large groups. As `assignUnit`, but no replica has more than 5 % above an
 * even share: of its units, those with the lowest hashes have the replica that is next for them. When a
 * replica comes or goes, hardly more than its share is moved. Complexity: O(units × members).
 */
export function boundedOwners(groups: readonly UnitGroup[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const { members, units } of groups) {
    if (units.length >= fewest * members.length) {
      assignGroup({ members, units }, owners);
    }
  }
  return owners;
}

/** Each replica in turn of the preferences: its best claims first. Every unit has room at one of them. */
function assignGroup({ members, units }: UnitGroup, owners: Map<string, string>): void {
  const most = Math.ceil((mostShare * units.length) / members.length);
  const loads = new Map(members.map((member) => [member, 0]));
  const claims = units.map((unit) => claimsOf(unit, members));
  for (let rank = 0; rank < members.length; rank += 1) {
    const open = claims.flatMap((ranked) => ranked[rank] ?? []).filter(({ unit }) => !owners.has(unit));
    for (const { unit, member } of open.toSorted(compareClaims)) {
      const load = loads.get(member) ?? 0;
      if (load < most) {
        loads.set(member, load + 1);
        owners.set(unit, member);
      }
    }
  }
}

/** Returns the claims of a unit, the greatest first. */
function claimsOf(unit: string, members: readonly string[]): readonly Claim[] {
  const claims = members.map((member) => {
    const text = JSON.stringify([unit, member]);
    return { unit, member, score: createHash("sha256").update(text).digest("hex") };
  });
  return claims.toSorted(compareClaims);
}

function compareClaims(left: Claim, right: Claim): number {
  return compareText(right.score, left.score);
}
