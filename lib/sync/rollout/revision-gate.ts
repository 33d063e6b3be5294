import { Timer } from "../../async/timer.ts";
import type { Clock } from "../../async/clock.ts";
import { GitError, type GitRepository, type GitRevision } from "../../git/model/git-repository.ts";
import { type Admission, admitRevision, type Promotion, type RolloutWait } from "./admit-revision.ts";
import type { Rollout } from "./rollouts.ts";
import { day } from "./zoned-time.ts";

/** The revisions remembered of a unit. */
export interface RememberedRevisions {
  /** The revision that it has, or has begun to apply. */
  readonly current?: GitRevision;
  readonly promotion?: Promotion;
}

/** Dependencies of the gate of a unit. */
export interface RevisionGateOptions {
  readonly clock: Clock;
  readonly repository: Pick<GitRepository, "fetch">;
  /** Returns what the unit waits for; undefined if it gets each new revision at once. */
  readonly rollout: () => Rollout | undefined;
  /** Returns what the cluster knows of the unit, whichever replica keeps it. */
  readonly remembered: () => RememberedRevisions;
  /** Returns the request of a person to promote the newest revision, unless it was handled. */
  readonly promotionAsked: () => string | undefined;
  /** Called when the unit may have another revision than before. */
  readonly wake: () => void;
  /** Aborts when the unit is stopped. */
  readonly signal: AbortSignal;
}

/** The state of a unit as far as its gate knows it; undefined removes a field. */
export interface GatePatch {
  readonly waiting: RolloutWait | undefined;
  readonly promotion: Promotion | undefined;
  readonly handledPromotion?: string;
}

/** Revisions whose texts are remembered. */
const mostKnown = 10;

/** Lets a unit have a new revision only once it is its turn. */
export class RevisionGate {
  readonly #options: RevisionGateOptions;
  readonly #timer: Timer;
  readonly #known = new Map<string, GitRevision>();
  /** While the unit is kept here: what it has. */
  #memory: RememberedRevisions | undefined;
  #polls = 0;
  /** A request, and the number of polls when it was noticed: it is about what the next poll finds. */
  #asked: { readonly request: string; readonly polls: number } | undefined;
  #handled: string | undefined;
  #fetching: string | undefined;
  #fault: { readonly commit: string; readonly message: string } | undefined;

  constructor(options: RevisionGateOptions) {
    this.#options = options;
    this.#timer = new Timer(options.clock, options.wake);
  }

  /** The reason why the revision that the unit may have could not be fetched. */
  get fault(): string | undefined {
    return this.#fault?.message;
  }

  /** Begins to decide for a unit that is kept here from now on. */
  open(): void {
    this.#memory = this.#options.remembered();
    this.#notice();
  }

  /** Ends that. */
  close(): void {
    this.#memory = undefined;
    this.#asked = undefined;
    this.#fault = undefined;
    this.#timer.clear();
  }

  /** Records that git was polled successfully. Returns whether the unit may have another revision now. */
  polled(): boolean {
    const mayChange = this.#fault !== undefined || this.#options.rollout() !== undefined;
    this.#polls += 1;
    this.#fault = undefined;
    return mayChange;
  }

  /** Records that the unit begins to apply a revision: it keeps that whatever its ring and windows are. */
  begun(revision: GitRevision): void {
    if (this.#memory !== undefined) {
      this.#memory = { ...this.#memory, current: revision };
    }
  }

  /** Returns the revision that the unit may have, with its texts; undefined if there is none, or not yet. */
  revision(newest: GitRevision): GitRevision | undefined {
    this.#learn(newest);
    const { revision } = this.admit(newest);
    if (revision === undefined || revision.commit === newest.commit) {
      return revision && newest;
    }
    const known = this.#known.get(revision.commit);
    if (known === undefined) {
      void this.#fetch(revision);
    } else {
      // What the unit has is not displaced by newer commits that it waits for.
      this.#learn(known);
    }
    return known;
  }

  /** Returns the revision that the unit may have, whichever replica keeps it; its texts may be missing. */
  admit(newest: GitRevision): Admission {
    const rollout = this.#options.rollout();
    if (rollout === undefined) {
      return { revision: newest, promotion: undefined, wait: undefined, next: undefined };
    }
    this.#notice();
    const request = this.#dueRequest();
    const { current, promotion } = this.#memory ?? this.#options.remembered();
    const admission = admitRevision({
      ...rollout,
      now: this.#options.clock.now(),
      newest,
      current,
      promotion,
      isAsked: request !== undefined,
    });
    if (this.#memory !== undefined) {
      this.#memory = {
        ...(current === undefined ? {} : { current }),
        ...(admission.promotion === undefined ? {} : { promotion: admission.promotion }),
      };
      this.#handled = request ?? this.#handled;
    }
    return admission;
  }

  /** Decides, and returns the part of the state of the unit that follows. */
  patch(newest: GitRevision): GatePatch {
    const { wait, promotion, next } = this.admit(newest);
    this.#timer.clear();
    if (next !== undefined) {
      // Timers are not made for months.
      this.#timer.set(Math.min(Math.max(next - this.#options.clock.now(), 1), day));
    }
    return {
      waiting: wait,
      promotion,
      ...(this.#handled === undefined ? {} : { handledPromotion: this.#handled }),
    };
  }

  #notice(): void {
    const request = this.#options.promotionAsked();
    if (request === undefined || request === this.#handled) {
      this.#asked = undefined;
    } else if (this.#asked?.request !== request) {
      this.#asked = { request, polls: this.#polls };
    }
  }

  #dueRequest(): string | undefined {
    const asked = this.#asked;
    return this.#memory !== undefined && asked !== undefined && this.#polls > asked.polls
      ? asked.request
      : undefined;
  }

  #learn(revision: GitRevision): void {
    this.#known.delete(revision.commit);
    this.#known.set(revision.commit, revision);
    for (const old of [...this.#known.keys()].slice(0, -mostKnown)) {
      this.#known.delete(old);
    }
  }

  /** Fetches and verifies a revision that only the cluster knows. Rejects only for bugs. */
  async #fetch({ commit, ref, tag }: GitRevision): Promise<void> {
    if (this.#fetching !== undefined || this.#fault?.commit === commit) {
      return;
    }
    const { repository, signal, wake } = this.#options;
    this.#fetching = commit;
    try {
      const head = { commit, ref, ...(tag === undefined ? {} : { tag }) };
      this.#learn(await repository.fetch(head, signal));
    } catch (error) {
      if (!(error instanceof GitError) && !signal.aborted) {
        throw error;
      }
      this.#fault = error instanceof GitError ? { commit, message: error.message } : undefined;
    } finally {
      this.#fetching = undefined;
    }
    if (!signal.aborted) {
      wake();
    }
  }
}
