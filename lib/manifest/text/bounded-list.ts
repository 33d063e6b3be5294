/**
 * Keeps the first items up to a limit and counts the rest: a hostile text of ten megabytes has millions of
 * faults, each of which would take more memory than the characters it speaks of. Items beyond the limit are
 * not even built.
 */
export class BoundedList<Item> {
  readonly #most: number;
  readonly #items: Item[] = [];
  #omitted = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The items that were kept, in the order in which they were added. */
  get items(): readonly Item[] {
    return this.#items;
  }

  /** How many were not kept. */
  get omitted(): number {
    return this.#omitted;
  }

  /** Keeps one more item, which is built only if there is room for it. */
  add(build: () => Item): void {
    if (this.#items.length < this.#most) {
      this.#items.push(build());
    } else {
      this.#omitted += 1;
    }
  }

  /** Keeps one more item whether there is room for it or not. */
  keep(item: Item): void {
    this.#items.push(item);
  }
}
