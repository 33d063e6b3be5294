import { createHash } from "node:crypto";

import { isListed, type AdvertisedUnits } from "./advertised-units.ts";
import { compareText } from "../../object/object-ref.ts";
import type { Clock } from "../../async/clock.ts";
import type { SyncEventSink } from "../sync-event.ts";
import type { Members } from "./members.ts";

/**
 * The live replicas by identity, each with the units it lists: undefined if it has read no configuration yet.
 */
export type MembershipView = ReadonlyMap<string, AdvertisedUnits | undefined>;

/** Returns the replica that keeps a unit, one of those that list it; undefined if none does. */
export function ownerIn(company: MembershipView, unit: string): string | undefined {
  return assignUnit(unit, listersIn(company, unit));
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
