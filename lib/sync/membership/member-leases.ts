import { leases } from "../../apply/model/well-known-resources.ts";
import { isExternalError } from "../../client/model/api-error.ts";
import type { Place, Selection, Watch, WatchEvent } from "../../client/model/cluster.ts";
import type { JsonObject } from "../../object/json.ts";
import { withTimeout } from "../../client/model/with-timeout.ts";
import type { AdvertisedUnits } from "./advertised-units.ts";
import { memberLease, memberLeaseName, syncLabel, syncManager } from "./member-lease.ts";
import type { MembershipOptions } from "./members.ts";
import type { DeadLease } from "./peer-leases.ts";

/** Milliseconds from one renewal to the next. */
export const renewEvery = 5000;

/**
 * Requests to the server about the Leases of a sidecar's replicas. External errors are returned, not thrown.
 */
export class MemberLeases {
  /** The name of our own Lease. */
  readonly own: string;
  readonly #facts: MembershipOptions;
  readonly #since: number;

  constructor(facts: MembershipOptions) {
    this.#facts = facts;
    this.own = memberLeaseName(facts);
    this.#since = facts.context.clock.now();
  }

  /** Renews our own Lease, and advertises the units that we list. */
  async renew(
    listing: AdvertisedUnits | undefined,
    renewed: (lease: JsonObject) => void,
  ): Promise<Error | undefined> {
    const { cluster, clock } = this.#facts.context;
    const lease = memberLease(this.#facts, { now: clock.now(), since: this.#since, listing });
    return this.#try(async (signal) => {
      const call = { signal, urgent: true, options: { fieldManager: syncManager, force: true } } as const;
      const { object } = await cluster.apply(this.#place(this.own), lease, call);
      renewed(object);
    });
  }

  /** Deletes our own Lease. */
  async giveUp(): Promise<void> {
    await this.#remove(this.own, { propagation: "Background" });
  }

  /** Deletes the Lease of a dead replica, unless it was renewed since. */
  async removeDead({ name, resourceVersion }: DeadLease): Promise<Error | undefined> {
    return this.#remove(name, { propagation: "Background", resourceVersion });
  }

  /** Lists all Leases, once. */
  async look(seen: (leases: readonly JsonObject[]) => void): Promise<Error | undefined> {
    return this.#try(async (signal) => {
      seen(await this.#facts.context.cluster.list(this.#selection(), { signal }));
    });
  }

  /** Watches all Leases from now on. */
  watch(emit: (event: WatchEvent) => void): Watch {
    return this.#facts.context.cluster.watch(this.#selection(), emit);
  }

  async #remove(
    name: string,
    options: { readonly propagation: "Background"; readonly resourceVersion?: string },
  ): Promise<Error | undefined> {
    return this.#try(async (signal) =>
      this.#facts.context.cluster.delete(this.#place(name), { signal, options }),
    );
  }

  #place(name: string): Place {
    return { resource: leases, namespace: this.#facts.namespace, name };
  }

  #selection(): Selection {
    const { namespace, sync } = this.#facts;
    return { resource: leases, namespace, labelSelector: `${syncLabel}=${sync}` };
  }

  async #try(act: (signal: AbortSignal) => Promise<unknown>): Promise<Error | undefined> {
    try {
      await withTimeout(renewEvery, this.#facts.context.clock, act);
      return undefined;
    } catch (error) {
      if (!isExternalError(error)) {
        throw error;
      }
      return error;
    }
  }
}
