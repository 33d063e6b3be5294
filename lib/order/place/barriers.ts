import type { Edge, Stage } from "../model/edge.ts";
import { type OrderedGroup, slotsByNode } from "./grouping.ts";

/** A group, and what barriers need to know about its members. */
export interface BarredGroup {
  readonly group: OrderedGroup;
  /**
   * Reports whether a node of the same slot waits for the member anyway: then no barrier has to name its
   * group for it.
   */
  readonly isAwaited: (node: number) => boolean;
  readonly isFreed: (node: number) => boolean;
}

/** The groups that must be ready before a group, by their numbers from 1. */
export interface Barrier {
  readonly after: readonly number[];
  /** The same for freed objects in it: stages hold them too, weights do not. */
  readonly afterStage: readonly number[];
}

/**
 * Computes the barriers of stage, weight and hook order. A slot waits for the ends of the slot before it: its
 * last hook, and the groups with a member that nothing in the slot waits for. A hook waits for the hook
 * before it, unless those of its weight run together; an object pulled ahead for a hook is waited for through
 * its edges, and by the next slot. Freed objects hold up only the next stage.
 *
 * Complexity: O(groups × ends of a slot); a slot has as many ends as groups with a loose member.
 */
export function barriersOf(groups: readonly BarredGroup[]): readonly Barrier[] {
  const row = new BarrierRow();
  return groups.map((group, index) => row.next(group, index + 1));
}

class BarrierRow {
  #stage: Stage | undefined;
  #slot: number | undefined;
  /** The groups that the current slot, and the current stage, wait for. */
  #before: readonly number[] = [];
  #beforeStage: readonly number[] = [];
  /** The ends of the current slot so far. */
  #ends: number[] = [];
  #lastHook: number | undefined;
  /** The groups of the current slot with hooks that run together. */
  #shared: number[] = [];
  #withFreed: number[] = [];

  next(barred: BarredGroup, number: number): Barrier {
    const { group, isAwaited, isFreed } = barred;
    this.#enter(group);
    const holdsFreed = group.nodes.some(isFreed);
    const after = group.isFreed ? this.#beforeStage : this.#beforeGroup(group);
    if (group.isShared) {
      this.#shared.push(number);
    }
    if (group.isHook) {
      this.#lastHook = number;
    } else if (group.nodes.some((node) => !isFreed(node) && !isAwaited(node))) {
      this.#ends.push(number);
    }
    if (holdsFreed) {
      this.#withFreed.push(number);
    }
    return { after, afterStage: this.#beforeStage };
  }

  /** A hook that runs alone waits for the one before it, or for those of its slot that run together. */
  #beforeGroup({ isHook }: OrderedGroup): readonly number[] {
    if (!isHook) {
      return this.#before;
    }
    const hooks = this.#lastHook === undefined ? this.#shared : [this.#lastHook];
    return hooks.length === 0 ? this.#before : [...hooks];
  }

  #enter({ stage, slot, isFreed }: OrderedGroup): void {
    const isNewStage = stage !== this.#stage;
    // Freed objects alone belong to no weight.
    if (isNewStage || (slot !== this.#slot && !isFreed)) {
      const ends = this.#lastHook === undefined ? this.#ends : [...this.#ends, this.#lastHook];
      this.#before = ends.length === 0 ? this.#before : ends.toSorted((left, right) => left - right);
      this.#ends = [];
      this.#shared = [];
      this.#lastHook = undefined;
      this.#slot = slot;
    }
    if (isNewStage) {
      this.#before = [...new Set([...this.#before, ...this.#withFreed])].toSorted(
        (left, right) => left - right,
      );
      // What runs after a failure waits for the end of the run, not for its success.
      this.#before = stage === "fail" ? [] : this.#before;
      this.#beforeStage = this.#before;
      this.#withFreed = [];
      this.#stage = stage;
    }
  }
}

/**
 * The nodes for which a node with a weight in the same slot waits: upwards (`to`) those that must be ready,
 * downwards (`from`) those that must be gone. Complexity: linear.
 */
export function awaitedNodes(
  groups: readonly OrderedGroup[],
  edges: readonly Edge[],
  { end, isFreed }: { readonly end: "to" | "from"; readonly isFreed: (node: number) => boolean },
): ReadonlySet<number> {
  const slotOf = slotsByNode(groups);
  const awaited = new Set<number>();
  for (const edge of edges) {
    const waiting = end === "to" ? edge.from : edge.to;
    if (edge.until !== "present" && !isFreed(waiting) && slotOf.get(edge.from) === slotOf.get(edge.to)) {
      awaited.add(edge[end]);
    }
  }
  return awaited;
}
