import type { CelType } from "../../cel/model/type.ts";
import type { Schema } from "../model/schema.ts";
import { declaredType, resourceRoot } from "./declared-type.ts";
import { escapeName } from "./escaped-name.ts";

/** A schema as expressions see its values: alone, or as the root of a resource, top-level or embedded. */
export interface DeclaredPlace {
  readonly schema: Schema;
  readonly isResourceRoot: boolean;
}

/** Returns the place of a schema by itself, as a part of a resource. */
export function partPlace(schema: Schema): DeclaredPlace {
  return { schema, isResourceRoot: schema.embeddedResource };
}

/** Returns the type of `self` in the rules at that place; undefined if expressions cannot see such values. */
export function typeAt(place: DeclaredPlace): CelType | undefined {
  return declaredType(place.schema, place.isResourceRoot);
}

/**
 * Returns the place that a property's type comes from, as seen from the object; undefined if expressions
 * cannot see it there. It is not always the property's own schema: `metadata` of a resource has a name,
 * whatever its schema says.
 */
export function propertyPlace(object: DeclaredPlace, name: string): DeclaredPlace | undefined {
  const schema = object.isResourceRoot ? resourceRoot(object.schema) : object.schema;
  const isMap = typeof schema.additionalProperties === "object";
  const property = isMap || schema.type !== "object" ? undefined : schema.properties?.get(name);
  if (property === undefined || escapeName(name) === undefined) {
    return undefined;
  }
  const place = partPlace(property);
  return typeAt(place) === undefined ? undefined : place;
}
