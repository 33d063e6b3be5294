import { compareText } from "../../object/object-ref.ts";
import type { Path } from "../../object/json.ts";

/** The API server's reasons for field errors (apimachinery, field errors). */
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

/** A path from the root of an object to one of its parts, as the API server writes it. */
export type FieldPath = readonly FieldStep[];

/** One fault of an object, as the API server would report it. */
export interface FieldFault {
  readonly reason: FaultReason;
  readonly path: FieldPath;
  /**
   * The actual place, if the API server names another one: it reports a failed `anyOf` at the object as a
   * whole.
   */
  readonly place?: FieldPath;
  /** The offset of the fault within the text of the field, an expression: in UTF-16 units from 0. */
  readonly offset?: number;
  /** The fact and, if one is known, the remedy; without the path, which precedes it. */
  readonly message: string;
  /** Whether the key rather than the value is at fault: an unknown field. */
  readonly atKey?: boolean;
  /** Whether it only reports that other faults prevent a check. */
  readonly followsOthers?: boolean;
}

/**
 * Formats a path as in the API server's answers, `spec.versions[0].schema.properties[foo]`; empty for the
 * object itself.
 */
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

/** Returns the path as steps into the value. */
export function placeOf(path: FieldPath): Path {
  return path.map((step) => (typeof step === "object" ? step.key : step));
}

/** Sorts paths by their formatted text. */
export function sortFieldPaths(paths: readonly FieldPath[]): readonly FieldPath[] {
  return paths.length < 2
    ? paths
    : paths
        .map((path) => ({ path, text: formatFieldPath(path) }))
        .toSorted((left, right) => compareText(left.text, right.text))
        .map(({ path }) => path);
}
