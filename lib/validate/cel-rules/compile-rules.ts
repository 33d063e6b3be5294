import { kubernetesEnvironment, withVariables } from "../../cel/environment.ts";
import { type CelType, optionalOf } from "../../cel/model/type.ts";
import type { Schema } from "../model/schema.ts";
import { type CompiledRule, compileRule } from "./compiled-rule.ts";
import { type DeclaredPlace, partPlace, propertyPlace, typeAt } from "./schema-walk.ts";
import { escapeName } from "./escaped-name.ts";
import { hasRules } from "./has-rules.ts";

/** The compiled rules of a schema and of its parts. Parts without rules at or below them are left out. */
export interface CompiledNode {
  readonly schema: Schema;
  /** The schema that the type of `self` comes from, and whether it is a resource's root there. */
  readonly place: DeclaredPlace;
  /** The rules of the schema itself, in their order; compiled on first use. */
  readonly rules: () => readonly CompiledRule[];
  readonly properties: ReadonlyMap<string, CompiledNode>;
  /** The node of all entries of a list. */
  readonly items?: CompiledNode;
  /** The node of all values of a map. */
  readonly values?: CompiledNode;
}

interface Compilation {
  readonly minor: number;
  readonly isResourceRoot: boolean;
  readonly node: CompiledNode | undefined;
}

interface CheckedRules {
  readonly minor: number;
  readonly place: DeclaredPlace;
  readonly rules: readonly CompiledRule[];
}

const compilations = new WeakMap<Schema, Compilation[]>();
const checkedRules = new WeakMap<Schema, CheckedRules[]>();

/**
 * Compiles the rules of a schema for that minor version of Kubernetes, once per schema; undefined if it has
 * none. Rules of values that expressions cannot see are left out, as in the API server. Complexity: linear in
 * the schema.
 */
export function compileRules(schema: Schema, minor: number, isResourceRoot = true): CompiledNode | undefined {
  const known = compilations.get(schema) ?? [];
  const found = known.find((one) => one.minor === minor && one.isResourceRoot === isResourceRoot);
  if (found !== undefined) {
    return found.node;
  }
  const node = compileNode(schema, { schema, isResourceRoot, minor }, minor);
  compilations.set(schema, [...known, { minor, isResourceRoot, node }]);
  return node;
}

/**
 * Returns a schema's own rules where `self` has the type of the place; none if expressions cannot see it.
 * Compiled once.
 */
export function rulesAt(schema: Schema, place: DeclaredPlace, minor: number): readonly CompiledRule[] {
  const known = checkedRules.get(schema) ?? [];
  const found = known.find(
    (one) =>
      one.minor === minor &&
      one.place.schema === place.schema &&
      one.place.isResourceRoot === place.isResourceRoot,
  );
  if (found !== undefined) {
    return found.rules;
  }
  const rules = checkRules(schema, place, minor);
  checkedRules.set(schema, [...known, { minor, place, rules }]);
  return rules;
}

function checkRules(schema: Schema, place: DeclaredPlace, minor: number): readonly CompiledRule[] {
  const self = typeAt(place);
  if (self === undefined) {
    return [];
  }
  const base = kubernetesEnvironment(minor);
  const plain = withVariables(base, variables(self, self));
  const optional = withVariables(base, variables(self, optionalOf(self)));
  return schema.rules.map((rule) =>
    compileRule(rule, { self, environment: rule.optionalOldSelf === true ? optional : plain }),
  );
}

function variables(self: CelType, oldSelf: CelType): ReadonlyMap<string, CelType> {
  return new Map([
    ["self", self],
    ["oldSelf", oldSelf],
  ]);
}

function compileNode(schema: Schema, place: DeclaredPlace, minor: number): CompiledNode | undefined {
  if (!hasRules(schema)) {
    return undefined;
  }
  const properties = new Map<string, CompiledNode>();
  for (const [name, property] of schema.properties ?? []) {
    const below = placeOfProperty(place, name, property);
    const node = below === undefined ? undefined : compileNode(property, below, minor);
    if (node !== undefined) {
      properties.set(name, node);
    }
  }
  const items = schema.items && compileNode(schema.items, partPlace(schema.items, minor), minor);
  const map = schema.additionalProperties;
  const values = typeof map === "object" ? compileNode(map, partPlace(map, minor), minor) : undefined;
  return {
    schema,
    place,
    rules: () => rulesAt(schema, place, minor),
    properties,
    ...(items === undefined ? {} : { items }),
    ...(values === undefined ? {} : { values }),
  };
}

/** A property that expressions cannot name can still have rules about itself. */
function placeOfProperty(object: DeclaredPlace, name: string, property: Schema): DeclaredPlace | undefined {
  return escapeName(name) === undefined ? partPlace(property, object.minor) : propertyPlace(object, name);
}
