import type { RunContext } from "../../apply/model/run-context.ts";
import type { Claim } from "../membership/find-claim.ts";
import type { SyncEventSink } from "../sync-event.ts";
import type { Unit } from "../unit/unit.ts";

/** What telling the cluster about units needs. */
export interface ClusterStatusFacts {
  readonly context: Pick<RunContext, "cluster" | "clock" | "random" | "signal" | "tooling">;
  /** Where the custom resources of the units are. */
  readonly namespace: string;
  /** The name of the sidecar: its units carry it as a label. */
  readonly sync: string;
  readonly identity: string;
  readonly emit: SyncEventSink;
}

/** What a person asks of a unit by its custom resource. */
export interface UnitCommand {
  /** `spec.suspend`, set by somebody else than the sidecar. */
  readonly suspend: boolean;
  /** The annotation `converge.dev/reconcile`: a new value asks for a run at once. */
  readonly request: string | undefined;
}

/** How a unit stands, whichever replica keeps it. */
export interface UnitStatus {
  /** Its condition `Ready`: the cluster is what was applied last. */
  readonly isReady: boolean;
  /** The commit that was wholly applied last; undefined where none was. */
  readonly applied: string | undefined;
  /** The commit that git had when it was last asked. */
  readonly observed: string | undefined;
}

/** A unit that the cluster knows and the configuration does not. */
export interface OrphanedUnit {
  readonly name: string;
  readonly release: string;
  readonly namespace: string;
  readonly onRemove: "orphan" | "delete";
  /** As whom it acted; undefined as the sidecar itself. */
  readonly serviceAccount?: Unit["serviceAccount"];
}

/**
 * What the cluster is told about units, and what it says of them: the custom resource `Unit` with its
 * conditions, and Events. Written only when something has changed. Where the kind is not served, or may not
 * be written, that is told once and nothing else is lost.
 */
export interface ClusterStatus {
  /** Takes in what happened; writes later, and never throws. */
  readonly emitSync: SyncEventSink;
  /**
   * The units as they are configured now: makes and updates their custom resources. Gives those that are
   * left.
   */
  readonly configure: (units: readonly Unit[]) => Promise<readonly OrphanedUnit[]>;
  /** The units that are left now: what was seen changes as other replicas remove theirs. */
  readonly left: () => readonly OrphanedUnit[];
  /** Who else is configured with a unit of that name just now. Throws ApiError and UnreachableError. */
  readonly claimOf: (unit: string, signal: AbortSignal) => Promise<Claim>;
  /** Removes the custom resource of a unit that is no more. */
  readonly forget: (name: string) => Promise<void>;
  readonly commandOf: (unit: string) => UnitCommand;
  readonly onCommand: (listener: (unit: string) => void) => void;
  /**
   * Asks whoever keeps a unit for a run of it, by the annotation `converge.dev/reconcile`; does its best, and
   * tells nobody where it cannot.
   */
  readonly ask: (unit: string, request: string) => void;
  /** Undefined where its resource was not seen. */
  readonly statusOf: (unit: string) => UnitStatus | undefined;
  readonly onStatus: (listener: (unit: string) => void) => void;
  /** Writes what is still to be written, within a bound. */
  readonly close: () => Promise<void>;
}
