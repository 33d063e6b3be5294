import type { FaultReason, FieldFault } from "../model/field-fault.ts";
import { pathOf, type FieldPathNode } from "./field-path.ts";

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
