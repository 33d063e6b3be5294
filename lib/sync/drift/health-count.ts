import type { ReadinessState } from "../../status/readiness.ts";
import type { Health } from "../unit-state.ts";

/** As what an object is counted. */
export type Standing = keyof Health;

const standings: Readonly<Record<ReadinessState, Standing>> = {
  Current: "ready",
  InProgress: "progressing",
  Unknown: "progressing",
  Terminating: "progressing",
  Failed: "failed",
  NotFound: "missing",
};

/** How an object that is in that state is counted. */
export function standingOf(state: ReadinessState): Standing {
  return standings[state];
}

/** How many objects stand how. Complexity: O(1) for each change and each look. */
export class HealthCount {
  readonly #standings = new Map<string, Standing>();
  #counts: Health = { ready: 0, progressing: 0, failed: 0, missing: 0 };

  /** Counts an object; whether that has changed anything. */
  set(key: string, standing: Standing): boolean {
    const before = this.#standings.get(key);
    if (before === standing) {
      return false;
    }
    this.#standings.set(key, standing);
    const counts = { ...this.#counts };
    counts[standing] += 1;
    if (before !== undefined) {
      counts[before] -= 1;
    }
    this.#counts = counts;
    return true;
  }

  /** The counts at the moment. */
  get counts(): Health {
    return this.#counts;
  }
}
