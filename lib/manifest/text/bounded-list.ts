/**
 * Keeps the first items up to a limit and counts the rest: a hostile text of ten megabytes has millions of
 * faults, each of which would take more memory than the characters it is about. Items beyond the limit are
 * not even built.
 */
export class BoundedList<Item> {
  readonly #most: number;
  readonly #items: Item[] = [];
  #omitted = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The items kept, in the order in which they were added. */
  get items(): readonly Item[] {
    return this.#items;
  }

  /** The number of items not kept. */
  get omitted(): number {
    return this.#omitted;
  }

  /** Adds an item, which is built only if the limit is not reached. */
  add(build: () => Item): void {
    if (this.#items.length < this.#most) {
      this.#items.push(build());
    } else {
      this.#omitted += 1;
    }
  }

  /** Adds an item even if the limit is reached. */
  keep(item: Item): void {
    this.#items.push(item);
  }
}
