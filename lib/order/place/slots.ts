import { type Stage, stages } from "../model/edge.ts";
import type { OrderNode } from "../model/order-node.ts";

/** A stage and a weight: barriers separate groups by it. */
export interface Slot {
  readonly stage: Stage;
  readonly weight: number;
}

/**
 * The slots of a run in their order, and where each node belongs and may move. Places are indices of slots.
 */
export interface SlotPlan {
  readonly slots: readonly Slot[];
  /** The place of a node if nothing needs it elsewhere. */
  readonly ownSlot: Int32Array;
  /** The earliest and latest place that its own annotations allow. Equal if it is fixed. */
  readonly earliest: Int32Array;
  readonly latest: Int32Array;
}

/** Lays out the slots of the nodes: stages in order, weights ascending inside each. */
export function layOutSlots(nodes: readonly OrderNode[]): SlotPlan {
  const slots = slotsOf(nodes);
  const places = new Map(slots.map((slot, place) => [`${slot.stage}/${slot.weight}`, place]));
  const slotNumber = (stage: Stage, weight: number): number => places.get(`${stage}/${weight}`) ?? 0;
  const firstOf = (stage: Stage): number => slots.findIndex((slot) => slot.stage === stage);
  const lastOf = (stage: Stage): number => slots.findLastIndex((slot) => slot.stage === stage);
  const bounds = { firstMain: firstOf("main"), last: slots.findLastIndex(({ stage }) => stage !== "fail") };
  const ownSlot = new Int32Array(nodes.length);
  const earliest = new Int32Array(nodes.length);
  const latest = new Int32Array(nodes.length);
  const ranges = new Map(stages.map((stage) => [stage, { first: firstOf(stage), last: lastOf(stage) }]));
  nodes.forEach((node, index) => {
    const goesFirst = node.freed || node.first;
    const place = goesFirst ? bounds.firstMain : slotNumber(node.stage, node.weight);
    const stage = ranges.get(node.stage) ?? { first: 0, last: 0 };
    ownSlot[index] = place;
    earliest[index] = place;
    latest[index] = place;
    if (node.stage === "main" && (goesFirst || !node.weightWritten)) {
      earliest[index] = 0;
      latest[index] = bounds.last;
    } else if (node.hook !== null && !node.weightWritten) {
      earliest[index] = stage.first;
      latest[index] = stage.last;
    }
  });
  return { slots, ownSlot, earliest, latest };
}

function slotsOf(nodes: readonly OrderNode[]): readonly Slot[] {
  const found = new Map<string, Slot>();
  for (const node of nodes) {
    if (!node.freed && !node.first) {
      found.set(`${node.stage}/${node.weight}`, { stage: node.stage, weight: node.weight });
    }
  }
  const needsMain = nodes.some((node) => node.freed || node.first);
  if (needsMain && ![...found.values()].some((slot) => slot.stage === "main")) {
    found.set("main/0", { stage: "main", weight: 0 });
  }
  return [...found.values()].toSorted(
    (left, right) => stages.indexOf(left.stage) - stages.indexOf(right.stage) || left.weight - right.weight,
  );
}
