import type { Clock, Random } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import { GitError, type GitRepository, type GitRevision } from "../../git/model/git-repository.ts";
import { Wakeup } from "../../async/wakeup.ts";

/** What a lookout needs. */
export interface RefWatcherOptions {
  readonly repository: GitRepository;
  readonly clock: Clock;
  readonly random: Random;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Who wants to know, and how soon. */
export interface RefListener {
  readonly interval: Duration;
  /** A look has ended. */
  readonly emit: (look: PollResult) => void;
}

/** A look at git. */
export interface PollResult {
  readonly took: Duration;
  readonly failed: boolean;
}

/**
 * Milliseconds: however short the interval, a server that is away is asked no more often than that after some
 * failures. It is not much longer than usual intervals, so that a server that is back is not left alone for
 * longer than when it worked.
 */
const longestPause = 15_000;

/**
 * Looks at one ref of a repository again and again, for all units that follow it: they hear of a commit at
 * the same moment. What was there at the last good look stays known whatever the server says later.
 */
export class RefWatcher {
  readonly #facts: RefWatcherOptions;
  readonly #followers = new Set<RefListener>();
  readonly #wakeup = new Wakeup();
  #revision: GitRevision | undefined;
  #fault: GitError | undefined;
  #failures = 0;
  #isLooking = false;

  constructor(facts: RefWatcherOptions) {
    this.#facts = facts;
    facts.signal.addEventListener("abort", () => {
      this.#wakeup.notify();
    });
  }

  /** What was there at the last look that went well. */
  get revision(): GitRevision | undefined {
    return this.#revision;
  }

  /** Why the last look did not go well. */
  get fault(): GitError | undefined {
    return this.#fault;
  }

  /** Looks for that one too, the first time at once; the function given back ends that. */
  follow(follower: RefListener): () => void {
    this.#followers.add(follower);
    // Who is at rest may have been told to rest longer than this one wants.
    this.#wakeup.notify();
    if (!this.#isLooking) {
      this.#isLooking = true;
      void this.#lookOn();
    }
    return () => {
      this.#followers.delete(follower);
      this.#wakeup.notify();
    };
  }

  /** Looks at once: somebody has said that there is something new. */
  poll(): void {
    this.#failures = 0;
    this.#wakeup.notify();
  }

  async #lookOn(): Promise<void> {
    const { signal } = this.#facts;
    while (this.#followers.size > 0 && !signal.aborted) {
      await this.#lookOnce();
      await this.#rest();
    }
    this.#isLooking = false;
  }

  async #rest(): Promise<void> {
    const { clock, signal } = this.#facts;
    if (signal.aborted || this.#followers.size === 0) {
      return;
    }
    const callOff = clock.after(this.#pause(), () => {
      this.#wakeup.notify();
    });
    await this.#wakeup.wait();
    callOff();
  }

  /**
   * The shortest interval that is asked for, and more with each failure; never quite the same, so that many
   * do not ask at once.
   */
  #pause(): Duration {
    const interval = Math.min(...[...this.#followers].map((follower) => follower.interval));
    const grown = interval * 2 ** Math.min(Math.max(this.#failures - 1, 0), 10);
    const pause = Math.min(grown, Math.max(interval, longestPause));
    return pause * (0.9 + 0.1 * this.#facts.random());
  }

  async #lookOnce(): Promise<void> {
    const { clock, repository, signal } = this.#facts;
    const began = clock.now();
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
    const look = { took: Math.max(clock.now() - began, 0), failed: this.#fault !== undefined };
    for (const { emit } of this.#followers) {
      emit(look);
    }
  }
}
