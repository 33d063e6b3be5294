import type { FieldFault } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { forbidden, invalid, childPath, pathOf, type FieldPathNode } from "./field-errors.ts";
import { isFilled, isWritten } from "./subschemas.ts";

/** Fields of a schema that conflict with the status subresource and are checked before the type. */
const foremost = ["id", "$schema", "$ref"] as const;

/** Those that are checked after the type. */
const others = [
  "nullable",
  "default",
  "enum",
  "maxProperties",
  "minProperties",
  "allOf",
  "oneOf",
  "anyOf",
  "not",
  "additionalProperties",
  "patternProperties",
  "dependencies",
  "additionalItems",
  "definitions",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-int-or-string",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-list-type",
  "x-kubernetes-map-type",
] as const;

/**
 * Validates the root of a version's schema: it cannot be nullable; and with the status subresource it may
 * only have fields that leave `properties.status` independent of the rest. Kubernetes documentation, "Custom
 * Resources", "Status subresource".
 */
export function rootFaults(schema: Schema, trail: FieldPathNode, hasStatus: boolean): readonly FieldFault[] {
  return [
    ...(hasStatus ? statusFaults(schema, trail) : []),
    ...(schema.nullable ? [forbidden(childPath(trail, "nullable"), "cannot be true at the root")] : []),
  ];
}

function statusFaults(schema: Schema, trail: FieldPathNode): readonly FieldFault[] {
  const because = "if the status subresource is enabled";
  const { type = "object" } = schema;
  const first = foremost.find((name) => isSet(schema, name));
  if (first === undefined && type !== "object") {
    return [invalid(childPath(trail, "type"), `only "object" is allowed at the root ${because}`)];
  }
  const unwelcome = first ?? others.find((name) => isSet(schema, name));
  if (unwelcome === undefined) {
    return [];
  }
  const message = `${unwelcome} is not among the fields that are allowed at the root ${because}`;
  return [{ ...invalid(trail, message), place: pathOf(childPath(trail, unwelcome)) }];
}

/** Fields that count as set only if they are not empty. */
const emptiable: ReadonlySet<string> = new Set([
  "id",
  "$schema",
  "nullable",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-int-or-string",
]);

function isSet(schema: Schema, name: string): boolean {
  return isWritten(schema, name) && (!emptiable.has(name) || isFilled(schema, name));
}
