import { BugError } from "../../object/bug-error.ts";
import {
  adjacency,
  type Adjacency,
  at,
  edgesOf,
  dependenciesFirst,
  shortestPath,
} from "../../dag/adjacency.ts";
import type { Edge } from "../model/edge.ts";
import type { OrderNode } from "../model/order-node.ts";
import { layOutSlots, type SlotPlan } from "./slots.ts";
import { isHardEdge, strengthOf } from "../cycle/edge-priority.ts";

/** The placement of every node: its slot, and what moved it there. */
export interface Placement {
  readonly slotPlan: SlotPlan;
  /** Nodes in an order in which each comes after all that it waits for. */
  readonly order: Int32Array;
  readonly slotOf: Int32Array;
  /** The node that needed it in another slot than its own, or -1. */
  readonly movedFor: Int32Array;
  /** Edges that hold: the target is placed no later than the node that waits. */
  readonly edges: readonly Edge[];
  /** Implicit edges that an explicit placement contradicts. */
  readonly givenUp: readonly Edge[];
  /** Namespaces and CRDs moved from their explicit placement, with the edge that required it. */
  readonly pulledForward: readonly Edge[];
  /** Hard edges that an explicit placement contradicts, as paths from the earlier node to the later one. */
  readonly contradictions: readonly (readonly Edge[])[];
}

/** An acyclic graph of nodes to be placed. */
export interface PlacementRequest {
  readonly nodes: readonly OrderNode[];
  readonly edges: readonly Edge[];
  /** Reports whether an implicit edge may pull the node ahead: it runs no pods. */
  readonly canMoveEarlier: (node: number) => boolean;
  /**
   * Reports whether an edge moves a dependent without an explicit placement back behind what it needs. Hard
   * edges do.
   */
  readonly movesLater: (edge: Edge) => boolean;
}

/**
 * Assigns every node to its slot.
 *
 * An object with an explicit placement stays there. One without goes where it is needed: ahead to the
 * earliest that waits for it, or back behind the latest that it waits for. Hard edges do both; an implicit
 * edge pulls only objects that run no pods and need nothing that does, and moves back only where the API
 * server would refuse otherwise. What cannot be met is given up.
 *
 * Complexity: O(nodes + edges), six passes over the graph, and a walk for each contradiction.
 */
export function assignSlots(request: PlacementRequest): Placement {
  const passes = new PlacementPasses(request);
  passes.lift();
  passes.findFloors();
  passes.findPullFloors();
  passes.settle();
  passes.settleWithoutOwnSlot();
  return passes.result();
}

const nowhere = -1;

class PlacementPasses {
  readonly #request: PlacementRequest;
  readonly #plan: SlotPlan;
  readonly #order: Int32Array;
  readonly #needs: Adjacency;
  readonly #users: Adjacency;
  readonly #liftedBy = new Map<number, Edge>();
  readonly #contradictions: (readonly Edge[])[] = [];
  /** The latest place that the users of a node by hard edges allow. */
  readonly #ceiling: Int32Array;
  /** The earliest place that the needs of a node allow, and the edge that requires it. */
  readonly #floor: Int32Array;
  readonly #floorBy: Int32Array;
  /** The earliest place to which an implicit edge may pull a node without pulling pods along. */
  readonly #pullFloor: Int32Array;
  readonly #slot: Int32Array;
  readonly #movedFor: Int32Array;

  constructor(request: PlacementRequest) {
    const count = request.nodes.length;
    this.#request = request;
    this.#plan = layOutSlots(request.nodes);
    this.#needs = adjacency(count, request.edges, "from");
    this.#users = adjacency(count, request.edges, "to");
    this.#order = dependenciesFirst(count, request.edges, this.#users);
    this.#ceiling = this.#plan.latest.slice();
    this.#floor = new Int32Array(count);
    this.#floorBy = new Int32Array(count).fill(nowhere);
    this.#pullFloor = new Int32Array(count);
    this.#slot = this.#plan.ownSlot.slice();
    this.#movedFor = new Int32Array(count).fill(nowhere);
  }

  /**
   * Users first: a Namespace or CRD that a node with an explicit placement needs earlier gives up its own.
   */
  lift(): void {
    const { earliest, latest, ownSlot } = this.#plan;
    for (const node of this.#order.toReversed()) {
      for (const edge of this.#edgesOf(this.#users, node).filter(({ rule }) => isHardEdge(rule))) {
        const wanted = at(this.#ceiling, edge.from);
        if (strengthOf(edge.rule) === 0 && wanted < at(earliest, node)) {
          this.#liftedBy.set(node, edge);
          this.#movedFor[node] = edge.from;
          earliest[node] = wanted;
          ownSlot[node] = wanted;
          latest[node] = wanted;
        }
        this.#ceiling[node] = Math.max(Math.min(wanted, at(this.#ceiling, node)), at(earliest, node));
      }
    }
  }

  /**
   * Dependencies first: how early a node can be placed at all, and where hard edges and placements
   * contradict.
   */
  findFloors(): void {
    for (const node of this.#order) {
      this.#floor[node] = this.#ownFloor(node);
      for (const id of edgesOf(this.#needs, node)) {
        const edge = this.#edge(id);
        const floor = at(this.#floor, edge.to);
        if (floor > at(this.#floor, node) && this.#raises(edge, floor)) {
          this.#floor[node] = floor;
          this.#floorBy[node] = id;
        }
      }
      if (at(this.#floor, node) > at(this.#plan.latest, node)) {
        this.#contradictions.push(this.#wayToLater(node));
        this.#floor[node] = at(this.#plan.latest, node);
      }
    }
  }

  /** Dependencies first: how far a node can be pulled ahead if nothing that runs pods may come with it. */
  findPullFloors(): void {
    const { ownSlot } = this.#plan;
    for (const node of this.#order) {
      let floor = at(this.#floor, node);
      for (const edge of this.#edgesOf(this.#needs, node).filter((need) => this.#request.movesLater(need))) {
        const isPulled = this.#isMovable(edge.to) && this.#request.canMoveEarlier(edge.to);
        const stays = Math.max(at(ownSlot, edge.to), at(this.#floor, edge.to));
        floor = Math.max(floor, isPulled ? at(this.#pullFloor, edge.to) : stays);
      }
      this.#pullFloor[node] = floor;
    }
  }

  /** Users first: the place of every node, pulled ahead by users, moved back by floors. */
  settle(): void {
    const { ownSlot, latest } = this.#plan;
    for (const node of this.#order.toReversed()) {
      const floor = at(this.#floor, node);
      let place = this.#hasOwnSlot(node) ? Math.max(at(ownSlot, node), floor) : at(latest, node);
      if (this.#hasOwnSlot(node) && floor > at(ownSlot, node)) {
        this.#movedFor[node] = this.#edge(at(this.#floorBy, node)).to;
      }
      for (const edge of this.#isMovable(node) ? this.#edgesOf(this.#users, node) : []) {
        const wanted = Math.max(at(this.#slot, edge.from), floor);
        if (wanted < place && this.#pulls(edge)) {
          place = wanted;
          this.#movedFor[node] = edge.from;
        }
      }
      this.#slot[node] = place;
    }
  }

  /** Dependencies first: places a node without a slot of its own as early as all that it needs allows. */
  settleWithoutOwnSlot(): void {
    const { ownSlot } = this.#plan;
    for (const node of this.#order) {
      if (!this.#hasOwnSlot(node) && this.#isMovable(node)) {
        const ceiling = at(this.#slot, node);
        const needed = this.#edgesOf(this.#needs, node).map((edge) => at(this.#slot, edge.to));
        const earliest = Math.min(at(ownSlot, node), ceiling);
        const place = needed.reduce(
          (left, right) => Math.max(left, right),
          Math.max(earliest, at(this.#floor, node)),
        );
        this.#slot[node] = Math.min(place, ceiling);
        if (at(this.#slot, node) >= at(ownSlot, node)) {
          this.#movedFor[node] = nowhere;
        }
      }
    }
  }

  /** The result of the passes. @throws BugError if a hard edge is broken that no contradiction explains */
  result(): Placement {
    const holds = (edge: Edge): boolean => at(this.#slot, edge.to) <= at(this.#slot, edge.from);
    const { edges } = this.#request;
    const broken = edges.find((edge) => !holds(edge) && isHardEdge(edge.rule));
    if (broken !== undefined && this.#contradictions.length === 0) {
      throw new BugError(`${broken.rule} from ${broken.by.key} is not kept`);
    }
    return {
      slotPlan: this.#plan,
      order: this.#order,
      slotOf: this.#slot,
      movedFor: this.#movedFor,
      edges: edges.filter(holds),
      givenUp: edges.filter((edge) => !holds(edge) && !isHardEdge(edge.rule)),
      pulledForward: [...this.#liftedBy.values()],
      contradictions: this.#contradictions,
    };
  }

  /**
   * A hook without a weight is placed at 0 of its stage unless it is needed earlier: nothing after it pulls
   * it ahead.
   */
  #ownFloor(node: number): number {
    const { earliest, ownSlot } = this.#plan;
    const isHook = this.#request.nodes[node]?.hook !== null;
    const slot = isHook ? Math.min(at(ownSlot, node), at(this.#ceiling, node)) : at(earliest, node);
    return Math.max(at(earliest, node), slot);
  }

  /**
   * Reports whether an edge keeps its dependent from being placed before that floor. An implicit one yields
   * to what is specified.
   */
  #raises(edge: Edge, floor: number): boolean {
    return (
      isHardEdge(edge.rule) ||
      (this.#request.movesLater(edge) && this.#isMovable(edge.from) && floor <= at(this.#ceiling, edge.from))
    );
  }

  /**
   * Reports whether a user pulls what it needs ahead; an implicit edge only if that satisfies it and no pods
   * come with it.
   */
  #pulls({ rule, from, to }: Edge): boolean {
    return (
      isHardEdge(rule) ||
      (this.#request.canMoveEarlier(to) && at(this.#pullFloor, to) <= at(this.#slot, from))
    );
  }

  #isMovable(node: number): boolean {
    return at(this.#plan.earliest, node) < at(this.#plan.latest, node);
  }

  #hasOwnSlot(node: number): boolean {
    const known = this.#request.nodes[node];
    return known !== undefined && !known.freed && !known.first;
  }

  #edge(id: number): Edge {
    const edge = this.#request.edges[id];
    if (edge === undefined) {
      throw new BugError(`no edge ${id}`);
    }
    return edge;
  }

  #edgesOf(rows: Adjacency, node: number): readonly Edge[] {
    return Array.from(edgesOf(rows, node), (id) => this.#edge(id));
  }

  /**
   * The shortest path of hard edges from a node to one that is placed later, with what lifted the node before
   * it.
   */
  #wayToLater(start: number): readonly Edge[] {
    const { earliest, latest } = this.#plan;
    const way = shortestPath(start, {
      edgesOf: (node) => this.#edgesOf(this.#needs, node).filter(({ rule }) => isHardEdge(rule)),
      isEnd: (node) => at(earliest, node) > at(latest, start),
    });
    const lifts: Edge[] = [];
    for (let edge = this.#liftedBy.get(start); edge !== undefined; edge = this.#liftedBy.get(edge.from)) {
      lifts.push(edge);
    }
    return [...lifts.toReversed(), ...way];
  }
}
