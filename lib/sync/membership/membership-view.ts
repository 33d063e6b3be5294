import { isListed, type AdvertisedUnits } from "./advertised-units.ts";
import { assignUnit } from "./rendezvous-hash.ts";

/**
 * The replicas that are alive by their identities, each with the units it lists: undefined where it has read
 * no configuration yet.
 */
export type MembershipView = ReadonlyMap<string, AdvertisedUnits | undefined>;

/** Who keeps a unit: one of those who list it. Undefined where nobody does. */
export function ownerIn(company: MembershipView, unit: string): string | undefined {
  return assignUnit(unit, listersIn(company, unit));
}

/**
 * Who removes what a unit has left: one of all replicas. Undefined while somebody lists it, and while
 * somebody who has read no configuration yet may come to list it.
 */
export function removerIn(company: MembershipView, unit: string): string | undefined {
  const isFree = [...company.values()].every((listing) => listing !== undefined && !isListed(unit, listing));
  return isFree ? assignUnit(unit, [...company.keys()]) : undefined;
}

/** The identities of those who list a unit. */
export function listersIn(company: MembershipView, unit: string): readonly string[] {
  return [...company].filter(([, listing]) => isListed(unit, listing)).map(([identity]) => identity);
}

/** Whether the same replicas list the same units. */
export function isSameCompany(left: MembershipView, right: MembershipView): boolean {
  return (
    left.size === right.size &&
    [...left].every(
      ([identity, listing]) => right.has(identity) && right.get(identity)?.text === listing?.text,
    )
  );
}
