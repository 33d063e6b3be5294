import type { FieldPath, FieldStep } from "../model/field-fault.ts";

/**
 * A way down a definition, step by step: extended in constant time, and written out as a path for faults
 * only.
 */
export interface FieldPathNode {
  readonly above: FieldPathNode | undefined;
  readonly step: FieldStep;
}

/** The trail of a path that is not empty, from the root of the definition. */
export function trailOf(first: FieldStep, ...rest: readonly FieldStep[]): FieldPathNode {
  return childPath({ above: undefined, step: first }, ...rest);
}

/** The trail of a part below. */
export function childPath(trail: FieldPathNode, ...steps: readonly FieldStep[]): FieldPathNode {
  let end = trail;
  for (const step of steps) {
    end = { above: end, step };
  }
  return end;
}

/** The trail written out. Complexity: linear in its length. */
export function pathOf(trail: FieldPathNode): FieldPath {
  const steps: FieldStep[] = [];
  for (let end: FieldPathNode | undefined = trail; end !== undefined; end = end.above) {
    steps.push(end.step);
  }
  return steps.toReversed();
}
