import type { ReadinessState } from "../../readiness/readiness.ts";
import type { Health } from "../unit/unit-state.ts";

/** The category in which an object is counted. */
export type HealthStatus = keyof Health;

const healthByState: Readonly<Record<ReadinessState, HealthStatus>> = {
  Current: "ready",
  Suspended: "suspended",
  InProgress: "progressing",
  Unknown: "progressing",
  Terminating: "progressing",
  Failed: "failed",
  NotFound: "missing",
};

/** Returns the category of an object in that state. */
export function healthOf(state: ReadinessState): HealthStatus {
  return healthByState[state];
}

/** Counts objects by health. Complexity: O(1) for each change and each read. */
export class HealthCount {
  readonly #healthByState = new Map<string, HealthStatus>();
  #counts: Health = { ready: 0, progressing: 0, suspended: 0, failed: 0, missing: 0 };

  /** Counts an object, and reports whether that has changed anything. */
  set(key: string, health: HealthStatus): boolean {
    const before = this.#healthByState.get(key);
    if (before === health) {
      return false;
    }
    this.#healthByState.set(key, health);
    const counts = { ...this.#counts };
    counts[health] += 1;
    if (before !== undefined) {
      counts[before] -= 1;
    }
    this.#counts = counts;
    return true;
  }

  /** The current counts. */
  get counts(): Health {
    return this.#counts;
  }
}
