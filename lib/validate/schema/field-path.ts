import type { FieldPath, FieldStep } from "../model/field-fault.ts";

/**
 * A path down a definition, as a linked list: extended in constant time, and written out as a path for faults
 * only.
 */
export interface FieldPathNode {
  readonly above: FieldPathNode | undefined;
  readonly step: FieldStep;
}

/** Returns the trail of a non-empty path, from the root of the definition. */
export function trailOf(first: FieldStep, ...rest: readonly FieldStep[]): FieldPathNode {
  return childPath({ above: undefined, step: first }, ...rest);
}

/** Returns the trail of a part below. */
export function childPath(trail: FieldPathNode, ...steps: readonly FieldStep[]): FieldPathNode {
  let end = trail;
  for (const step of steps) {
    end = { above: end, step };
  }
  return end;
}

/** Returns the trail as a path. Complexity: linear in its length. */
export function pathOf(trail: FieldPathNode): FieldPath {
  const steps: FieldStep[] = [];
  for (let end: FieldPathNode | undefined = trail; end !== undefined; end = end.above) {
    steps.push(end.step);
  }
  return steps.toReversed();
}
