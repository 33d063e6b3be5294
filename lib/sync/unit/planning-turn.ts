import type { Semaphore } from "../../async/locks.ts";
import type { UnitSources } from "../apply-engine.ts";

/**
 * The place of a run among those that are read and planned at a time. It is taken once the cluster has
 * answered: runs that wait for an unreachable server keep no others waiting.
 */
export class PlanningTurn {
  readonly #gate: Semaphore;
  readonly #signal: AbortSignal;
  /** Gives the place to the next run. */
  readonly leave = (): void => {
    this.#leave();
  };
  #leave: () => void = () => {};

  constructor(gate: Semaphore, signal: AbortSignal) {
    this.#gate = gate;
    this.#signal = signal;
  }

  /** Returns the same sources, which are read after a place was taken. */
  guard(sources: UnitSources): UnitSources {
    return {
      read: async (rendering) => {
        this.leave();
        this.#leave = await this.#gate.acquire(this.#signal);
        return sources.read(rendering);
      },
    };
  }
}
