import type { Manifest } from "../manifest/manifest.ts";
import { fieldOrigin } from "../manifest/field-origin.ts";
import type { DiagnosticCode } from "../object/diagnostic/diagnostic-code.ts";
import type { Diagnostic, Severity } from "../object/diagnostic/diagnostic.ts";
import { isArray, isObject, valueAt } from "../object/json.ts";
import { didYouMean } from "../object/diagnostic/suggestion.ts";
import {
  type FaultReason,
  type FieldFault,
  type FieldPath,
  formatFieldPath,
  placeOf,
} from "./model/field-fault.ts";

const codes: Readonly<Partial<Record<FaultReason, DiagnosticCode>>> = {
  FieldValueRequired: "FieldRequired",
  FieldValueDuplicate: "FieldDuplicate",
  FieldValueForbidden: "FieldForbidden",
};

/** Returns a fault of a field as a diagnostic of the set, at the place of the field. */
export function faultFinding(manifest: Manifest, fault: FieldFault, severity: Severity): Diagnostic {
  const { path, place = path, reason, message, atKey = false } = fault;
  const field = writtenPath(place);
  return {
    code: codes[reason] ?? "FieldInvalid",
    severity,
    message: `${manifest.key}: ${field === "" ? "" : `${field}: `}${message}`,
    ref: manifest.key,
    origin: fieldOrigin(manifest, placeOf(place), atKey || isWhole(manifest, place) ? "key" : "value"),
  };
}

/**
 * Returns the diagnostic of a field that the schema does not have, with the one that it was probably meant to
 * be.
 */
export function unknownField(
  manifest: Manifest,
  path: FieldPath,
  { severity, known }: { readonly severity: Severity; readonly known: readonly string[] },
): Diagnostic {
  const name = placeOf(path).at(-1);
  const guess = didYouMean(String(name), known);
  return {
    code: "UnknownField",
    severity,
    message: `${manifest.key}: there is no field ${writtenPath(path)}${guess === "" ? ": the API server would drop it; remove it, or correct its name" : guess}`,
    ref: manifest.key,
    origin: fieldOrigin(manifest, placeOf(path), "key"),
  };
}

/**
 * Reports whether a fault concerns a mapping or a list as a whole: its name is then a better place than its
 * first entry.
 */
function isWhole({ value }: Manifest, place: FieldPath): boolean {
  const found = valueAt(value, placeOf(place));
  return typeof place.at(-1) === "string" && (isObject(found) || isArray(found));
}

const longestPath = 160;

/**
 * Formats a path for messages; a very long one is cut to its end, which is more informative than its
 * beginning.
 */
function writtenPath(path: FieldPath): string {
  const text = formatFieldPath(path);
  return text.length > longestPath ? `…${text.slice(-longestPath)}` : text;
}
