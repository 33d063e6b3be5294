import type { FieldFault, FieldPath, FieldStep } from "../model/field-fault.ts";

/** What the API server has moved, and where it stands in a definition as it is written. */
const moved: readonly (readonly [string, readonly FieldStep[]])[] = [
  ["validation", ["versions", 0, "schema"]],
  ["schema", ["versions", 0, "schema"]],
  ["subresources", ["versions", 0, "subresources"]],
  ["additionalPrinterColumns", ["versions", 0, "additionalPrinterColumns"]],
  ["selectableFields", ["versions", 0, "selectableFields"]],
  ["version", ["versions", 0, "name"]],
];

/**
 * The fault with its place in the document, where the API server speaks of another: it keeps what all
 * versions have alike in one place, and calls some fields otherwise than the version v1 does. What several
 * versions have alike is told at the first.
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
