import type { FaultReason, FieldFault, FieldPath, FieldStep } from "../model/field-fault.ts";

/** Returns the fault of an invalid value. */
export function invalid(trail: FieldPathNode, message: string): FieldFault {
  return faultAt("FieldValueInvalid", trail, message);
}

/** Returns the fault of a missing value. */
export function required(trail: FieldPathNode, message: string): FieldFault {
  return faultAt("FieldValueRequired", trail, message);
}

/** Returns the fault of a value that must be absent. */
export function forbidden(trail: FieldPathNode, message: string): FieldFault {
  return faultAt("FieldValueForbidden", trail, message);
}

/** Returns the fault of a value that is not one of the `known` ones. */
export function unsupported(trail: FieldPathNode, known: readonly string[]): FieldFault {
  const names = known.map((one) => JSON.stringify(one)).join(", ");
  return faultAt("FieldValueNotSupported", trail, `not supported: write one of ${names}`);
}

/** Returns a fault of any reason at the end of a trail. */
export function faultAt(reason: FaultReason, trail: FieldPathNode, message: string): FieldFault {
  return { reason, path: pathOf(trail), message };
}

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
