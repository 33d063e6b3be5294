import { type LeaseObservation, observeLease } from "../../inventory/lease.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import type { MembershipView } from "./membership-view.ts";
import { type AdvertisedUnits, readAdvertisedUnits, unitsAnnotation } from "./advertised-units.ts";
import { memberSeconds } from "./member-lease.ts";

/** A Lease that nobody renews any more, as it was last seen. */
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
/** Milliseconds after which the Lease of one who is dead is of no use to anybody. */
const buriedAfter = 600_000;
const tryAgainAfter = 60_000;

/**
 * The other replicas by their Leases. Times are milliseconds by our own clock; `horizon` is the time up to
 * which we know that we would have heard of a renewal: silence counts until then.
 */
export class PeerLeases {
  readonly #known = new Map<string, Known>();

  /** Takes in a Lease as it was seen at a time. A change of it is a sign of life. */
  see(lease: JsonObject, at: number): void {
    const metadata = objectField(lease, "metadata");
    const name = stringField(metadata, "name") ?? "";
    const known = this.#known.get(name);
    const listed = stringField(objectField(metadata, "annotations"), unitsAnnotation);
    this.#known.set(name, {
      ...observeLease(lease, known, at),
      listing:
        known !== undefined && known.listing?.text === listed ? known.listing : readAdvertisedUnits(listed),
      holder: stringField(objectField(lease, "spec"), "holderIdentity") ?? "",
      resourceVersion: stringField(metadata, "resourceVersion") ?? "",
    });
  }

  /** That Lease is gone, and its holder with it. */
  forget(name: string): void {
    this.#known.delete(name);
  }

  /** All Leases but these are gone. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const name of this.#known.keys()) {
      if (!names.has(name)) {
        this.#known.delete(name);
      }
    }
  }

  /**
   * Those who were alive at a horizon are taken as heard of at a later time: in between it was we who heard
   * nothing.
   */
  excuse(horizon: number, at: number): void {
    for (const [name, known] of this.#known) {
      if (isAlive(known, horizon)) {
        this.#known.set(name, { ...known, at: Math.max(known.at, at) });
      }
    }
  }

  /** Who is alive, with what each lists, in the order of their names. */
  alive(horizon: number): MembershipView {
    const living = [...this.#known.values()]
      .filter((known) => known.holder !== "" && isAlive(known, horizon))
      .toSorted((left, right) => compareText(left.holder, right.holder));
    return new Map(living.map(({ holder, listing }) => [holder, listing]));
  }

  /** A dead Lease could not be removed: it is dead for a minute less than it has to be for that. */
  keepDead(name: string, horizon: number): void {
    const known = this.#known.get(name);
    if (known !== undefined) {
      this.#known.set(name, { ...known, at: horizon - buriedAfter + tryAgainAfter });
    }
  }

  /** The Leases that were silent for so long that they can be removed. */
  dead(horizon: number): readonly DeadLease[] {
    return [...this.#known]
      .filter(([, { at }]) => horizon - at >= buriedAfter)
      .map(([name, { resourceVersion }]) => ({ name, resourceVersion }));
  }
}

function isAlive({ at }: Known, horizon: number): boolean {
  return horizon - at < aliveFor;
}
