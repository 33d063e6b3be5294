import { BugError } from "../object/bug-error.ts";
import { adjacency, type Adjacency, at, edgesOf } from "./adjacency.ts";
import type { Edge } from "./edge.ts";
import type { OrderNode } from "./order-node.ts";
import { layOutSlots, type SlotPlan } from "./slots.ts";
import { isBinding, strengthOf } from "./strength.ts";
import { dependenciesFirst } from "./topological.ts";

/** Where every node stands: its slot, and what moved it there. */
export interface Placement {
  readonly slotPlan: SlotPlan;
  /** Nodes, each after all it waits for. */
  readonly order: Int32Array;
  readonly placeOf: Int32Array;
  /** The node that needed it elsewhere than at home, or -1. */
  readonly movedFor: Int32Array;
  /** Edges that hold: the target stands no later than the one that waits. */
  readonly edges: readonly Edge[];
  /** Implicit edges that a written place contradicts. */
  readonly givenUp: readonly Edge[];
  /** Namespaces and definitions taken from their written place, with the edge that needed it. */
  readonly lifted: readonly Edge[];
  /** Written edges that a written place contradicts, as ways from the earlier node to the later one. */
  readonly contradictions: readonly (readonly Edge[])[];
}

/** An acyclic graph of nodes to be placed. */
export interface PlacementRequest {
  readonly nodes: readonly OrderNode[];
  readonly edges: readonly Edge[];
  /** Whether an implicit edge may pull the node ahead: it runs no pods. */
  readonly mayPull: (node: number) => boolean;
}

/**
 * Gives every node its slot.
 *
 * An object with a place of its own words stays there. One without goes where binding edges need it: ahead to the
 * earliest that waits for it, or back behind the latest that it waits for. Implicit edges pull only what runs no
 * pods, and send nothing back; where they cannot be met they are given up.
 *
 * Complexity: O(nodes + edges): five passes over the graph.
 */
export function placeNodes(request: PlacementRequest): Placement {
  const passes = new PlacementPasses(request);
  passes.lift();
  passes.findFloors();
  passes.settle();
  passes.settleWithoutHome();
  return passes.result();
}

const nowhere = -1;

class PlacementPasses {
  readonly #request: PlacementRequest;
  readonly #plan: SlotPlan;
  readonly #order: Int32Array;
  readonly #needs: Adjacency;
  readonly #users: Adjacency;
  readonly #lifted: Edge[] = [];
  readonly #contradictions: (readonly Edge[])[] = [];
  /** The earliest place that what a node needs in writing allows, and the edge that says so. */
  readonly #floor: Int32Array;
  readonly #floorBy: Int32Array;
  readonly #place: Int32Array;
  readonly #movedFor: Int32Array;

  constructor(request: PlacementRequest) {
    const count = request.nodes.length;
    this.#request = request;
    this.#plan = layOutSlots(request.nodes);
    this.#needs = adjacency(count, request.edges, "from");
    this.#users = adjacency(count, request.edges, "to");
    this.#order = dependenciesFirst(count, request.edges, this.#users);
    this.#floor = this.#plan.earliest.slice();
    this.#floorBy = new Int32Array(count).fill(nowhere);
    this.#place = this.#plan.home.slice();
    this.#movedFor = new Int32Array(count).fill(nowhere);
  }

  /** Users first: a Namespace or definition that somebody fixed needs earlier gives up its written place. */
  lift(): void {
    const { earliest, latest, home } = this.#plan;
    const ceiling = latest.slice();
    for (const node of this.#order.toReversed()) {
      for (const edge of this.#bindingUsers(node)) {
        const wanted = at(ceiling, edge.from);
        if (strengthOf(edge.rule) === 0 && wanted < at(earliest, node)) {
          this.#lifted.push(edge);
          earliest[node] = wanted;
          home[node] = wanted;
          latest[node] = wanted;
        }
        ceiling[node] = Math.max(Math.min(wanted, at(ceiling, node)), at(earliest, node));
      }
    }
    this.#floor.set(earliest);
  }

  /** Needed first: how early a node can stand at all, and where what is written contradicts itself. */
  findFloors(): void {
    for (const node of this.#order) {
      for (const id of edgesOf(this.#needs, node)) {
        const edge = this.#edge(id);
        if (isBinding(edge.rule) && at(this.#floor, edge.to) > at(this.#floor, node)) {
          this.#floor[node] = at(this.#floor, edge.to);
          this.#floorBy[node] = id;
        }
      }
      if (at(this.#floor, node) > at(this.#plan.latest, node)) {
        this.#contradictions.push(this.#wayToFloor(node));
        this.#floor[node] = at(this.#plan.latest, node);
      }
    }
  }

  /** Users first: everybody's place, pulled ahead by users, sent back by floors. */
  settle(): void {
    const { home, latest } = this.#plan;
    for (const node of this.#order.toReversed()) {
      let place = this.#hasHome(node) ? Math.max(at(home, node), at(this.#floor, node)) : at(latest, node);
      if (this.#hasHome(node) && at(this.#floor, node) > at(home, node)) {
        this.#movedFor[node] = this.#edge(at(this.#floorBy, node)).to;
      }
      const mayBePulled = at(this.#plan.earliest, node) < at(latest, node);
      for (const id of mayBePulled ? edgesOf(this.#users, node) : []) {
        const edge = this.#edge(id);
        const pulls = isBinding(edge.rule) || this.#request.mayPull(node);
        const wanted = Math.max(at(this.#place, edge.from), at(this.#floor, node));
        if (pulls && wanted < place) {
          place = wanted;
          this.#movedFor[node] = edge.from;
        }
      }
      this.#place[node] = place;
    }
  }

  /** Needed first: what has no home of its own stands as early as all that it needs allows. */
  settleWithoutHome(): void {
    for (const node of this.#order) {
      if (this.#hasHome(node)) {
        continue;
      }
      const ceiling = at(this.#place, node);
      const earliest = Math.min(at(this.#plan.home, node), ceiling);
      let place = Math.max(earliest, at(this.#floor, node));
      for (const id of edgesOf(this.#needs, node)) {
        place = Math.max(place, at(this.#place, this.#edge(id).to));
      }
      this.#place[node] = Math.min(place, ceiling);
      if (at(this.#place, node) >= at(this.#plan.home, node)) {
        this.#movedFor[node] = nowhere;
      }
    }
  }

  result(): Placement {
    const holds = (edge: Edge): boolean => at(this.#place, edge.to) <= at(this.#place, edge.from);
    const { edges } = this.#request;
    const broken = edges.find((edge) => !holds(edge) && isBinding(edge.rule));
    if (broken !== undefined && this.#contradictions.length === 0) {
      throw new BugError(`${broken.rule} from ${broken.by.key} is not kept`);
    }
    return {
      slotPlan: this.#plan,
      order: this.#order,
      placeOf: this.#place,
      movedFor: this.#movedFor,
      edges: edges.filter(holds),
      givenUp: edges.filter((edge) => !holds(edge) && !isBinding(edge.rule)),
      lifted: this.#lifted,
      contradictions: this.#contradictions,
    };
  }

  #bindingUsers(node: number): readonly Edge[] {
    return [...edgesOf(this.#users, node)].map((id) => this.#edge(id)).filter((edge) => isBinding(edge.rule));
  }

  #hasHome(node: number): boolean {
    const known = this.#request.nodes[node];
    return known !== undefined && !known.freed && !known.first;
  }

  #edge(id: number): Edge {
    const edge = this.#request.edges[id];
    if (edge === undefined) {
      throw new RangeError(`no edge ${id}`);
    }
    return edge;
  }

  #wayToFloor(start: number): readonly Edge[] {
    const way: Edge[] = [];
    for (let node = start, id = at(this.#floorBy, node); id !== nowhere; id = at(this.#floorBy, node)) {
      const edge = this.#edge(id);
      way.push(edge);
      node = edge.to;
    }
    return way;
  }
}
