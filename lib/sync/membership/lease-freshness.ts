/** Milliseconds after our own last renewal came back during which what we see is taken for whole. */
const observedFor = 6000;

/**
 * How far what we see of the Leases can be trusted: our own renewals come back by the same way as those of
 * the others, so that up to the last one that came back nothing was missed. Times are milliseconds by our own
 * clock.
 */
export class LeaseFreshness {
  #sent: { readonly version: string; readonly at: number } | undefined;
  #seen = "";
  #seenUpTo = -Infinity;

  /** A renewal that was sent at a time has made the Lease that version. */
  sent(version: string, at: number): void {
    this.#sent = { version, at };
    this.#compare();
  }

  /** Our Lease was seen as that version. */
  seen(version: string): void {
    this.#seen = version;
    this.#compare();
  }

  /** Whether the last renewal has not come back. */
  get isMissing(): boolean {
    return this.#sent !== undefined && this.#seenUpTo < this.#sent.at;
  }

  /** Up to when nothing was missed. */
  get last(): number {
    return this.#seenUpTo;
  }

  /** Up to when the silence of others counts. */
  horizon(now: number): number {
    return now - this.#seenUpTo < observedFor ? now : this.#seenUpTo;
  }

  #compare(): void {
    if (this.#sent !== undefined && this.#sent.version === this.#seen) {
      this.#seenUpTo = Math.max(this.#seenUpTo, this.#sent.at);
    }
  }
}
