/** Milliseconds after our last renewal that came back for which our view is considered complete. */
const observedFor = 6000;

/**
 * Tracks how far our view of the Leases can be trusted: our own renewals come back the same way as those of
 * the others, so nothing was missed up to the last one that came back. Times are milliseconds by our own
 * clock.
 */
export class LeaseFreshness {
  #sent: { readonly version: string; readonly at: number } | undefined;
  #seen = "";
  #seenUpTo = -Infinity;

  /** Records that a renewal sent at that time has produced that version of the Lease. */
  sent(version: string, at: number): void {
    this.#sent = { version, at };
    this.#compare();
  }

  /** Records that our Lease was observed at that version. */
  seen(version: string): void {
    this.#seen = version;
    this.#compare();
  }

  /** Whether the last renewal has not come back yet. */
  get isMissing(): boolean {
    return this.#sent !== undefined && this.#seenUpTo < this.#sent.at;
  }

  /** The time up to which nothing was missed. */
  get last(): number {
    return this.#seenUpTo;
  }

  /** Returns the time up to which the silence of others counts. */
  horizon(now: number): number {
    return now - this.#seenUpTo < observedFor ? now : this.#seenUpTo;
  }

  #compare(): void {
    if (this.#sent !== undefined && this.#sent.version === this.#seen) {
      this.#seenUpTo = Math.max(this.#seenUpTo, this.#sent.at);
    }
  }
}
