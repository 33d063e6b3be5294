/** The uids of owners whose dependents are watched. More may be added while a watch runs. */
export class OwnerSet implements Iterable<string> {
  readonly #uids = new Set<string>();
  readonly #listeners = new Set<(uid: string) => void>();

  /** Adds an owner. */
  add(uid: string): void {
    if (!this.#uids.has(uid)) {
      this.#uids.add(uid);
      for (const listener of this.#listeners) {
        listener(uid);
      }
    }
  }

  /** Reports whether it contains an owner. */
  has(uid: string): boolean {
    return this.#uids.has(uid);
  }

  /** Calls back for each owner that is added; the returned function unsubscribes. */
  onAdd(listener: (uid: string) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#uids[Symbol.iterator]();
  }
}
