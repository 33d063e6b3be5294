import type { FieldFault, FieldPath, FieldStep } from "../model/field-fault.ts";

/** The fields that the API server has moved, and their places in the manifest of a definition. */
const moved: readonly (readonly [string, readonly FieldStep[]])[] = [
  ["validation", ["versions", 0, "schema"]],
  ["schema", ["versions", 0, "schema"]],
  ["subresources", ["versions", 0, "subresources"]],
  ["additionalPrinterColumns", ["versions", 0, "additionalPrinterColumns"]],
  ["selectableFields", ["versions", 0, "selectableFields"]],
  ["version", ["versions", 0, "name"]],
];

/**
 * Adds the place in the document to a fault if the API server reports another: it keeps what all versions
 * share in one place, and some of its field names differ from those of v1. A fault in a shared part is
 * reported at the first version.
 */
export function withDocumentPlace(fault: FieldFault): FieldFault {
  const path = fault.place ?? fault.path;
  const place = documentPath(path);
  return place === path ? fault : { ...fault, place };
}

function documentPath(path: FieldPath): FieldPath {
  const [first, second, ...rest] = path;
  if (first !== "spec") {
    return path;
  }
  if (second === "conversion") {
    return conversionPath(path, rest);
  }
  const target = moved.find(([name]) => name === second)?.[1];
  return columnPath(target === undefined ? path : [first, ...target, ...rest]);
}

function conversionPath(path: FieldPath, [name, ...rest]: FieldPath): FieldPath {
  if (name === "webhookClientConfig") {
    return ["spec", "conversion", "webhook", "clientConfig", ...rest];
  }
  return name === "conversionReviewVersions" ? ["spec", "conversion", "webhook", name, ...rest] : path;
}

/** `spec.versions[0].additionalPrinterColumns[0].JSONPath` is written `jsonPath`. */
function columnPath(path: FieldPath): FieldPath {
  return path[3] === "additionalPrinterColumns" && path[5] === "JSONPath"
    ? [...path.slice(0, 5), "jsonPath"]
    : path;
}
