/** An edge between nodes: the target comes at least this many ranks after the origin. */
export interface StartStep {
  readonly from: number;
  readonly to: number;
  /** 0 or 1. */
  readonly length: number;
}

/**
 * Returns the rank of each node, from 0: the earliest that its steps allow. Undefined for nodes in and behind
 * cycles. Complexity: O(nodes + steps).
 */
export function startRanks(nodes: number, steps: readonly StartStep[]): readonly (number | undefined)[] {
  const stand = Array.from({ length: nodes }, (): Status => ({ open: 0, earliest: 0, onward: [] }));
  for (const step of steps) {
    stand[step.from]?.onward.push(step);
    const target = stand[step.to];
    if (target !== undefined) {
      target.open += 1;
    }
  }
  const free = stand.filter(({ open }) => open === 0);
  for (const { earliest, onward } of free) {
    for (const { to, length } of onward) {
      const target = stand[to];
      if (target !== undefined && reach(target, earliest + length)) {
        free.push(target);
      }
    }
  }
  return stand.map(({ open, earliest }) => (open === 0 ? earliest : undefined));
}

interface Status {
  /** Steps to this node that were not followed yet. */
  open: number;
  earliest: number;
  readonly onward: StartStep[];
}

/** Follows a step to a node; returns true if it was the last. */
function reach(target: Status, rank: number): boolean {
  target.earliest = Math.max(target.earliest, rank);
  target.open -= 1;
  return target.open === 0;
}
