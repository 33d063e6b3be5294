import type { RunContext } from "../../apply/model/run-context.ts";
import type { SyncEventSink } from "../sync-event.ts";

/** What the replicas of a sidecar need to find each other. */
export interface MemberFacts {
  readonly context: Pick<RunContext, "cluster" | "clock" | "random" | "signal">;
  /** Where their Leases are. */
  readonly namespace: string;
  /** The name of the sidecar, common to its replicas. */
  readonly sync: string;
  /** Unlike that of any other replica. */
  readonly identity: string;
  readonly emit: SyncEventSink;
}

/**
 * The replicas that are alive, each by a Lease of its own that it renews, and how they share the units: each
 * unit is kept by one of those that are configured with it, the same one for as long as it lives, and nothing
 * but the share of who came or went changes hands.
 */
export interface Members {
  /**
   * The units that this replica is configured with from now on; none before. Resolves once the others are
   * told, or cannot be told for now: then nothing that is new is kept here until they are.
   */
  readonly configure: (units: readonly string[]) => Promise<void>;
  /** Whether this replica keeps that unit now. False while its own Lease could not be renewed in time. */
  readonly keeps: (unit: string) => boolean;
  /** Whether another replica that is alive is configured with that unit. */
  readonly lists: (unit: string) => boolean;
  /**
   * Whether it falls to this replica to remove what that unit has left: no replica is configured with it, or
   * may come to be, and one is chosen of all.
   */
  readonly removes: (unit: string) => boolean;
  /**
   * The identities of the replicas that are alive, this one among them, in their order; none while `keeps` is
   * false for all.
   */
  readonly alive: () => readonly string[];
  /** Calls back whenever `keeps`, `lists` or `removes` may give something else. */
  readonly onChange: (listener: () => void) => void;
  /** Resolves once the Lease is held and the others were seen. */
  readonly joined: Promise<void>;
  /** Gives up the Lease, so that others need not wait for it to run out. */
  readonly leave: () => Promise<void>;
}
