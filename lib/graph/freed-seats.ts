import { type Adjacency, at, edgesOf } from "./adjacency.ts";
import type { Edge } from "./edge.ts";
import type { OrderNode } from "./order-node.ts";

/** The graph in which freed objects look for a group. */
export interface SeatingGraph {
  readonly nodes: readonly OrderNode[];
  /** Nodes, each after all it waits for. */
  readonly order: Int32Array;
  readonly edges: readonly Edge[];
  readonly needs: Adjacency;
}

/** The group of each node, as batch and level; changed in place. */
export interface Seats {
  readonly batches: Int32Array;
  readonly level: Int32Array;
}

/**
 * Seats the objects that their deploy-dependencies freed from their weight: each joins the earliest group that its
 * edges allow. One that somebody of its batch waits for keeps the level that its edges gave it.
 *
 * For example `backup` needs only `database` (weight −10, alone in group 1) and the next group is that of weight 0:
 * it joins that group rather than standing alone between the two.
 */
export class FreedSeats {
  readonly #graph: SeatingGraph;
  readonly #seats: Seats;
  /** Batches and their levels that hold somebody with a weight, in order. */
  readonly #taken = new Map<number, Set<number>>();

  constructor(graph: SeatingGraph, seats: Seats) {
    this.#graph = graph;
    this.#seats = seats;
    graph.nodes.forEach((node, index) => {
      if (!node.freed && node.stage !== "crds" && node.hook === null) {
        const batch = at(seats.batches, index);
        this.#taken.set(batch, (this.#taken.get(batch) ?? new Set()).add(at(seats.level, index)));
      }
    });
  }

  seat(): void {
    if (!this.#graph.nodes.some((node) => node.freed)) {
      return;
    }
    const awaited = this.#awaitedByOthers();
    const batches = [...this.#taken.keys()].toSorted((left, right) => left - right);
    for (const node of this.#graph.order) {
      if (this.#graph.nodes[node]?.freed === true && !awaited.has(node)) {
        this.#seatOne(node, batches);
      }
    }
  }

  #seatOne(node: number, batches: readonly number[]): void {
    const batch = this.#earliestBatch(node);
    const level = this.#earliestLevel(node, batch);
    const later = batches.find((other) => other > batch);
    const isTaken = this.#taken.get(batch)?.has(level) === true;
    const moves = !isTaken && later !== undefined;
    this.#seats.batches[node] = moves ? later : batch;
    this.#seats.level[node] = moves ? 0 : level;
  }

  /** A freed object that it needs may itself have moved on to a later batch: then it follows. */
  #earliestBatch(node: number): number {
    let batch = at(this.#seats.batches, node);
    for (const id of edgesOf(this.#graph.needs, node)) {
      batch = Math.max(batch, at(this.#seats.batches, this.#graph.edges[id]?.to ?? node));
    }
    return batch;
  }

  #earliestLevel(node: number, batch: number): number {
    const { edges, needs } = this.#graph;
    let level = 0;
    for (const id of edgesOf(needs, node)) {
      const edge = edges[id];
      if (edge !== undefined && at(this.#seats.batches, edge.to) === batch) {
        level = Math.max(level, at(this.#seats.level, edge.to) + (edge.until === "present" ? 0 : 1));
      }
    }
    return level;
  }

  /** Freed objects that something with a weight waits for, through other freed ones or directly. */
  #awaitedByOthers(): ReadonlySet<number> {
    const { nodes, order, edges, needs } = this.#graph;
    const awaited = new Set<number>();
    for (const node of order.toReversed()) {
      if (nodes[node]?.freed !== true || awaited.has(node)) {
        for (const id of edgesOf(needs, node)) {
          awaited.add(edges[id]?.to ?? node);
        }
      }
    }
    return awaited;
  }
}
