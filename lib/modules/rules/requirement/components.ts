/** A frame of the traversal stack: a name, its targets, and the number of targets followed so far. */
interface Step {
  readonly name: string;
  readonly targets: readonly string[];
  cursor: number;
}

/**
 * Returns the strongly connected components of the names, most of them single names. A component comes after
 * all components that it leads to. Targets that are not among the names are ignored. Tarjan's algorithm with
 * an explicit stack, so that no chain is too deep: O(names + edges).
 */
export function componentsOf(
  names: Iterable<string>,
  leadsTo: (name: string) => readonly string[],
): readonly (readonly string[])[] {
  const walk = new ComponentWalk(new Set(names), leadsTo);
  return walk.components();
}

class ComponentWalk {
  readonly #names: ReadonlySet<string>;
  readonly #leadsTo: (name: string) => readonly string[];
  readonly #order = new Map<string, number>();
  readonly #low = new Map<string, number>();
  readonly #open: string[] = [];
  readonly #isOpen = new Set<string>();
  readonly #path: Step[] = [];
  readonly #components: string[][] = [];

  constructor(names: ReadonlySet<string>, leadsTo: (name: string) => readonly string[]) {
    this.#names = names;
    this.#leadsTo = leadsTo;
  }

  components(): readonly (readonly string[])[] {
    for (const name of this.#names) {
      if (!this.#order.has(name)) {
        this.#from(name);
      }
    }
    return this.#components;
  }

  #from(root: string): void {
    this.#enter(root);
    for (let step = this.#path.at(-1); step !== undefined; step = this.#path.at(-1)) {
      const next = step.targets[step.cursor];
      step.cursor += 1;
      if (next === undefined) {
        this.#leave(step.name);
      } else if (!this.#order.has(next)) {
        this.#enter(next);
      } else if (this.#isOpen.has(next)) {
        this.#lower(step.name, this.#order.get(next));
      }
    }
  }

  #enter(name: string): void {
    this.#low.set(name, this.#order.size);
    this.#order.set(name, this.#order.size);
    this.#open.push(name);
    this.#isOpen.add(name);
    const targets = this.#leadsTo(name).filter((target) => this.#names.has(target));
    this.#path.push({ name, targets, cursor: 0 });
  }

  #leave(name: string): void {
    this.#path.pop();
    const low = this.#low.get(name);
    const above = this.#path.at(-1);
    if (above !== undefined) {
      this.#lower(above.name, low);
    }
    if (low === this.#order.get(name)) {
      const component = this.#open.splice(this.#open.lastIndexOf(name));
      for (const member of component) {
        this.#isOpen.delete(member);
      }
      this.#components.push(component);
    }
  }

  #lower(name: string, order = Infinity): void {
    this.#low.set(name, Math.min(this.#low.get(name) ?? Infinity, order));
  }
}
