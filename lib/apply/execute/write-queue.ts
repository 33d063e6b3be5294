import PQueue from "p-queue";

import { untilAbort } from "../../async/abort.ts";
import type { EffectContext, Task } from "../model/task.ts";

/** The number of slots lent at most, as a multiple of the concurrency. */
const mostLent = 4;

/** A task of the queue, identified by the object itself. */
type QueuedTask = Pick<Task, "operation">;

/**
 * Runs writes, so many at a time, in the order in which they were added. A write that rests before its next
 * attempt, because the server had too many requests or a webhook does not answer yet, lends its slot to
 * another one meanwhile. After its rest it waits for the next free slot, ahead of the writes that have not
 * started, so that attempts under way never exceed the concurrency. No more slots are lent than writes have
 * succeeded, so that a server that refuses everything is not sent the whole set.
 */
export class WriteQueue {
  /** Its concurrency is that of the writes plus the slots lent, which resting writes still occupy. */
  readonly #queue: PQueue;
  readonly #most: number;
  readonly #lenders = new Set<QueuedTask>();
  #succeeded = 0;

  constructor(concurrency: number) {
    this.#queue = new PQueue({ concurrency });
    this.#most = mostLent * concurrency;
  }

  /** Runs a task, which must not reject, once there is a slot. A wait for the cluster needs none. */
  add(task: QueuedTask, run: () => Promise<void>): void {
    void (task.operation === "wait" ? run() : this.#queue.add(async () => this.#runOne(task, run)));
  }

  /** The context of the effect of a task, which lends its slot while the effect rests. */
  lending(task: QueuedTask, acting: EffectContext): EffectContext {
    if (task.operation === "wait") {
      return acting;
    }
    return {
      ...acting,
      retry: (message, delay) => {
        acting.retry(message, delay);
        this.#lend(task, delay);
      },
      resume: async () => {
        await this.#resume(task, acting.signal);
      },
    };
  }

  /** Records that a write has succeeded. */
  recordSuccess(): void {
    this.#succeeded += 1;
  }

  async #runOne(task: QueuedTask, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } finally {
      // It may have been ended during its rest.
      this.#takeBack(task);
    }
  }

  #lend(task: QueuedTask, milliseconds: number): void {
    const isFull = this.#lenders.size >= Math.min(this.#most, this.#succeeded);
    if (milliseconds > 0 && !isFull && !this.#lenders.has(task)) {
      this.#lenders.add(task);
      this.#queue.concurrency += 1;
    }
  }

  /** Waits for a free slot, which replaces the one lent. */
  async #resume(task: QueuedTask, signal: AbortSignal): Promise<void> {
    if (!this.#lenders.has(task) || signal.aborted) {
      return;
    }
    const slot = this.#queue.add(() => this.#takeBack(task), { priority: 1 });
    // An abort ends the attempt, and with it the loan.
    await untilAbort(slot, signal).catch(() => {});
  }

  /** Ends the loan of a task, if it has lent its slot. */
  #takeBack(task: QueuedTask): void {
    if (this.#lenders.delete(task)) {
      this.#queue.concurrency -= 1;
    }
  }

  /** Resolves when no write is running or waiting for a slot. */
  async idle(): Promise<void> {
    return this.#queue.onIdle();
  }
}
