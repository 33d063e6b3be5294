import { type Adjacency, adjacency, type Arc, at } from "./adjacency.ts";

/**
 * The strongly connected components of a graph: for every node the number of its component, and the number of
 * members of each. A node in a component of its own is on no cycle (except perhaps an edge to itself).
 */
export interface StronglyConnectedComponents {
  readonly componentOf: Int32Array;
  readonly sizes: readonly number[];
}

/** Tarjan's algorithm with an explicit stack, so that no chain is too deep. Complexity: O(nodes + edges). */
export function tarjan(
  nodes: number,
  edges: readonly Arc[],
  outgoing: Adjacency,
): StronglyConnectedComponents {
  const walk = new TarjanWalk(nodes, edges, outgoing);
  for (let node = 0; node < nodes; node += 1) {
    walk.from(node);
  }
  return { componentOf: walk.componentOf, sizes: walk.sizes };
}

/**
 * Returns the strongly connected components of named nodes, most of them single names; names inside a
 * component are in their given order. A component comes after all components that it leads to. Targets that
 * are not among the names are ignored. Complexity: O(names + edges).
 */
export function componentsOf(
  names: Iterable<string>,
  leadsTo: (name: string) => readonly string[],
): readonly (readonly string[])[] {
  const numbers = new Map([...new Set(names)].map((name, number) => [name, number]));
  const edges = [...numbers].flatMap(([name, from]) =>
    leadsTo(name).flatMap((target) => {
      const to = numbers.get(target);
      return to === undefined ? [] : [{ from, to }];
    }),
  );
  const { componentOf, sizes } = tarjan(numbers.size, edges, adjacency(numbers.size, edges, "from"));
  const components = sizes.map((): string[] => []);
  for (const [name, number] of numbers) {
    components[at(componentOf, number)]?.push(name);
  }
  return components;
}

const unseen = -1;

class TarjanWalk {
  readonly componentOf: Int32Array;
  readonly sizes: number[] = [];
  readonly #edges: readonly Arc[];
  readonly #outgoing: Adjacency;
  readonly #order: Int32Array;
  readonly #low: Int32Array;
  /** The current position among the edges of each node. */
  readonly #cursor: Int32Array;
  readonly #open: number[] = [];
  readonly #path: number[] = [];
  #clock = 0;

  constructor(nodes: number, edges: readonly Arc[], outgoing: Adjacency) {
    this.#edges = edges;
    this.#outgoing = outgoing;
    this.componentOf = new Int32Array(nodes).fill(unseen);
    this.#order = new Int32Array(nodes).fill(unseen);
    this.#low = new Int32Array(nodes);
    this.#cursor = outgoing.starts.slice();
  }

  from(root: number): void {
    if (at(this.#order, root) !== unseen) {
      return;
    }
    this.#enter(root);
    for (let node = this.#path.at(-1); node !== undefined; node = this.#path.at(-1)) {
      if (at(this.#cursor, node) < at(this.#outgoing.starts, node + 1)) {
        this.#step(node);
      } else {
        this.#leave(node);
      }
    }
  }

  #enter(node: number): void {
    this.#order[node] = this.#clock;
    this.#low[node] = this.#clock;
    this.#clock += 1;
    this.#open.push(node);
    this.#path.push(node);
  }

  #step(node: number): void {
    const cursor = at(this.#cursor, node);
    this.#cursor[node] = cursor + 1;
    const next = this.#edges[at(this.#outgoing.edges, cursor)]?.to ?? node;
    if (at(this.#order, next) === unseen) {
      this.#enter(next);
    } else if (at(this.componentOf, next) === unseen) {
      this.#low[node] = Math.min(at(this.#low, node), at(this.#order, next));
    }
  }

  #leave(node: number): void {
    this.#path.pop();
    const parent = this.#path.at(-1);
    if (parent !== undefined) {
      this.#low[parent] = Math.min(at(this.#low, parent), at(this.#low, node));
    }
    if (at(this.#low, node) === at(this.#order, node)) {
      this.#close(node);
    }
  }

  #close(root: number): void {
    let size = 0;
    let member: number | undefined;
    do {
      member = this.#open.pop();
      if (member !== undefined) {
        this.componentOf[member] = this.sizes.length;
        size += 1;
      }
    } while (member !== undefined && member !== root);
    this.sizes.push(size);
  }
}
