import { parts, type Subschema } from "../schema/subschemas.ts";
import { childPath, type FieldPathNode } from "../schema/field-path.ts";
import type { Schema } from "../model/schema.ts";
import { type DeclaredPlace, partPlace, propertyPlace, typeAt } from "./schema-position.ts";
import { repeated } from "./rule-limits.ts";

/** A schema on the way down from the root, and what is known about it from above. */
export interface RuleSite {
  readonly schema: Schema;
  readonly trail: FieldPathNode;
  /** Where `self` has its type from; undefined outside of all rules, null where expressions cannot see it. */
  readonly place: DeclaredPlace | null | undefined;
  /** How many such values an object has at most; undefined where nothing bounds them. */
  readonly count: number | undefined;
  /**
   * The list or map next to the root whose entries cannot be followed from one state of an object to the
   * next.
   */
  readonly uncorrelated: FieldPathNode | undefined;
}

/** The root of a schema. */
export function rootSite(schema: Schema, trail: FieldPathNode): RuleSite {
  const place = { schema, isResourceRoot: true };
  return {
    schema,
    trail,
    place: schema.rules.length > 0 ? visible(place) : undefined,
    count: 1,
    uncorrelated: undefined,
  };
}

/** The parts of a schema: values of a map, properties, entries of a list. */
export function partSites(site: RuleSite): readonly RuleSite[] {
  const each = countBelow(site);
  return parts(site.schema).map(({ schema, steps }) => ({
    schema,
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
 * From the first schema with rules on, parts have the types that they have as seen from above, where they are
 * seen.
 */
function placeBelow({ place }: RuleSite, { schema, steps }: Subschema): RuleSite["place"] {
  if (place === undefined) {
    return schema.rules.length > 0 ? visible(partPlace(schema)) : undefined;
  }
  if (place === null) {
    return null;
  }
  const [, step] = steps;
  const seen = typeof step === "object" ? propertyPlace(place, step.key) : undefined;
  return seen ?? visible(partPlace(schema));
}

/** How many parts a value has at most; undefined where nothing bounds them. */
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

/** Entries of a list are followed by their keys only; those of a map by theirs. */
function isFollowed(schema: Schema, [name]: Subschema["steps"]): boolean {
  return name === "items"
    ? schema.listType === "map"
    : name !== "properties" || ["granular", "atomic", undefined].includes(schema.mapType);
}
