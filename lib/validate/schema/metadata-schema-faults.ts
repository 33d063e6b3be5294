import type { FieldFault } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { forbidden, invalid } from "./field-errors.ts";
import { saysNothingElse } from "./type-only-schema.ts";
import { childPath, type FieldPathNode } from "./field-path.ts";

const freely: ReadonlySet<string> = new Set(["type", "default", "properties"]);
const nameable: ReadonlySet<string> = new Set(["name", "generateName"]);

/**
 * Finds what a schema must not specify about `kind`, `apiVersion` and `metadata` at the root of a version,
 * and of an embedded resource. Only the names in `metadata` may be restricted, and only at the root.
 */
export function metadataSchemaFaults(
  schema: Schema,
  trail: FieldPathNode,
  isRoot: boolean,
): readonly FieldFault[] {
  const { properties } = schema;
  if (properties === undefined || !(isRoot || schema.embeddedResource)) {
    return [];
  }
  const found: FieldFault[] = [];
  for (const [key, type] of metaTypes) {
    const one = properties.get(key);
    if (one !== undefined && one.type !== type) {
      found.push(invalid(childPath(trail, "properties", { key }, "type"), `must be ${type}`));
    }
  }
  const metadata = properties.get("metadata");
  if (isRoot && metadata !== undefined && !isOnlyNames(metadata)) {
    const message =
      "must not specify anything other than name and generateName: metadata is implicitly specified";
    found.push(forbidden(childPath(trail, "properties", { key: "metadata" }), message));
  }
  return found;
}

const metaTypes = [
  ["kind", "string"],
  ["apiVersion", "string"],
  ["metadata", "object"],
] as const;

function isOnlyNames(metadata: Schema): boolean {
  const isFree = [...(metadata.properties?.keys() ?? [])].every((key) => nameable.has(key));
  return isFree && metadata.additionalProperties === undefined && saysNothingElse(metadata, freely);
}
