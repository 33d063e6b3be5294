import { parts, type Subschema } from "../schema/subschemas.ts";
import { childPath, type FieldPathNode } from "../schema/field-errors.ts";
import type { Schema } from "../model/schema.ts";
import { repeated } from "./rule-limits.ts";
import type { CelType } from "../../cel/model/type.ts";
import { declaredType, resourceRoot, type View } from "./declared-type.ts";
import { escapeName } from "./escaped-name.ts";

/** A schema on the way down from the root, and its inherited state. */
export interface RuleSite {
  readonly schema: Schema;
  readonly minor: number;
  readonly trail: FieldPathNode;
  /**
   * The place that the type of `self` comes from; undefined outside of all rules, null if expressions cannot
   * see it.
   */
  readonly place: DeclaredPlace | null | undefined;
  /** The maximum number of such values in an object; undefined if unbounded. */
  readonly count: number | undefined;
  /** The outermost list or map whose entries cannot be correlated between the old and the new object. */
  readonly uncorrelated: FieldPathNode | undefined;
}

/** Returns the root of a schema. */
export function rootSite(schema: Schema, trail: FieldPathNode, minor: number): RuleSite {
  const place = { schema, isResourceRoot: true, minor };
  return {
    schema,
    trail,
    minor,
    place: schema.rules.length > 0 ? visible(place) : undefined,
    count: 1,
    uncorrelated: undefined,
  };
}

/** Returns the parts of a schema: values of a map, properties, entries of a list. */
export function partSites(site: RuleSite): readonly RuleSite[] {
  const each = countBelow(site);
  return parts(site.schema).map(({ schema, steps }) => ({
    schema,
    minor: site.minor,
    trail: childPath(site.trail, ...steps),
    place: placeBelow(site, { schema, steps }),
    count: each === undefined || site.count === undefined ? undefined : repeated(site.count, each),
    uncorrelated: site.uncorrelated ?? (isFollowed(site.schema, steps) ? undefined : site.trail),
  }));
}

function visible(place: DeclaredPlace): DeclaredPlace | null {
  return typeAt(place) === undefined ? null : place;
}

/**
 * From the first schema with rules on, parts have the types that are visible from above, if they are visible.
 */
function placeBelow({ place, minor }: RuleSite, { schema, steps }: Subschema): RuleSite["place"] {
  if (place === undefined) {
    return schema.rules.length > 0 ? visible(partPlace(schema, minor)) : undefined;
  }
  if (place === null) {
    return null;
  }
  const [, step] = steps;
  const seen = typeof step === "object" ? propertyPlace(place, step.key) : undefined;
  return seen ?? visible(partPlace(schema, minor));
}

/** Returns the maximum number of parts of a value; undefined if unbounded. */
function countBelow({ schema }: RuleSite): number | undefined {
  if (schema.type === "array") {
    return bounded(schema.maxItems);
  }
  return schema.type === "object" && schema.additionalProperties !== undefined
    ? bounded(schema.maxProperties)
    : 1;
}

function bounded(most: number | undefined): number | undefined {
  return most === undefined ? undefined : Math.max(0, most);
}

/**
 * Reports whether entries can be correlated: those of a list only by the keys of type `map`, those of a map
 * by their names.
 */
function isFollowed(schema: Schema, [name]: Subschema["steps"]): boolean {
  return name === "items"
    ? schema.listType === "map"
    : name !== "properties" || ["granular", "atomic", undefined].includes(schema.mapType);
}

/** A schema as expressions see its values: alone, or as the root of a resource, top-level or embedded. */
export interface DeclaredPlace extends View {
  readonly schema: Schema;
}

/** Returns the place of a schema by itself, as a part of a resource. */
export function partPlace(schema: Schema, minor: number): DeclaredPlace {
  return { schema, isResourceRoot: schema.embeddedResource, minor };
}

/** Returns the type of `self` in the rules at that place; undefined if expressions cannot see such values. */
export function typeAt(place: DeclaredPlace): CelType | undefined {
  return declaredType(place.schema, place);
}

/**
 * Returns the place that a property's type comes from, as seen from the object; undefined if expressions
 * cannot see it there. It is not always the property's own schema: `metadata` of a resource has a name,
 * whatever its schema says.
 */
export function propertyPlace(object: DeclaredPlace, name: string): DeclaredPlace | undefined {
  const schema = object.isResourceRoot ? resourceRoot(object.schema, object.minor) : object.schema;
  const isMap = typeof schema.additionalProperties === "object";
  const property = isMap || schema.type !== "object" ? undefined : schema.properties?.get(name);
  if (property === undefined || escapeName(name) === undefined) {
    return undefined;
  }
  const place = partPlace(property, object.minor);
  return typeAt(place) === undefined ? undefined : place;
}
