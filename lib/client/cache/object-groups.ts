/** Keys of objects by the group that each is in, such as the value of a label. */
export class ObjectGroups {
  readonly #groupOf = new Map<string, string>();
  readonly #keysOf = new Map<string, Set<string>>();

  /** The group of an object; undefined if it is in none. */
  groupOf(key: string): string | undefined {
    return this.#groupOf.get(key);
  }

  /** The keys of a group, in the order in which they came. */
  keysOf(group: string): Iterable<string> {
    return this.#keysOf.get(group) ?? [];
  }

  /** Moves an object into a group, or out of all. */
  move(key: string, group: string | undefined): void {
    const before = this.#groupOf.get(key);
    if (before === group) {
      return;
    }
    if (before !== undefined) {
      this.#leave(key, before);
    }
    if (group !== undefined) {
      this.#groupOf.set(key, group);
      const keys = this.#keysOf.get(group) ?? new Set();
      this.#keysOf.set(group, keys.add(key));
    }
  }

  /** Lists all groups that have objects. */
  groups(): readonly string[] {
    return [...this.#keysOf.keys()];
  }

  #leave(key: string, group: string): void {
    this.#groupOf.delete(key);
    const keys = this.#keysOf.get(group);
    keys?.delete(key);
    if (keys?.size === 0) {
      this.#keysOf.delete(group);
    }
  }
}
