import { onAbort } from "../../async/abort.ts";
import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import type { Duration } from "../../object/duration.ts";
import { Lock } from "./lock.ts";
import { loadParent, type ReleaseLocation } from "./applyset-store.ts";

/**
 * The lock of a run that found nothing to write: it is taken only when something has to be written after all.
 */
export class LateLock {
  readonly #place: ReleaseLocation;
  readonly #record: ParentRecord;
  readonly #timeout: Duration;
  readonly #lost = new AbortController();
  #lock: Promise<Lock> | undefined;
  #isReleased = false;

  constructor(
    place: ReleaseLocation,
    { record, timeout }: { readonly record: ParentRecord; readonly timeout: Duration },
  ) {
    this.#place = place;
    this.#record = record;
    this.#timeout = timeout;
  }

  /** Aborts when the lock was taken and then lost. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Reports whether the lock was requested. */
  get isDemanded(): boolean {
    return this.#lock !== undefined;
  }

  /**
   * Takes the lock, once. Rejects if another run holds it for too long, or has changed the release since it
   * was observed, and after the end of the run.
   */
  async demand(): Promise<void> {
    if (this.#isReleased) {
      throw new Error("the run has ended");
    }
    this.#lock ??= this.#take();
    await this.#lock;
  }

  /** Releases the lock if it was taken, and does not let it be taken any more. */
  async release(): Promise<void> {
    this.#isReleased = true;
    const lock = await this.#lock?.catch(() => undefined);
    await lock?.release();
  }

  async #take(): Promise<Lock> {
    const lock = await Lock.acquire({ ...this.#place, timeout: this.#timeout });
    onAbort(lock.lost, () => {
      this.#lost.abort(lock.lost.reason);
    });
    const current = await loadParent(this.#place).catch(async (error: unknown) => {
      await lock.release();
      throw error;
    });
    if (current.resourceVersion !== this.#record.resourceVersion) {
      await lock.release();
      throw new Error("another run has changed the release meanwhile: apply again");
    }
    return lock;
  }
}
