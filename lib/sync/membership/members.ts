import type { RunContext } from "../../apply/model/run-context.ts";
import type { SyncEventSink } from "../sync-event.ts";

/** Dependencies of the membership of a replica. */
export interface MembershipOptions {
  readonly context: Pick<RunContext, "cluster" | "clock" | "random" | "signal">;
  /** The namespace of the Leases. */
  readonly namespace: string;
  /** The name of the sidecar, common to its replicas. */
  readonly sync: string;
  /** Unique among the replicas. */
  readonly identity: string;
  readonly emit: SyncEventSink;
}

/**
 * The live replicas, each with a Lease of its own that it renews, and how they share the units: each unit is
 * kept by one of the replicas that are configured with it; when a replica comes or goes, hardly more than its
 * share is moved.
 */
export interface Members {
  /**
   * Sets the units that this replica is configured with from now on; none before. Resolves once the others
   * know of them, or cannot be informed for now: then no new unit is kept here until they are.
   */
  readonly configure: (units: readonly string[]) => Promise<void>;
  /**
   * Reports whether this replica keeps that unit now. False while its own Lease could not be renewed in time.
   */
  readonly keeps: (unit: string) => boolean;
  /** Reports whether another live replica is configured with that unit. */
  readonly lists: (unit: string) => boolean;
  /**
   * Reports whether this replica is the one that removes what that unit has left behind: no replica is
   * configured with it, or may come to be, and one is chosen of all.
   */
  readonly removes: (unit: string) => boolean;
  /**
   * Returns the identities of the live replicas, including this one, sorted; none while `keeps` is false for
   * all.
   */
  readonly alive: () => readonly string[];
  /** Calls back whenever the result of `keeps`, `lists` or `removes` may have changed. */
  readonly onChange: (listener: () => void) => void;
  /** Resolves once the Lease is held and the others were listed. */
  readonly joined: Promise<void>;
  /** Releases the Lease, so that others need not wait for it to expire. */
  readonly leave: () => Promise<void>;
}
