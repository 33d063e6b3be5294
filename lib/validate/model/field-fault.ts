import type { Path } from "../../object/json.ts";

/** The reasons by which the API server tells faults of fields apart (apimachinery, field errors). */
export type FaultReason =
  | "FieldValueDuplicate"
  | "FieldValueForbidden"
  | "FieldValueInvalid"
  | "FieldValueNotFound"
  | "FieldValueNotSupported"
  | "FieldValueRequired"
  | "FieldValueTooLong"
  | "FieldValueTooMany"
  | "FieldValueTypeInvalid"
  | "InternalError";

/** A step of a field path: a field, an index, or a key of a map that the API server writes in brackets. */
export type FieldStep = string | number | { readonly key: string };

/** A way from the root of an object to one of its parts, as the API server writes it. */
export type FieldPath = readonly FieldStep[];

/** One thing wrong with an object: what the API server would answer. */
export interface FieldFault {
  readonly reason: FaultReason;
  readonly path: FieldPath;
  /**
   * Where it really is, when the API server names another place: it tells a failed `anyOf` at the object as a
   * whole.
   */
  readonly place?: FieldPath;
  /** The fact and, where one is known, the remedy; without the path, which stands in front of it. */
  readonly message: string;
  /** Whether the key rather than the value is at fault: an unknown field. */
  readonly atKey?: boolean;
  /** It tells only that other faults keep something from being looked at. */
  readonly followsOthers?: boolean;
}

/** `spec.versions[0].schema.properties[foo]`, as in the API server's answers; empty for the object itself. */
export function formatFieldPath(path: FieldPath): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") {
      text += `[${step}]`;
    } else if (typeof step === "string") {
      text += text === "" ? step : `.${step}`;
    } else {
      text += `[${step.key}]`;
    }
  }
  return text;
}

/** The same way as steps into the value. */
export function placeOf(path: FieldPath): Path {
  return path.map((step) => (typeof step === "object" ? step.key : step));
}
