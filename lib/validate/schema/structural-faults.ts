import type { FieldFault } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { completenessFaults } from "./completeness-faults.ts";
import { forbidden, invalid, required, childPath, type FieldPathNode } from "./field-errors.ts";
import { isOnlyType, metadataSchemaFaults } from "./metadata-schema-faults.ts";
import { conditionFaults } from "./condition-faults.ts";
import { parts } from "./subschemas.ts";

/** The position of a schema: at the root of a version, of list items, or of a field or of a map's values. */
type Level = "root" | "item" | "field";

/**
 * Finds everything that keeps a schema from being structural: types everywhere, none in conditions, every
 * part of a condition also outside of it, and no restriction of `metadata`. Kubernetes documentation, "Custom
 * Resources", "Specifying a structural schema". Complexity: linear.
 */
export function structuralFaults(schema: Schema, trail: FieldPathNode): readonly FieldFault[] {
  const found: FieldFault[] = [];
  visit({ schema, trail, level: "root" }, found);
  return [...found, ...completenessFaults(schema, trail)];
}

/** A schema outside of conditions. */
interface Site {
  readonly schema: Schema;
  readonly trail: FieldPathNode;
  readonly level: Level;
}

function visit(site: Site, found: FieldFault[]): void {
  const { schema, trail } = site;
  for (const one of parts(schema)) {
    const level = one.steps[0] === "items" ? "item" : "field";
    visit({ schema: one.schema, trail: childPath(trail, ...one.steps), level }, found);
  }
  found.push(
    ...typeFaults(site),
    ...additionalFaults(site),
    ...intOrStringFaults(site),
    ...conditionFaults(schema, trail, {
      freeAnyOf: isIntOrString(schema.anyOf),
      freeFirstAllOf: isIntOrString(schema.allOf[0]?.anyOf ?? []),
    }),
    ...metadataSchemaFaults(schema, trail, site.level === "root"),
  );
}

/**
 * Reports whether it is exactly `anyOf: [{type: integer}, {type: string}]`: the one condition in which types
 * are allowed.
 */
function isIntOrString(anyOf: readonly Schema[]): boolean {
  const [first, second] = anyOf;
  return (
    first !== undefined &&
    second !== undefined &&
    anyOf.length === 2 &&
    isOnlyType(first, "integer") &&
    isOnlyType(second, "string")
  );
}

const typeMissing: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

function typeFaults({ schema, trail, level }: Site): readonly FieldFault[] {
  const { type = "", items } = schema;
  const at = childPath(trail, "type");
  return [
    ...(type === "array" && items === undefined
      ? [required(childPath(trail, "items"), "must be specified for an array")]
      : []),
    ...missingTypeFaults(schema, at, level),
    ...(level === "root" && type !== "" && type !== "object"
      ? [invalid(at, "must be object at the root")]
      : []),
  ];
}

function missingTypeFaults(schema: Schema, at: FieldPathNode, level: Level): readonly FieldFault[] {
  const { type = "", embeddedResource } = schema;
  if (embeddedResource && type !== "object") {
    const message = "must be object if x-kubernetes-embedded-resource is true";
    return [type === "" ? required(at, message) : invalid(at, message)];
  }
  return type === "" && !embeddedResource && !isTypeless(schema) ? [required(at, typeMissing[level])] : [];
}

function isTypeless({ intOrString, preserveUnknownFields }: Schema): boolean {
  return intOrString || preserveUnknownFields === true;
}

function additionalFaults({ schema, trail, level }: Site): readonly FieldFault[] {
  const { additionalProperties, embeddedResource, preserveUnknownFields, properties } = schema;
  const found: FieldFault[] = [];
  if (additionalProperties !== undefined) {
    const at = childPath(trail, "additionalProperties");
    if (level === "root") {
      found.push(forbidden(at, "must not be used at the root"));
    }
    if (embeddedResource) {
      found.push(forbidden(at, "must not be used if x-kubernetes-embedded-resource is set"));
    }
  }
  if (embeddedResource && preserveUnknownFields !== true && (properties?.size ?? 0) === 0) {
    const message =
      "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
    found.push(required(childPath(trail, "properties"), message));
  }
  return found;
}

function intOrStringFaults({ schema, trail }: Site): readonly FieldFault[] {
  if (!schema.intOrString) {
    return [];
  }
  const message = "must be false if x-kubernetes-int-or-string is true";
  return [
    ...(schema.preserveUnknownFields === true
      ? [invalid(childPath(trail, "x-kubernetes-preserve-unknown-fields"), message)]
      : []),
    ...(schema.embeddedResource
      ? [invalid(childPath(trail, "x-kubernetes-embedded-resource"), message)]
      : []),
  ];
}
