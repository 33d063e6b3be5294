import type { GitRevision } from "../../git/model/git-repository.ts";
import type { StatePatch } from "./unit-state-publisher.ts";
import type { UnitReconcilerOptions } from "./unit-reconciler-options.ts";

/**
 * The subscription of a unit to its ref: it follows the watcher while the unit is kept here, and ignores what
 * that has seen before.
 */
export class RefSubscription {
  readonly #options: UnitReconcilerOptions;
  readonly #wake: () => void;
  #leave: (() => void) | undefined;
  /**
   * Whether a poll has succeeded since it subscribed: what was seen before may be older than what another
   * replica has applied.
   */
  #isFresh = false;
  #fault: string | undefined;
  #observed: string | undefined;

  /** `ring` is called when there may be something new. */
  constructor(options: UnitReconcilerOptions, wake: () => void) {
    this.#options = options;
    this.#wake = wake;
  }

  /** The revision that git has; undefined if it was not seen yet. */
  get revision(): GitRevision | undefined {
    return this.#isFresh ? this.#options.watcher.revision : undefined;
  }

  /** The error of the source; undefined if it could be fetched. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Subscribes, unless it already has. */
  subscribe(): void {
    if (this.#leave !== undefined) {
      return;
    }
    const { clock, emit, watcher, unit } = this.#options;
    this.#leave = watcher.follow({
      interval: unit.interval,
      emit: (look) => {
        this.#isFresh ||= !look.failed;
        emit({ type: "looked", at: clock.now(), unit: unit.name, ...look });
        this.#wake();
      },
    });
    watcher.poll();
  }

  /** Unsubscribes. */
  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
    this.#isFresh = false;
    this.#fault = undefined;
  }

  /** Emits what is new, and returns its part of the state of the unit. */
  patch(): StatePatch {
    const { clock, emit, watcher, unit } = this.#options;
    const { revision } = this;
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
    return { sourceFault: fault, ...(revision === undefined ? {} : { observed: revision }) };
  }
}
