import { getIfExists } from "./applyset-store.ts";
import { ApiError, isExternalError } from "../../client/model/api-error.ts";
import { withTimeout } from "../../client/model/with-timeout.ts";
import type { Place } from "../../client/model/cluster.ts";
import { parentName } from "../../inventory/apply-set.ts";
import {
  judgeLease,
  leaseObject,
  type LeaseObservation,
  releasedLease,
  observeLease,
} from "../../inventory/lease.ts";
import type { Duration } from "../../object/duration.ts";
import { formatDuration } from "../../object/duration.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import { missingNamespace } from "../model/classify-rejection.ts";
import type { RunContext } from "../model/run-context.ts";
import { fieldManager } from "../model/write-choices.ts";

/** The duration of the lease in seconds: after a kill, the next run waits no longer than this. */
const leaseSeconds = 15;
const renewEvery = 2500;
/**
 * Milliseconds after the last renewal at which the lock counts as lost: writes in flight have the rest of the
 * lease to finish.
 */
const renewDeadline = 10_000;
/** Milliseconds before renewal is retried after a failure. */
const renewAgain = 1000;
const lookEvery = 1000;
/**
 * Milliseconds that releasing the lock may take: a server that does not answer must not hold up the run for
 * long.
 */
const farewell = 5000;

/** Thrown when another run holds the lock of the release. */
export class LockHeldError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LockHeldError";
  }
}

/** The error for a lease that expired during the run, so that another run may have started. */
export class LockLostError extends Error {
  override readonly name = "LockLostError";

  constructor(release: string, fault: Error | undefined) {
    super(
      fault === undefined
        ? `another run has taken the lock of release ${release}`
        : `the lock of release ${release} could not be renewed: ${fault.message}`,
    );
  }
}

/** Options of the lock, and how long it may be waited for. */
export interface LockOptions {
  readonly context: RunContext;
  readonly kinds: RestMapper;
  readonly release: string;
  readonly namespace: string;
  readonly timeout: Duration;
  /** The release is not known to be installed: most likely it has no Lease, so none is read first. */
  readonly isNew?: boolean;
}

/** The Lease of a release, held by this run and renewed until it is released. */
export class Lock {
  readonly #locking: LockOptions;
  readonly #lost = new AbortController();
  #lease: JsonObject;
  #renewedAt: number;
  #stopClock: (() => void) | undefined;
  #isOver = false;
  /** Whether the release had no lock yet: no other run has written its record since it was read. */
  readonly isFirst: boolean;

  private constructor(locking: LockOptions, lease: JsonObject, isFirst = false) {
    this.#locking = locking;
    this.isFirst = isFirst;
    this.#lease = lease;
    this.#renewedAt = locking.context.clock.now();
    this.#renewAfter(renewEvery);
  }

  /**
   * Takes the lock, waiting for another run to end. Throws a LockHeldError that names the holder if that
   * takes too long.
   */
  static async acquire(locking: LockOptions): Promise<Lock> {
    const made = locking.isNew === true ? await take(locking, undefined) : undefined;
    return made === undefined ? Lock.#waitFor(locking) : new Lock(locking, made, true);
  }

  static async #waitFor(locking: LockOptions): Promise<Lock> {
    const { context, release, timeout } = locking;
    const giveUpAt = context.clock.now() + timeout;
    let observed: LeaseObservation | undefined;
    let isReported = false;
    for (;;) {
      const lease = await readLease(locking);
      const now = context.clock.now();
      observed = lease === undefined ? undefined : observeLease(lease, observed, now);
      const held = judge(lease, observed, { holder: context.runId, ended: context.endedRuns, now });
      if (typeof held === "string") {
        const taken = await take(locking, lease);
        if (taken !== undefined) {
          return new Lock(locking, taken);
        }
      } else if (now >= giveUpAt) {
        throw new LockHeldError(
          `another run holds release ${release}: ${held.heldBy} since ${held.since}; waited ${formatDuration(timeout)} (--lock-timeout)`,
        );
      }
      if (typeof held !== "string" && !isReported) {
        isReported = true;
        const message = `another run holds release ${release}: ${held.heldBy} since ${held.since}, expires in ${formatDuration(held.expiresIn)} unless renewed; waiting up to ${formatDuration(timeout)} (--lock-timeout)`;
        context.emit({ type: "notice", at: now, level: "note", message });
      }
      await context.clock.sleep(typeof held === "string" ? lookEvery / 10 : lookEvery, context.signal);
      context.signal.throwIfAborted();
    }
  }

  /** Aborts when the lock could not be renewed in time, so that another run may hold it. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /**
   * Releases the lock even if the run was asked to end, but does not wait for long. A lock that is already
   * gone, with its namespace or otherwise, is not an error.
   */
  async release(): Promise<void> {
    this.#stopRenewing();
    const { context } = this.#locking;
    try {
      await withTimeout(farewell, context.clock, async (signal) =>
        this.#asLast(signal, (lease) => this.#release(lease, signal)),
      );
    } catch (error) {
      if (!isExternalError(error)) {
        throw error;
      }
    }
  }

  async #release(lease: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const call = { signal, urgent: true, options: { fieldManager } } as const;
    const place = placeOf(this.#locking);
    return (await this.#locking.context.cluster.replace(place, releasedLease(lease), call)).object;
  }

  /**
   * Writes the Lease as we know it. A lost response leaves us with an old resourceVersion (409): then the
   * Lease is read, and written again if it is still ours.
   */
  async #asLast(signal: AbortSignal, write: (lease: JsonObject) => Promise<JsonObject>): Promise<JsonObject> {
    try {
      return await write(this.#lease);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) {
        throw error;
      }
      const found = await this.#locking.context.cluster.get(placeOf(this.#locking), { signal });
      if (stringField(objectField(found, "spec"), "holderIdentity") !== this.#locking.context.runId) {
        throw error;
      }
      this.#lease = found;
      return write(found);
    }
  }

  /** Deletes the Lease: the release no longer exists. */
  async remove(): Promise<void> {
    this.#stopRenewing();
    const { context } = this.#locking;
    await withTimeout(farewell, context.clock, async (signal) =>
      context.cluster.delete(placeOf(this.#locking), { signal, options: { propagation: "Background" } }),
    );
  }

  /** Also keeps a renewal that is under way from scheduling the next one. */
  #stopRenewing(): void {
    this.#isOver = true;
    this.#stopClock?.();
  }

  #renewAfter(pause: Duration): void {
    if (!this.#isOver) {
      this.#stopClock = this.#locking.context.clock.after(pause, () => {
        void this.#renew();
      });
    }
  }

  async #renew(): Promise<void> {
    const { context } = this.#locking;
    // Others count from the moment the server wrote it, which is earlier than its response.
    const sentAt = context.clock.now();
    const lostAt = this.#renewedAt + renewDeadline;
    try {
      this.#lease = await withTimeout(Math.max(lostAt - sentAt, renewAgain), context.clock, async (signal) =>
        this.#asLast(signal, (lease) => renew(this.#locking, lease, signal)),
      );
      this.#renewedAt = sentAt;
      this.#renewAfter(renewEvery);
    } catch (error) {
      if (isGoneWithNamespace(error)) {
        // No other run can take it there either.
        return;
      }
      const isTaken = error instanceof ApiError && error.status === 409;
      if (isTaken || context.clock.now() + renewAgain >= lostAt) {
        this.#lost.abort(
          new LockLostError(this.#locking.release, isTaken || !(error instanceof Error) ? undefined : error),
        );
        return;
      }
      this.#renewAfter(renewAgain);
    }
  }
}

/** Renews the Lease; one that was deleted is created again. */
async function renew(locking: LockOptions, lease: JsonObject, signal: AbortSignal): Promise<JsonObject> {
  try {
    return await writeLease(locking, lease, signal);
  } catch (error) {
    if (error instanceof ApiError && (await readLease(locking)) === undefined) {
      return writeLease(locking, undefined, signal);
    }
    throw error;
  }
}

/** Reports whether the namespace of the lock is terminating or gone, and the lock with it. */
export function isGoneWithNamespace(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (missingNamespace(error) !== undefined ||
      error.causes.some(({ reason }) => reason === "NamespaceTerminating"))
  );
}

function judge(
  lease: JsonObject | undefined,
  observed: LeaseObservation | undefined,
  { now, ...holders }: { readonly holder: string; readonly ended: string | undefined; readonly now: number },
): ReturnType<typeof judgeLease> {
  return lease === undefined ? "free" : judgeLease(lease, { ...holders, now, seenAt: observed?.at ?? now });
}

function placeOf({ kinds, release, namespace }: LockOptions): Place {
  const resource = kinds.require({ group: "coordination.k8s.io", kind: "Lease" }, "v1");
  return { resource, namespace, name: parentName(release) };
}

function readLease(locking: LockOptions): Promise<JsonObject | undefined> {
  return getIfExists(placeOf(locking), locking.context);
}

/** Takes the lease; undefined if someone else was faster. */
async function take(locking: LockOptions, lease: JsonObject | undefined): Promise<JsonObject | undefined> {
  try {
    return await writeLease(locking, lease, locking.context.signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) {
      return undefined;
    }
    throw error;
  }
}

async function writeLease(
  locking: LockOptions,
  previous: JsonObject | undefined,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { context, release, namespace } = locking;
  const lease = leaseObject({
    name: parentName(release),
    namespace,
    holder: context.runId,
    now: context.clock.now(),
    seconds: leaseSeconds,
    ...(previous === undefined ? {} : { previous }),
  });
  const call = { signal, urgent: true, options: { fieldManager } } as const;
  const place = placeOf(locking);
  const written = await (previous === undefined
    ? context.cluster.create(place, lease, call)
    : context.cluster.replace(place, lease, call));
  return written.object;
}
