import { compareText } from "../../object/object-ref.ts";
import { type FieldPath, placeOf } from "./field-fault.ts";
import type { Schema } from "./schema.ts";

/**
 * Returns the sorted fields that a schema has for the object at the end of the path; none if it has no such
 * place.
 */
export function fieldsIn(schema: Schema, path: FieldPath): readonly string[] {
  let current: Schema | undefined = schema;
  for (const step of placeOf(path)) {
    current = typeof step === "number" ? current.items : propertyOf(current, step);
    if (current === undefined) {
      return path.length === 1 && step === "metadata" ? metadataFields : [];
    }
  }
  return [
    ...(current.properties?.keys() ?? []),
    ...(path.length === 0 ? ["apiVersion", "kind", "metadata"] : []),
  ].toSorted(compareText);
}

/** The metadata fields that authors may set; the others belong to the server. */
const metadataFields = [
  "annotations",
  "finalizers",
  "generateName",
  "labels",
  "name",
  "namespace",
  "ownerReferences",
];

function propertyOf(schema: Schema, name: string): Schema | undefined {
  const { properties, additionalProperties } = schema;
  return (
    properties?.get(name) ?? (typeof additionalProperties === "object" ? additionalProperties : undefined)
  );
}
