/** Wakes one who waits; rung while nobody waits, it wakes the next one at once. */
export class Wakeup {
  #isRung = false;
  #wake: (() => void) | undefined;

  /** Wakes. */
  notify(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Resolves when it is rung, or was since the last wait. */
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
