import type { Clock, Random } from "../../async/clock.ts";
import type { GitStore } from "../../git/model/git-repository.ts";
import type { GitSource } from "../../git/model/git-source.ts";
import { RefWatcher } from "./ref-watcher.ts";

/** Options of the ref watchers. */
export interface RefWatchersOptions {
  readonly store: GitStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** The ref watchers of all units: one for each ref of each repository, however many units follow it. */
export class RefWatchers {
  readonly #options: RefWatchersOptions;
  readonly #watchers = new Map<string, RefWatcher>();

  constructor(options: RefWatchersOptions) {
    this.#options = options;
  }

  /** Returns the watcher of the ref that a source follows. */
  over(source: GitSource): RefWatcher {
    const key = JSON.stringify({ ...source, path: "" });
    const known = this.#watchers.get(key);
    if (known !== undefined) {
      return known;
    }
    const watcher = new RefWatcher({ ...this.#options, repository: this.#options.store.open(source) });
    this.#watchers.set(key, watcher);
    return watcher;
  }
}
