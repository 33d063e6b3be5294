/** Wakes one waiter; if there is none, the next wait resolves at once. */
export class Wakeup {
  #isRung = false;
  #wake: (() => void) | undefined;

  /** Wakes the waiter. */
  notify(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Resolves when notified, or at once if notified since the last wait. */
  async wait(): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#wake = undefined;
    this.#isRung = false;
  }
}
