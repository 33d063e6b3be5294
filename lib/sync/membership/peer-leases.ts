import { type LeaseObservation, observeLease } from "../../inventory/lease.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { annotationOf, nameOf, resourceVersionOf } from "../../object/metadata.ts";
import { compareText } from "../../object/object-ref.ts";
import type { MembershipView } from "./membership-view.ts";
import { type AdvertisedUnits, readAdvertisedUnits, unitsAnnotation } from "./advertised-units.ts";
import { memberSeconds } from "./member-lease.ts";

/** A Lease that is no longer renewed, as it was last observed. */
export interface DeadLease {
  readonly name: string;
  readonly resourceVersion: string;
}

interface Known extends LeaseObservation {
  readonly holder: string;
  readonly listing: AdvertisedUnits | undefined;
  readonly resourceVersion: string;
}

const aliveFor = memberSeconds * 1000;
/** Milliseconds after which the Lease of a dead replica is removed. */
const buriedAfter = 600_000;
const tryAgainAfter = 60_000;

/**
 * The other replicas by their Leases. Times are milliseconds by our own clock; `horizon` is the time up to
 * which we know that we would have observed a renewal: silence counts until then.
 */
export class PeerLeases {
  readonly #known = new Map<string, Known>();

  /** Records a Lease as it was observed at a time. A change of it is a sign of life. */
  see(lease: JsonObject, at: number): void {
    const name = nameOf(lease);
    const known = this.#known.get(name);
    const listed = annotationOf(lease, unitsAnnotation);
    this.#known.set(name, {
      ...observeLease(lease, known, at),
      listing:
        known !== undefined && known.listing?.text === listed ? known.listing : readAdvertisedUnits(listed),
      holder: stringField(objectField(lease, "spec"), "holderIdentity") ?? "",
      resourceVersion: resourceVersionOf(lease),
    });
  }

  /** Drops a Lease that is gone, and its holder with it. */
  forget(name: string): void {
    this.#known.delete(name);
  }

  /** Drops all Leases but these: they are gone. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const name of this.#known.keys()) {
      if (!names.has(name)) {
        this.#known.delete(name);
      }
    }
  }

  /**
   * Treats replicas that were alive at a horizon as observed at a later time: in between, it was we who
   * missed everything.
   */
  excuse(horizon: number, at: number): void {
    for (const [name, known] of this.#known) {
      if (isAlive(known, horizon)) {
        this.#known.set(name, { ...known, at: Math.max(known.at, at) });
      }
    }
  }

  /** Returns the live replicas, with the units that each lists, sorted by identity. */
  alive(horizon: number): MembershipView {
    const living = [...this.#known.values()]
      .filter((known) => known.holder !== "" && isAlive(known, horizon))
      .toSorted((left, right) => compareText(left.holder, right.holder));
    return new Map(living.map(({ holder, listing }) => [holder, listing]));
  }

  /** Postpones the removal of a dead Lease that could not be removed by a minute. */
  keepDead(name: string, horizon: number): void {
    const known = this.#known.get(name);
    if (known !== undefined) {
      this.#known.set(name, { ...known, at: horizon - buriedAfter + tryAgainAfter });
    }
  }

  /** Returns the Leases that were silent for long enough to be removed. */
  dead(horizon: number): readonly DeadLease[] {
    return [...this.#known]
      .filter(([, { at }]) => horizon - at >= buriedAfter)
      .map(([name, { resourceVersion }]) => ({ name, resourceVersion }));
  }
}

function isAlive({ at }: Known, horizon: number): boolean {
  return horizon - at < aliveFor;
}
