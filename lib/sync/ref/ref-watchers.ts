import type { Clock, Random } from "../../async/clock.ts";
import type { GitStore } from "../../git/model/git-repository.ts";
import type { GitSource } from "../../git/model/git-source.ts";
import { RefWatcher } from "./ref-watcher.ts";

/** What lookouts need. */
export interface RefWatchersOptions {
  readonly store: GitStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** The lookouts of all units: one for each ref of each repository, however many units follow it. */
export class RefWatchers {
  readonly #facts: RefWatchersOptions;
  readonly #watchers = new Map<string, RefWatcher>();

  constructor(facts: RefWatchersOptions) {
    this.#facts = facts;
  }

  /** The lookout over what a source follows. */
  over(source: GitSource): RefWatcher {
    const key = JSON.stringify({ ...source, path: "" });
    const known = this.#watchers.get(key);
    if (known !== undefined) {
      return known;
    }
    const watcher = new RefWatcher({ ...this.#facts, repository: this.#facts.store.open(source) });
    this.#watchers.set(key, watcher);
    return watcher;
  }
}
