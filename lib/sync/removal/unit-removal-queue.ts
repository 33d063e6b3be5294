/**
 * Removes what units that are no longer configured have left behind, each as soon as no replica keeps it, and
 * again until it is done.
 */
import type { RunContext } from "../../apply/model/run-context.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import type { Clock, Random } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import type { ClusterStatus, OrphanedUnit } from "../status/status-port.ts";
import type { Clusters } from "../clusters.ts";
import { Timer } from "../../async/timer.ts";
import type { Engine } from "../apply-engine.ts";
import { removeUnit } from "./remove-unit.ts";
import type { Members } from "../membership/members.ts";
import { retryPause } from "../unit/retry-pause.ts";
import type { SyncEventSink } from "../sync-event.ts";
import type { Unit, UnitCluster } from "../unit/unit.ts";

/** Options of the removal queue. */
export interface UnitRemovalsOptions {
  readonly clusters: Clusters;
  readonly engine: Engine;
  readonly status: ClusterStatus;
  /** Undefined if the units are not shared. */
  readonly members: Members | undefined;
  readonly emit: SyncEventSink;
  readonly clock: Clock;
  readonly random: Random;
  /** The namespace of units that name none. */
  readonly namespace: string;
  /** Returns the context of the removal of a unit. */
  readonly contextIn: (cluster: Cluster, unit: string) => Omit<RunContext, "signal" | "emit">;
}

/** Milliseconds for which the units of a replica that is gone are left alone: it may be about to return. */
export const absence: Duration = 30_000;
/** Milliseconds after which a unit whose removal succeeded, but which still exists, is looked at again. */
const forgetAgainAfter: Duration = 60_000;

/** The place of the release of a unit, or of what is left of one. */
type ReleasePlace = Pick<Unit, "namespace" | "release"> & Pick<Unit | OrphanedUnit, "cluster">;

interface Removal {
  /** No two removals of one release are under way at once. */
  readonly release: string;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** The progress of removing an orphaned unit. */
interface Ward {
  readonly pause: Timer;
  /** Whether another replica listed it at the last look. */
  isListed: boolean;
  isReported: boolean;
  /** Whether the end of the deletion was reported. */
  isEndReported: boolean;
  failures: number;
  /** The failure that was reported last. */
  fault: string | undefined;
  removal: Removal | undefined;
}

/** The removals of orphaned units, until they are stopped. */
export class UnitRemovals {
  readonly #options: UnitRemovalsOptions;
  readonly #wards = new Map<string, Ward>();
  #units: readonly Unit[] = [];
  #clusters: readonly UnitCluster[] = [];
  #isOpen = false;
  #hasEnded = false;

  constructor(options: UnitRemovalsOptions) {
    this.#options = options;
  }

  /**
   * Announces units that are about to be configured: begins nothing until `open`, and resolves once no
   * removal conflicts with them.
   */
  async hold(units: readonly Unit[], clusters: readonly UnitCluster[]): Promise<void> {
    this.#isOpen = false;
    this.#units = units;
    this.#clusters = clusters;
    const names = new Set(units.map(({ name }) => name));
    const releases = new Set(units.map((unit) => this.#releaseOf(unit)));
    const ended: Promise<void>[] = [];
    for (const [name, { removal }] of this.#wards) {
      if (removal !== undefined && (names.has(name) || releases.has(removal.release))) {
        removal.abort.abort(new Error("the unit is configured again"));
        ended.push(removal.done);
      }
    }
    await Promise.all(ended);
    this.#drop((name) => names.has(name));
  }

  /** Removes what is left, now that the units are configured. */
  open(): void {
    this.#isOpen = true;
    this.wake();
  }

  /** Looks for removals that are due; called whenever something may have changed. */
  wake(): void {
    if (this.#hasEnded || !this.#isOpen) {
      return;
    }
    const names = new Set(this.#units.map(({ name }) => name));
    const left = this.#options.status.left().filter(({ name }) => !names.has(name));
    const leftNames = new Set(left.map(({ name }) => name));
    this.#drop((name) => !leftNames.has(name));
    for (const unit of left) {
      const ward = this.#ward(unit.name);
      if (!this.#falls(unit.name, ward)) {
        ward.removal?.abort.abort(new Error("the unit must not be removed here"));
      } else if (!isPausing(ward) && !this.#isBusy(unit)) {
        this.#begin(unit, ward);
      }
    }
  }

  /** Resolves once nothing is under way; what has failed may be retried later. */
  async rest(): Promise<void> {
    for (let under = this.#underWay(); under.length > 0; under = this.#underWay()) {
      await Promise.all(under.map(async ({ done }) => done));
    }
  }

  /** Stops at once: removals that are under way are aborted. */
  async stop(): Promise<void> {
    this.#hasEnded = true;
    for (const { pause, removal } of this.#wards.values()) {
      pause.clear();
      removal?.abort.abort(new Error("the sidecar is stopped"));
    }
    await this.rest();
  }

  #drop(isOver: (name: string) => boolean): void {
    for (const [name, { pause, removal }] of this.#wards) {
      if (isOver(name) && removal === undefined) {
        pause.clear();
        this.#wards.delete(name);
      }
    }
  }

  #ward(name: string): Ward {
    const known = this.#wards.get(name);
    if (known !== undefined) {
      return known;
    }
    const pause = new Timer(this.#options.clock, () => {
      this.wake();
    });
    const ward = {
      pause,
      isListed: false,
      isReported: false,
      isEndReported: false,
      failures: 0,
      fault: undefined,
      removal: undefined,
    };
    this.#wards.set(name, ward);
    return ward;
  }

  /** Reports whether this replica is the one that removes that unit. */
  #falls(name: string, ward: Ward): boolean {
    const { members } = this.#options;
    if (members === undefined) {
      return true;
    }
    if (members.lists(name)) {
      ward.isListed = true;
    } else if (ward.isListed && members.alive().length > 0) {
      ward.isListed = false;
      ward.pause.set(absence);
    }
    return members.removes(name);
  }

  #isBusy(unit: OrphanedUnit): boolean {
    const release = this.#releaseOf(unit);
    return this.#underWay().some((removal) => removal.release === release);
  }

  #underWay(): readonly Removal[] {
    return [...this.#wards.values()].flatMap(({ removal }) => removal ?? []);
  }

  #begin(unit: OrphanedUnit, ward: Ward): void {
    const abort = new AbortController();
    const release = this.#releaseOf(unit);
    ward.pause.clear();
    const done = Promise.resolve().then(async () => this.#remove(unit, ward, abort.signal));
    ward.removal = { release, abort, done };
  }

  /** Rejects, and so ends the process, only for bugs. */
  async #remove(unit: OrphanedUnit, ward: Ward, signal: AbortSignal): Promise<void> {
    const { clock, emit, members, random, contextIn } = this.#options;
    const begun: { policy?: OrphanedUnit["onRemove"] } = {};
    const fault = await removeUnit(unit, {
      ...this.#options,
      signal,
      contextIn: (cluster) => contextIn(cluster, unit.name),
      clusterNamed: (name) => this.#clusters.find((cluster) => cluster.name === name),
      isTaken: this.#isTaken(unit),
      knowsSiblings: members !== undefined,
      begun: (policy) => {
        begun.policy = policy;
        if (!ward.isReported) {
          ward.isReported = true;
          emit({ type: "removed", at: clock.now(), unit: unit.name, policy });
        }
      },
    });
    ward.removal = undefined;
    if (fault === undefined && begun.policy === "delete" && !ward.isEndReported) {
      ward.isEndReported = true;
      this.#notice("note", `the objects of unit ${unit.name} are deleted`);
    }
    if (this.#hasEnded) {
      return;
    }
    if (fault === undefined) {
      ward.pause.set(forgetAgainAfter);
    } else if (!signal.aborted) {
      ward.failures += 1;
      ward.pause.set(retryPause(ward.failures, { isRefused: fault.isRefused, random }));
      this.#report(unit.name, ward, fault.message);
    }
    this.wake();
  }

  #report(unit: string, ward: Ward, fault: string): void {
    if (fault === ward.fault) {
      return;
    }
    ward.fault = fault;
    this.#notice("error", `not all objects of unit ${unit} could be deleted; it is tried again: ${fault}`);
  }

  /** Reports what belongs to no unit: the one that is removed is no longer known. */
  #notice(level: "note" | "error", message: string): void {
    this.#options.emit({ type: "notice", at: this.#options.clock.now(), level, message });
  }

  /** Reports whether a unit of another name has taken over its release. */
  #isTaken(left: OrphanedUnit): boolean {
    const release = this.#releaseOf(left);
    return this.#units.some((unit) => this.#releaseOf(unit) === release);
  }

  #releaseOf({ cluster, namespace, release }: ReleasePlace): string {
    const clusterName = typeof cluster === "object" ? cluster.name : cluster;
    return JSON.stringify([clusterName, namespace ?? this.#options.namespace, release]);
  }
}

function isPausing({ pause, removal }: Ward): boolean {
  return removal !== undefined || (pause.at !== undefined && !pause.isDue);
}
