import type { FieldPath, FieldStep } from "../field-fault.ts";

/** A way down a definition, step by step: extended in constant time, and written out as a path for faults only. */
export interface Trail {
  readonly above: Trail | undefined;
  readonly step: FieldStep;
}

/** The trail of a path that is not empty, from the root of the definition. */
export function trailOf(first: FieldStep, ...rest: readonly FieldStep[]): Trail {
  return down({ above: undefined, step: first }, ...rest);
}

/** The trail of a part below. */
export function down(trail: Trail, ...steps: readonly FieldStep[]): Trail {
  let end = trail;
  for (const step of steps) {
    end = { above: end, step };
  }
  return end;
}

/** The trail written out. Complexity: linear in its length. */
export function pathOf(trail: Trail): FieldPath {
  const steps: FieldStep[] = [];
  for (let end: Trail | undefined = trail; end !== undefined; end = end.above) {
    steps.push(end.step);
  }
  return steps.toReversed();
}
