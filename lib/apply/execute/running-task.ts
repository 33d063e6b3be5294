import { type Duration, formatDuration } from "../../object/duration.ts";
import type { Readiness } from "../../readiness/readiness.ts";
import type { EffectResult, Observation } from "../model/task.ts";
import type { TaskContext } from "../model/run-context.ts";

/** Milliseconds that a write under way has left when the run is stopped. */
const grace = 5000;

/** A task from its first attempt to its end. */
export class RunningTask {
  readonly startedAt: number;
  /** What its effect did, once it is done. */
  acted: EffectResult | undefined;
  readonly #abort = new AbortController();
  readonly #clock: TaskContext["clock"];
  #stopClock: () => void;
  #stopQuiet: (() => void) | undefined;
  #restartQuiet: (() => void) | undefined;
  #stopFollowing: (() => void) | undefined;
  #readiness: Readiness | undefined;
  #lastRetry: string | undefined;
  #hasEnded = false;

  /** `expire` hears how long it had: `5m`. */
  constructor({ clock }: TaskContext, timeout: Duration, expire: (time: string) => void) {
    this.#clock = clock;
    this.startedAt = clock.now();
    this.#stopClock = clock.after(timeout, () => {
      expire(formatDuration(timeout));
    });
  }

  /** Aborts when the task has ended before its effect has. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Takes what stops the following; at once, where the task has ended meanwhile. */
  following(stop: () => void): void {
    this.#stopFollowing = stop;
    if (this.#hasEnded) {
      stop();
    }
  }

  /** From now on it may not be so long, in milliseconds, that nothing changes about it. */
  expectProgress(limit: Duration | undefined, expire: (reason: string) => void): void {
    if (limit !== undefined) {
      this.#restartQuiet = () => {
        this.#stopQuiet?.();
        this.#stopQuiet = this.#clock.after(limit, () => {
          expire(`nothing about it has changed for ${formatDuration(limit)}`);
        });
      };
      this.#restartQuiet();
    }
  }

  /** Its write has been refused at least once and is tried again. */
  get isRetrying(): boolean {
    return this.#lastRetry !== undefined;
  }

  /** The write under way may end, but has no more time than that. */
  endSoon(expire: () => void): void {
    this.#stopClock();
    this.#stopClock = this.#clock.after(grace, expire);
  }

  /** An attempt has failed and is tried again. */
  retries(message: string): void {
    this.#lastRetry = message;
  }

  /** Takes in what was seen, and tells whether its readiness is news. */
  sees({ readiness, byTime }: Extract<Observation, { readonly type: "readiness" }>): boolean {
    const before = this.#readiness;
    this.#readiness = readiness;
    const isChanged = before?.message !== readiness.message || before.state !== readiness.state;
    if (isChanged || byTime !== true) {
      this.#restartQuiet?.();
    }
    return isChanged;
  }

  /** The reason with what was last heard of the object. */
  withLastMessage(reason: string): string {
    const last = this.#readiness?.message ?? this.#lastRetry ?? "";
    return last === "" ? reason : `${reason}: ${last}`;
  }

  /** Nothing more is waited for. */
  end(): void {
    this.#hasEnded = true;
    this.#stopClock();
    this.#stopQuiet?.();
    this.#stopFollowing?.();
    if (this.acted === undefined) {
      this.#abort.abort(new Error("its time is over"));
    }
  }
}
