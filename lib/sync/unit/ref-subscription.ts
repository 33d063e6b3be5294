import type { GitRevision } from "../../git/model/git-repository.ts";
import type { StatePatch } from "./unit-state-publisher.ts";
import type { UnitLoopFacts } from "./unit-reconciler-options.ts";

/**
 * How a unit attends to git: it follows its lookout while it is kept, and takes nothing for new that was seen
 * before.
 */
export class RefSubscription {
  readonly #facts: UnitLoopFacts;
  readonly #ring: () => void;
  #leave: (() => void) | undefined;
  /**
   * A look has gone well since it attends: what was seen before may be older than what another replica has
   * applied.
   */
  #isFresh = false;
  #fault: string | undefined;
  #observed: string | undefined;

  /** `ring` is called when there may be something new. */
  constructor(facts: UnitLoopFacts, ring: () => void) {
    this.#facts = facts;
    this.#ring = ring;
  }

  /** What git has; undefined where it was not seen yet. */
  get revision(): GitRevision | undefined {
    return this.#isFresh ? this.#facts.watcher.revision : undefined;
  }

  /** Why git could not be had; undefined where it could. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Follows from now on, if it does not yet. */
  subscribe(): void {
    if (this.#leave !== undefined) {
      return;
    }
    const { clock, emit, watcher, unit } = this.#facts;
    this.#leave = watcher.follow({
      interval: unit.interval,
      emit: (look) => {
        this.#isFresh ||= !look.failed;
        emit({ type: "looked", at: clock.now(), unit: unit.name, ...look });
        this.#ring();
      },
    });
    watcher.poll();
  }

  /** Follows no more. */
  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
    this.#isFresh = false;
    this.#fault = undefined;
  }

  /** Tells what is new, and gives what it says of the unit. */
  patch(): StatePatch {
    const { clock, emit, watcher, unit } = this.#facts;
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
