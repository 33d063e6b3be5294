import PQueue from "p-queue";

import type { Clock } from "../../async/clock.ts";
import type { EffectContext, Task } from "../model/task.ts";

/** The number of slots lent at most, as a multiple of the concurrency. */
const mostLent = 4;

/**
 * Runs writes, so many at a time, in the order in which they were added. A write that rests before its next
 * attempt, because the server had too many requests or a webhook does not answer yet, lends its slot to
 * another one meanwhile. No more slots are lent than writes have succeeded, so that a server that refuses
 * everything is not sent the whole set.
 */
export class WriteQueue {
  readonly #queue: PQueue;
  readonly #most: number;
  readonly #clock: Pick<Clock, "after">;
  readonly #rests = new Set<() => void>();
  #succeeded = 0;

  constructor(concurrency: number, clock: Pick<Clock, "after">) {
    this.#queue = new PQueue({ concurrency });
    this.#most = mostLent * concurrency;
    this.#clock = clock;
  }

  /** Runs a task, which must not reject, once there is a slot. A wait for the cluster needs none. */
  add({ operation }: Pick<Task, "operation">, run: () => Promise<void>): void {
    void (operation === "wait" ? run() : this.#queue.add(run));
  }

  /** The context of the effect of a task, which lends its slot while the effect rests. */
  lending({ operation }: Pick<Task, "operation">, acting: EffectContext): EffectContext {
    if (operation === "wait") {
      return acting;
    }
    return {
      ...acting,
      retry: (message, delay) => {
        acting.retry(message, delay);
        this.#lend(delay);
      },
    };
  }

  /** Records that a write has succeeded. */
  recordSuccess(): void {
    this.#succeeded += 1;
  }

  #lend(milliseconds: number): void {
    if (milliseconds <= 0 || this.#rests.size >= Math.min(this.#most, this.#succeeded)) {
      return;
    }
    const callOff = this.#clock.after(milliseconds, () => {
      this.#rests.delete(callOff);
      this.#queue.concurrency -= 1;
    });
    this.#rests.add(callOff);
    this.#queue.concurrency += 1;
  }

  /** Resolves when no write is running or waiting for a slot. */
  async idle(): Promise<void> {
    return this.#queue.onIdle();
  }

  /** Lends nothing more. */
  close(): void {
    for (const callOff of this.#rests) {
      callOff();
    }
    this.#rests.clear();
  }
}
