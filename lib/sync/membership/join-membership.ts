import { isExternalError } from "../../client/model/api-error.ts";
import type { Watch, WatchEvent } from "../../client/model/cluster.ts";
import { type JsonObject } from "../../object/json.ts";
import { nameOf, resourceVersionOf } from "../../object/metadata.ts";
import { compareText } from "../../object/object-ref.ts";
import { type MembershipView, isSameCompany, ownersIn, listersIn, removerIn } from "./membership-view.ts";
import { LeaseFreshness, LeaseTrouble } from "./lease-health.ts";
import { commonListing, type AdvertisedUnits, listingOf } from "./advertised-units.ts";
import { MemberLeases, renewEvery } from "./member-leases.ts";
import type { MembershipOptions, Members } from "./members.ts";
import { PeerLeases } from "./peer-leases.ts";
import { monotonicTime } from "../../async/clock.ts";
import { NameConflictDetector } from "./name-conflict-detector.ts";

/** Milliseconds without a renewal after which we keep nothing: others wait longer before they take over. */
const lostAfter = 10_000;
const judgeEvery = 1000;

/**
 * Joins the replicas of a sidecar. From now on a Lease is renewed every 5 s, until `leave`: the signal of the
 * run context does not end that.
 */
export function joinMembers(options: MembershipOptions): Members {
  const circle = new Circle(options);
  return {
    configure: async (units) => circle.configure(listingOf(units)),
    keeps: (unit) => circle.keeps(unit),
    lists: (unit) => circle.lists(unit),
    removes: (unit) => circle.removes(unit),
    alive: () => circle.alive(),
    onChange: (listener) => {
      circle.listeners.add(listener);
    },
    joined: circle.joined.promise,
    leave: async () => circle.leave(),
  };
}

class Circle {
  readonly listeners = new Set<() => void>();
  readonly joined = Promise.withResolvers<void>();
  readonly #options: MembershipOptions;
  readonly #time: () => number;
  readonly #roster = new PeerLeases();
  readonly #trouble: LeaseTrouble;
  readonly #leases: MemberLeases;
  readonly #conflicts: NameConflictDetector;
  /** The units that we are configured with; undefined before. */
  #listing: AdvertisedUnits | undefined;
  /** The units that our Lease advertises. */
  #reported: AdvertisedUnits | undefined;
  /** When the last successful renewal was sent; undefined if there is none, or the Lease was deleted. */
  #renewedAt: number | undefined;
  readonly #echo = new LeaseFreshness();
  #watch: Watch | undefined;
  #isObserved = false;
  #hasLeft = false;
  #renewal: Promise<void> | undefined;
  #stopRenewal = (): void => {};
  #stopJudging = (): void => {};
  /** As the listeners know it; empty while our own Lease is lost. */
  #company: MembershipView = new Map();
  #ownerOf: (unit: string) => string | undefined = () => undefined;

  constructor(options: MembershipOptions) {
    this.#options = options;
    this.#time = monotonicTime(options.context.clock);
    this.#trouble = new LeaseTrouble(options);
    this.#leases = new MemberLeases(options);
    this.#conflicts = new NameConflictDetector(options);
    this.#look();
    this.#startRenewal();
    this.#judgeLater();
  }

  async configure(listing: AdvertisedUnits): Promise<void> {
    if (listing.text === this.#listing?.text || this.#hasLeft) {
      return;
    }
    this.#listing = listing;
    this.#judge();
    // A renewal that is under way still advertises the previous units.
    await this.#renewal;
    if (this.#reported?.text !== listing.text) {
      this.#startRenewal();
      await this.#renewal;
    }
  }

  keeps(unit: string): boolean {
    return this.#isHeld(this.#time()) && this.#ownerOf(unit) === this.#options.identity;
  }

  lists(unit: string): boolean {
    return listersIn(this.#company, unit).some((identity) => identity !== this.#options.identity);
  }

  removes(unit: string): boolean {
    return this.#isHeld(this.#time()) && removerIn(this.#company, unit) === this.#options.identity;
  }

  alive(): readonly string[] {
    return [...this.#company.keys()];
  }

  async leave(): Promise<void> {
    this.#hasLeft = true;
    this.#stopRenewal();
    this.#stopJudging();
    this.#watch?.stop();
    this.#setCompany(new Map());
    // A renewal that is under way would bring the Lease back.
    await this.#renewal;
    await this.#leases.giveUp();
  }

  #isHeld(now: number): boolean {
    return (
      !this.#hasLeft && this.#isObserved && this.#renewedAt !== undefined && now - this.#renewedAt < lostAfter
    );
  }

  #startRenewal(): void {
    this.#stopRenewal();
    if (!this.#hasLeft && this.#renewal === undefined) {
      this.#renewal = this.#renew();
    }
  }

  /** Writes the Lease, and schedules the next renewal. Rejects, and so ends the process, only for bugs. */
  async #renew(): Promise<void> {
    const sentAt = this.#time();
    // The echo of a renewal that was sent just now is still on its way.
    const isBlind =
      this.#echo.isMissing && (this.#renewedAt === undefined || sentAt - this.#renewedAt >= judgeEvery);
    const listing = this.#listing;
    const fault = await this.#leases.renew(listing, (lease) => {
      this.#reported = listing;
      this.#renewed(lease, sentAt);
    });
    if (fault !== undefined) {
      this.#trouble.report(fault);
    } else if (isBlind) {
      await this.#lookOnce();
    } else {
      await this.#removeDead();
    }
    this.#renewal = undefined;
    if (!this.#hasLeft) {
      const rest = Math.max(renewEvery - (this.#time() - sentAt), judgeEvery);
      this.#stopRenewal = this.#options.context.clock.after(rest, () => this.#startRenewal());
      this.#judge();
    }
  }

  #renewed(lease: JsonObject, sentAt: number): void {
    if (this.#renewedAt !== undefined && sentAt - this.#renewedAt >= lostAfter) {
      // We were suspended, or time has jumped: a renewal that we missed does not mean a dead replica.
      this.#roster.excuse(this.#echo.last, sentAt);
    }
    this.#renewedAt = sentAt;
    this.#echo.sent(resourceVersionOf(lease), sentAt);
    if (this.#watch !== undefined) {
      this.#trouble.clear();
    }
  }

  #look(): void {
    const watch = this.#leases.watch((event) => {
      if (!this.#hasLeft) {
        this.#emit(event);
        this.#judge();
      }
    });
    this.#watch = watch;
    watch.synced.catch((error: unknown) => {
      this.#watch = undefined;
      if (!this.#hasLeft && isExternalError(error)) {
        this.#trouble.report(error);
      }
    });
  }

  #emit(event: WatchEvent): void {
    if (event.type === "synced") {
      this.#isObserved = true;
    } else if (event.type === "seen") {
      this.#see(event.object);
    } else if (event.type === "gone") {
      this.#forget(nameOf(event.object));
    }
  }

  #see(lease: JsonObject): void {
    if (nameOf(lease) === this.#leases.own) {
      this.#echo.seen(resourceVersionOf(lease));
    } else {
      this.#roster.see(lease, this.#time());
    }
  }

  #forget(name: string): void {
    if (name === this.#leases.own) {
      // Our Lease was deleted: to the others we are gone.
      this.#renewedAt = undefined;
      this.#startRenewal();
    } else {
      this.#roster.forget(name);
    }
  }

  /** Lists the Leases, since the watch is silent or missing. */
  async #lookOnce(): Promise<void> {
    if (this.#watch === undefined) {
      this.#look();
    }
    await this.#leases.look((leases) => {
      this.#isObserved = true;
      this.#roster.keepOnly(new Set(leases.map(nameOf)));
      for (const lease of leases) {
        this.#see(lease);
      }
    });
  }

  #judgeLater(): void {
    this.#stopJudging = this.#options.context.clock.after(judgeEvery, () => {
      this.#judge();
      this.#judgeLater();
    });
  }

  /** Determines which replicas are alive; notifies the listeners of a change. */
  #judge(): void {
    const now = this.#time();
    if (!this.#isHeld(now)) {
      this.#setCompany(new Map());
      return;
    }
    const { identity } = this.#options;
    const others = new Map(this.#roster.alive(this.#echo.horizon(now)));
    others.delete(identity);
    const all = [...others, [identity, commonListing(this.#listing, this.#reported)] as const];
    this.#setCompany(new Map(all.toSorted(([left], [right]) => compareText(left, right))));
    if (this.#listing !== undefined) {
      this.#conflicts.look(this.#listing, others, now);
    }
    this.joined.resolve();
  }

  #setCompany(company: MembershipView): void {
    if (isSameCompany(company, this.#company)) {
      return;
    }
    this.#company = company;
    this.#ownerOf = ownersIn(company);
    for (const listener of this.listeners) {
      listener();
    }
  }

  /** Removes the Leases of replicas that have been dead for long. One replica does it for all. */
  async #removeDead(): Promise<void> {
    const horizon = this.#echo.last;
    const dead = this.alive()[0] === this.#options.identity ? this.#roster.dead(horizon) : [];
    for (const lease of dead) {
      const fault = await this.#leases.removeDead(lease);
      if (fault === undefined) {
        this.#roster.forget(lease.name);
      } else {
        this.#roster.keepDead(lease.name, horizon);
      }
    }
  }
}
