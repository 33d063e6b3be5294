import type { GitRevision } from "../../git/model/git-repository.ts";
import type { StatePatch } from "./unit-state-publisher.ts";
import type { RevisionGate } from "../rollout/revision-gate.ts";
import { type GateSurroundings, openGate } from "./unit-gate.ts";
import type { UnitState } from "./unit-state.ts";
import type { UnitReconcilerOptions } from "./unit-reconciler-options.ts";

/**
 * The subscription of a unit to its ref: it follows the watcher while the unit is kept here, and ignores what
 * that has seen before.
 */
export class RefSubscription {
  readonly #options: UnitReconcilerOptions;
  readonly #gate: RevisionGate;
  readonly #wake: () => void;
  #leave: (() => void) | undefined;
  /**
   * Whether a poll has succeeded since it subscribed: what was seen before may be older than what another
   * replica has applied.
   */
  #isFresh = false;
  #fault: string | undefined;
  #observed: string | undefined;

  constructor(options: UnitReconcilerOptions, surroundings: GateSurroundings) {
    this.#options = options;
    this.#gate = openGate(options, surroundings);
    this.#wake = surroundings.wake;
  }

  /** The newest revision that the unit may have; undefined if there is none, or it was not seen yet. */
  get revision(): GitRevision | undefined {
    const newest = this.#newest();
    return newest && this.#gate.revision(newest);
  }

  /** The error of the source; undefined if it could be fetched. */
  get fault(): string | undefined {
    return this.#fault ?? this.#gate.fault;
  }

  /**
   * The revision that the unit may have by now, or else the one that git has, as far as this replica knows
   * that; whichever replica keeps the unit.
   */
  get wanted(): GitRevision | undefined {
    const { revision } = this.#options.watcher;
    return revision && (this.#gate.admit(revision).revision ?? revision);
  }

  /** Returns the state of the unit in a single pass: it has not ended if its turn has just come. */
  passState(state: UnitState): UnitState {
    const { revision } = this.#options.watcher;
    const admitted = state.waiting && revision && this.#gate.admit(revision).revision;
    // A run that begins for it is recorded before the phase changes.
    const has = state.phase === "Blocked" ? state.applied : (state.pendingPlan ?? state.attempted);
    const isDue = admitted !== undefined && admitted.commit !== has?.commit;
    return isDue ? { ...state, phase: "Pending" } : state;
  }

  /** Records that the unit begins to apply a revision. */
  begun(revision: GitRevision): void {
    this.#gate.begun(revision);
  }

  #newest(): GitRevision | undefined {
    return this.#isFresh ? this.#options.watcher.revision : undefined;
  }

  /** Subscribes, unless it already has. */
  subscribe(): void {
    if (this.#leave !== undefined) {
      return;
    }
    const { clock, emit, watcher, unit } = this.#options;
    this.#gate.open();
    this.#leave = watcher.follow({
      interval: unit.interval,
      emit: ({ took, failed, isNews }) => {
        const isFirst = !this.#isFresh && !failed;
        this.#isFresh ||= isFirst;
        const concernsGate = !failed && this.#gate.polled();
        emit({ type: "looked", at: clock.now(), unit: unit.name, took, failed });
        // A thousand units may follow the ref, and most polls find nothing new.
        if (isFirst || isNews || concernsGate) {
          this.#wake();
        }
      },
    });
    watcher.poll();
  }

  /** Unsubscribes. */
  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
    this.#gate.close();
    this.#isFresh = false;
    this.#fault = undefined;
  }

  /** Emits what is new, and returns its part of the state of the unit. */
  patch(): StatePatch {
    const { clock, emit, watcher, unit } = this.#options;
    const revision = this.#newest();
    const fault = watcher.fault?.message;
    const at = clock.now();
    if (fault !== this.#fault) {
      this.#fault = fault;
      emit(
        fault === undefined
          ? { type: "sourceBack", at, unit: unit.name }
          : { type: "sourceFailed", at, unit: unit.name, message: fault },
      );
    }
    if (revision !== undefined && revision.commit !== this.#observed) {
      this.#observed = revision.commit;
      emit({ type: "revision", at, unit: unit.name, revision });
    }
    return {
      sourceFault: fault,
      ...(revision === undefined ? {} : { observed: revision, ...this.#gate.patch(revision) }),
    };
  }
}
