import { backoff, jitter, Wakeup } from "../../async/timer.ts";
import type { Clock, Random } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import {
  GitError,
  type GitRepository,
  type GitRevision,
  type GitStore,
} from "../../git/model/git-repository.ts";
import type { GitSource } from "../../git/model/git-source.ts";

/** Options of a ref watcher. */
interface RefWatcherOptions {
  readonly repository: GitRepository;
  readonly clock: Clock;
  readonly random: Random;
  /** Ends the watcher. */
  readonly signal: AbortSignal;
}

/** A follower of the ref, with its polling interval. */
interface RefListener {
  readonly interval: Duration;
  /** Called after each poll. */
  readonly emit: (look: PollResult) => void;
}

/** The outcome of one poll of the repository. */
interface PollResult {
  readonly took: Duration;
  readonly failed: boolean;
  /** Whether the revision or the error differs from that of the poll before. */
  readonly isNews: boolean;
}

/**
 * Milliseconds: however short the interval, an unreachable server is polled no more often than this after
 * some failures. It is not much longer than usual intervals, so that a server that is back is not left alone
 * for longer than when it worked.
 */
const longestPause = 15_000;

/**
 * Polls within `burst` milliseconds, from which on the next one waits: a thousand units may ask for one each.
 */
const manyPolls = 3;
const burst = 1000;

/**
 * Polls one ref of a repository for all units that follow it: they learn of a commit at the same moment. The
 * revision of the last successful poll remains known whatever the server says later.
 */
export class RefWatcher {
  readonly #options: RefWatcherOptions;
  readonly #followers = new Set<RefListener>();
  readonly #wakeup = new Wakeup();
  #revision: GitRevision | undefined;
  #fault: GitError | undefined;
  #failures = 0;
  #isLooking = false;
  /** When the latest polls began. */
  #polledAt: readonly number[] = [];

  constructor(options: RefWatcherOptions) {
    this.#options = options;
    options.signal.addEventListener("abort", () => {
      this.#wakeup.notify();
    });
  }

  /** The revision at the last successful poll. */
  get revision(): GitRevision | undefined {
    return this.#revision;
  }

  /** The error of the last poll, if it failed. */
  get fault(): GitError | undefined {
    return this.#fault;
  }

  /** Polls for this follower too, the first time at once; the returned function unsubscribes. */
  follow(follower: RefListener): () => void {
    this.#followers.add(follower);
    // A pause that has begun may be longer than this follower's interval.
    this.#wakeup.notify();
    if (!this.#isLooking) {
      this.#isLooking = true;
      void this.#pollForever();
    }
    return () => {
      this.#followers.delete(follower);
      this.#wakeup.notify();
    };
  }

  /** Polls at once, on a notification that there is something new. */
  poll(): void {
    this.#failures = 0;
    this.#wakeup.notify();
  }

  async #pollForever(): Promise<void> {
    const { signal } = this.#options;
    while (this.#followers.size > 0 && !signal.aborted) {
      await this.#pollOnce();
      await this.#rest();
    }
    this.#isLooking = false;
  }

  async #rest(): Promise<void> {
    const { clock, signal } = this.#options;
    if (signal.aborted || this.#followers.size === 0) {
      return;
    }
    const callOff = clock.after(this.#pause(), () => {
      this.#wakeup.notify();
    });
    await this.#wakeup.wait();
    callOff();
    await this.#slowDown();
  }

  async #slowDown(): Promise<void> {
    const { clock, signal } = this.#options;
    const [oldest = -Infinity] = this.#polledAt.slice(-manyPolls);
    const wait = oldest + burst - clock.now();
    if (this.#polledAt.length >= manyPolls && wait > 0) {
      // An aborted signal ends the loop.
      await clock.sleep(Math.min(wait, burst), signal).catch(() => {});
    }
  }

  /**
   * Returns the shortest interval asked for, extended with each failure and jittered, so that many watchers
   * do not poll at once.
   */
  #pause(): Duration {
    const interval = Math.min(...[...this.#followers].map((follower) => follower.interval));
    const delays = { first: interval, longest: Math.max(interval, longestPause) };
    return jitter(backoff(Math.max(this.#failures, 1), delays), [0.9, 0.1], this.#options.random);
  }

  async #pollOnce(): Promise<void> {
    const { clock, signal } = this.#options;
    const began = clock.now();
    this.#polledAt = [...this.#polledAt, began].slice(-manyPolls);
    const before = { revision: this.#revision, error: this.#fault?.message };
    await this.#look();
    if (signal.aborted) {
      return;
    }
    const look = {
      took: Math.max(clock.now() - began, 0),
      failed: this.#fault !== undefined,
      isNews: before.revision !== this.#revision || before.error !== this.#fault?.message,
    };
    for (const { emit } of this.#followers) {
      emit(look);
    }
  }

  /** Looks up the ref, and fetches its revision if that is new. */
  async #look(): Promise<void> {
    const { repository, signal } = this.#options;
    try {
      const head = await repository.look(signal);
      const isSame = head.commit === this.#revision?.commit && head.ref === this.#revision.ref;
      this.#revision = isSame ? this.#revision : await repository.fetch(head, signal);
      this.#fault = undefined;
      this.#failures = 0;
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      if (!(error instanceof GitError)) {
        throw error;
      }
      this.#fault = error;
      this.#failures += 1;
    }
  }
}

/** Options of the ref watchers. */
interface RefWatchersOptions {
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
