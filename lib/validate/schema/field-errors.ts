import type { FaultReason, FieldFault } from "../model/field-fault.ts";
import { pathOf, type FieldPathNode } from "./field-path.ts";

/** A value that is not as it must be. */
export function invalid(trail: FieldPathNode, message: string): FieldFault {
  return faultAt("FieldValueInvalid", trail, message);
}

/** A value that must be there and is not. */
export function required(trail: FieldPathNode, message: string): FieldFault {
  return faultAt("FieldValueRequired", trail, message);
}

/** A value that may not be there. */
export function forbidden(trail: FieldPathNode, message: string): FieldFault {
  return faultAt("FieldValueForbidden", trail, message);
}

/** A value that is none of those that are known; `known` are those. */
export function unsupported(trail: FieldPathNode, known: readonly string[]): FieldFault {
  const names = known.map((one) => JSON.stringify(one)).join(", ");
  return faultAt("FieldValueNotSupported", trail, `not supported: write one of ${names}`);
}

/** A fault of any reason, at the end of a trail. */
export function faultAt(reason: FaultReason, trail: FieldPathNode, message: string): FieldFault {
  return { reason, path: pathOf(trail), message };
}
