import type { RunContext } from "../../apply/model/run-context.ts";
import type { GitRevision } from "../../git/model/git-repository.ts";
import type { PendingPlan } from "../approval/pending-plan.ts";
import type { Claim } from "../membership/find-claim.ts";
import type { RememberedRevisions } from "../rollout/revision-gate.ts";
import type { SyncEventSink } from "../sync-event.ts";
import type { Unit } from "../unit/unit.ts";

/** Dependencies of the status reporter. */
export interface ClusterStatusOptions {
  readonly context: Pick<RunContext, "cluster" | "clock" | "random" | "signal" | "tooling">;
  /** The namespace of the custom resources of the units. */
  readonly namespace: string;
  /** The name of the sidecar: its units carry it as a label. */
  readonly sync: string;
  readonly identity: string;
  readonly emit: SyncEventSink;
}

/** The requests of a user to a unit, made in its custom resource. */
export interface UnitCommand {
  /** `spec.suspend`, set by a field manager other than the sidecar. */
  readonly suspend: boolean;
  /** The annotation `converge.dev/reconcile`: a new value requests a run at once. */
  readonly request: string | undefined;
  /** The annotation `converge.dev/promote`: a new value requests the newest revision at once. */
  readonly promote: string | undefined;
  /** The annotation `converge.dev/approve`: the digest of a plan that may be applied. */
  readonly approve: string | undefined;
}

/** The status of a unit, whichever replica keeps it. */
export interface UnitStatus {
  /** Its condition `Ready`: the cluster is as it was last applied, or would be without a fight. */
  readonly isReady: boolean;
  /** The commit that was last applied completely; undefined if none was. */
  readonly applied: string | undefined;
  /** The commit that git had at the last poll. */
  readonly observed: string | undefined;
  /** Whether it waits for a ring or a window before it gets that. */
  readonly isWaiting?: boolean;
  /** The revision that it has been ready at since then, without interruption. */
  readonly ready?: { readonly revision: GitRevision; readonly since: number };
  /** The revision that it has, or has begun to apply, and the one that was promoted to it last. */
  readonly remembered?: RememberedRevisions;
  /** The plan that waits for approval. */
  readonly pendingPlan?: PendingPlan;
  /** The digest of the plan that was last applied with approval. */
  readonly approvedPlan?: string;
  /** The release that it had, and the name of its cluster, when its status was written. */
  readonly kept?: KeptRelease;
}

/** A release of a unit, which stays where it is when the unit moves. */
export type KeptRelease = Pick<OrphanedUnit, "release" | "namespace" | "cluster">;

/** A unit that has a resource in the cluster, but is not configured. */
export interface OrphanedUnit {
  readonly name: string;
  readonly release: string;
  readonly namespace: string;
  /** The name of its cluster; undefined for that of the sidecar. */
  readonly cluster?: string;
  readonly onRemove: "orphan" | "delete";
  /** The service account that it acted as; undefined for the sidecar itself. */
  readonly serviceAccount?: Unit["serviceAccount"];
}

/**
 * Reports the units to the cluster, and reads back requests and status: the custom resource `Unit` with its
 * conditions, and Events. Writes only changes. If the kind is not served, or may not be written, that is
 * reported once and nothing else is lost.
 */
export interface ClusterStatus {
  /** Records an event; writes later, and never throws. */
  readonly emitSync: SyncEventSink;
  /**
   * Sets the units that are configured now: creates and updates their custom resources. Resolves with the
   * orphaned ones.
   */
  readonly configure: (units: readonly Unit[]) => Promise<readonly OrphanedUnit[]>;
  /** Returns the units that are orphaned now, which changes as other replicas remove theirs. */
  readonly left: () => readonly OrphanedUnit[];
  /**
   * Returns who else is configured with a unit of that name right now. Throws ApiError and UnreachableError.
   */
  readonly claimOf: (unit: string, signal: AbortSignal) => Promise<Claim>;
  /** Deletes the custom resource of a unit that was removed. */
  readonly forget: (name: string) => Promise<void>;
  readonly commandOf: (unit: string) => UnitCommand;
  readonly onCommand: (listener: (unit: string) => void) => void;
  /**
   * Requests a run of a unit from the replica that keeps it, by the annotation `converge.dev/reconcile`, on a
   * best-effort basis: failures are not reported.
   */
  readonly ask: (unit: string, request: string) => void;
  /** Undefined if its resource was not observed. */
  readonly statusOf: (unit: string) => UnitStatus | undefined;
  readonly onStatus: (listener: (unit: string) => void) => void;
  /** Writes what is still pending, within a time limit. */
  readonly close: () => Promise<void>;
}
