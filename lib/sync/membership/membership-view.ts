import { assignUnit, boundedOwners, type UnitGroup } from "./assign-units.ts";
import { isListed, type AdvertisedUnits } from "./advertised-units.ts";
import { compareText } from "../../object/object-ref.ts";
import type { Clock } from "../../async/clock.ts";
import type { SyncEventSink } from "../sync-event.ts";
import type { Members } from "./members.ts";

/**
 * The live replicas by identity, each with the units it lists: undefined if it has read no configuration yet.
 */
export type MembershipView = ReadonlyMap<string, AdvertisedUnits | undefined>;

/**
 * Returns a function from units to the replicas that keep them, each one of those that list the unit;
 * undefined if none does. All who know the same replicas and lists agree.
 */
export function ownersIn(company: MembershipView): (unit: string) => string | undefined {
  const known = new Map<string, string | undefined>(boundedOwners(groupsIn(company)));
  return (unit) => {
    if (!known.has(unit)) {
      known.set(unit, assignUnit(unit, listersIn(company, unit)));
    }
    return known.get(unit);
  };
}

/** Returns the listed units by the replicas that list them; none if one lists too many to name them. */
function groupsIn(company: MembershipView): readonly UnitGroup[] {
  const members = new Map<string, string[]>();
  for (const [identity, listing] of company) {
    if (listing?.names === "all") {
      return [];
    }
    for (const unit of listing?.names ?? []) {
      members.set(unit, [...(members.get(unit) ?? []), identity]);
    }
  }
  const groups = Map.groupBy(members, ([, listers]) => JSON.stringify(listers.toSorted(compareText)));
  return [...groups.values()].map((group) => ({
    members: group[0]?.[1] ?? [],
    units: group.map(([unit]) => unit),
  }));
}

/**
 * Returns the replica that removes what a unit has left behind, one of all; undefined while a replica lists
 * it, or has read no configuration yet and may come to list it.
 */
export function removerIn(company: MembershipView, unit: string): string | undefined {
  const isFree = [...company.values()].every((listing) => listing !== undefined && !isListed(unit, listing));
  return isFree ? assignUnit(unit, [...company.keys()]) : undefined;
}

/** Returns the identities of the replicas that list a unit. */
export function listersIn(company: MembershipView, unit: string): readonly string[] {
  return [...company].filter(([, listing]) => isListed(unit, listing)).map(([identity]) => identity);
}

/** Reports whether the same replicas list the same units. */
export function isSameCompany(left: MembershipView, right: MembershipView): boolean {
  return (
    left.size === right.size &&
    [...left].every(
      ([identity, listing]) => right.has(identity) && right.get(identity)?.text === listing?.text,
    )
  );
}

/** Options of the membership notices. */
interface MembershipNoticesOptions {
  /** Undefined if the units are not shared. */
  readonly members: Members | undefined;
  /** The name of this replica. */
  readonly self: string;
  readonly clock: Pick<Clock, "now">;
  readonly emit: SyncEventSink;
}

/** Emits which replicas there are and which units this one keeps, whenever that has changed. */
export class MembershipNotices {
  readonly #options: MembershipNoticesOptions;
  #reported = "";

  constructor(options: MembershipNoticesOptions) {
    this.#options = options;
  }

  /** Emits the members if they differ from those emitted last. */
  report(keeps: readonly string[]): void {
    const { clock, emit, members, self } = this.#options;
    const alive = members === undefined ? [self] : members.alive();
    const reported = JSON.stringify([alive, keeps]);
    if (reported !== this.#reported) {
      this.#reported = reported;
      emit({ type: "members", at: clock.now(), members: alive, self, keeps });
    }
  }
}
