import type { JsonValue } from "../../object/json.ts";
import { type FieldFault, type FieldPath, placeOf } from "../model/field-fault.ts";
import { hasRules } from "../cel-rules/has-rules.ts";
import { mostOfObject, type RuleBudget } from "../cel-rules/rule-limits.ts";
import type { Schema } from "../model/schema.ts";
import { compileChecker } from "../value/check-value.ts";
import { coerceEmbedded, embeddedFaults } from "../value/embedded.ts";
import { pruneValue } from "../value/prune.ts";
import { defaultRuleFaults, defaultSchema } from "./default-schema.ts";
import { invalid, childPath, pathOf, type FieldPathNode } from "../schema/field-errors.ts";
import type { CrdValidationOptions } from "../schema/validation-options.ts";

/** Options of checking defaults. */
export interface DefaultCheck {
  readonly minor: number;
  readonly demands: Pick<CrdValidationOptions, "prunedDefaults">;
}

interface Judge extends DefaultCheck {
  /** The cost limit of the rules of all defaults together. */
  readonly budget: RuleBudget;
}

/**
 * Validates the defaults of a structural schema: each must be valid by its schema and have no field that the
 * schema does not know. Kubernetes documentation, "Custom Resources", "Defaulting". Complexity: linear in the
 * schema and its defaults.
 */
export function defaultFaults(
  schema: Schema,
  trail: FieldPathNode,
  check: DefaultCheck,
): readonly FieldFault[] {
  const found: FieldFault[] = [];
  const root = asResource(schema);
  const judge = { ...check, budget: { left: mostOfObject } };
  visit({ schema: root, trail, resource: root, way: undefined, inMeta: false }, (site, value) => {
    found.push(...(site.inMeta ? metaFaults(value, site, judge) : valueFaults(value, site, judge)));
    return false;
  });
  return found;
}

/**
 * Reports whether any default of a structural schema has fields that the schema does not know. Complexity:
 * linear.
 */
export function hasUnprunedDefaults(schema: Schema): boolean {
  const root = asResource(schema);
  const trail: FieldPathNode = { above: undefined, step: "" };
  return visit(
    { schema: root, trail, resource: root, way: undefined, inMeta: false },
    (site, value) => !site.inMeta && isUnpruned(value, site.schema),
  );
}

/** The root of a version is a resource, like embedded ones. */
function asResource(schema: Schema): Schema {
  return schema.embeddedResource ? schema : { ...schema, embeddedResource: true };
}

interface Site {
  readonly schema: Schema;
  readonly trail: FieldPathNode;
  /** The innermost enclosing resource. */
  readonly resource: Schema;
  /** The path from that resource down to the schema; undefined at the resource itself. */
  readonly way: FieldPathNode | undefined;
  /** Whether the schema is that of `apiVersion`, `kind` or `metadata` of a resource, or below it. */
  readonly inMeta: boolean;
}

const metaFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Visits the defaults until `isEnough`. Values of maps are skipped: defaults are not allowed there. */
function visit(site: Site, isEnough: (site: Site, value: JsonValue) => boolean): boolean {
  const here = site.schema.embeddedResource
    ? { ...site, resource: site.schema, way: undefined, inMeta: false }
    : site;
  const { schema } = here;
  const value = schema.default ?? null;
  if (value !== null && isEnough(here, value)) {
    return true;
  }
  const { items } = schema;
  if (items !== undefined && visit(itemSite(here, items), isEnough)) {
    return true;
  }
  for (const [key, one] of schema.properties ?? []) {
    if (visit(fieldSite(here, key, one), isEnough)) {
      return true;
    }
  }
  return false;
}

function itemSite(site: Site, schema: Schema): Site {
  return { ...site, schema, trail: childPath(site.trail, "items"), way: { above: site.way, step: 0 } };
}

function fieldSite(site: Site, key: string, schema: Schema): Site {
  const isMeta = site.schema.embeddedResource && metaFields.has(key);
  return {
    ...site,
    schema,
    trail: childPath(site.trail, "properties", { key }),
    way: { above: site.way, step: { key } },
    inMeta: site.inMeta || isMeta,
  };
}

/** A default within the metadata of a resource is tried in a resource that has nothing else. */
function metaFaults(value: JsonValue, site: Site, check: Judge): readonly FieldFault[] {
  const resource = { apiVersion: "validation/v1", kind: "Validation", ...surrounding(value, site.way) };
  const coerced = coerceEmbedded(resource, site.resource);
  const [fault] =
    coerced.faults.length > 0 ? coerced.faults : embeddedFaults(coerced.value, site.resource, check.minor);
  return fault === undefined
    ? checkedFaults(value, site, check)
    : [invalid(childPath(site.trail, "default"), `must result in valid metadata: ${fault.message}`)];
}

function surrounding(value: JsonValue, way: FieldPathNode | undefined): Readonly<Record<string, JsonValue>> {
  let whole: JsonValue = value;
  let last: Readonly<Record<string, JsonValue>> = {};
  for (let end = way; end !== undefined; end = end.above) {
    if (typeof end.step === "object") {
      last = Object.fromEntries([[end.step.key, whole]]);
      whole = last;
    } else {
      whole = [whole];
    }
  }
  return last;
}

function valueFaults(value: JsonValue, site: Site, check: Judge): readonly FieldFault[] {
  const { schema, trail } = site;
  const at = childPath(trail, "default");
  const pruned =
    check.demands.prunedDefaults && isUnpruned(value, schema)
      ? [invalid(at, "must not have unknown fields")]
      : [];
  const coerced = coerceEmbedded(value, schema);
  const embedded =
    coerced.faults.length > 0
      ? coerced.faults.slice(0, 1).map((fault) => atMetadata(fault, schema))
      : embeddedFaults(coerced.value, schema, check.minor);
  const faults =
    embedded.length > 0
      ? embedded.map((fault) => atDefault(pathOf(at), fault))
      : checkedFaults(coerced.value, site, check);
  return [...pruned, ...faults];
}

/** A fault of unreadable metadata is reported at the metadata as a whole. */
function atMetadata(fault: FieldFault, schema: Schema): FieldFault {
  let current: Schema | undefined = schema;
  for (const [index, step] of placeOf(fault.path).entries()) {
    if (current?.embeddedResource === true && step === "metadata") {
      return { ...fault, path: fault.path.slice(0, index + 1), place: fault.place ?? fault.path };
    }
    current = typeof step === "number" ? current?.items : partOf(current, step);
  }
  return fault;
}

function partOf(schema: Schema | undefined, name: string): Schema | undefined {
  const values = schema?.additionalProperties;
  return schema?.properties?.get(name) ?? (typeof values === "object" ? values : undefined);
}

function checkedFaults(
  value: JsonValue,
  { schema, trail }: Site,
  { minor, budget }: Judge,
): readonly FieldFault[] {
  const base = pathOf(childPath(trail, "default"));
  const lenient = defaultSchema(schema);
  const faults = compileChecker(lenient, minor)
    .check(value)
    .map((fault) => atItem(base, fault));
  if (faults.length > 0 || !hasRules(schema)) {
    return faults;
  }
  const misfits = lenient === schema ? [] : compileChecker(schema, minor).check(value);
  return misfits.length > 0
    ? misfits.map((fault) => atDefault(base, { ...fault, reason: "FieldValueInvalid" }))
    : defaultRuleFaults(value, schema, { minor, budget }).map((fault) => atDefault(base, fault));
}

function atDefault(base: FieldPath, fault: FieldFault): FieldFault {
  const path = [...base, ...fault.path];
  return fault.place === undefined
    ? { ...fault, path }
    : { ...fault, path, place: [...base, ...fault.place] };
}

/**
 * Returns the fault of a part of a default. The API server writes the index of an item of the default itself
 * with a dot before it, and omits the empty key of a value of the default itself.
 */
function atItem(base: FieldPath, fault: FieldFault): FieldFault {
  const [first, ...rest] = fault.path;
  if (rest.length === 0 && placeOf(fault.path)[0] === "") {
    return { ...fault, path: base, place: [...base, ...(fault.place ?? fault.path)] };
  }
  return typeof first === "number"
    ? { ...fault, path: [...base, `[${first}]`, ...rest], place: [...base, ...(fault.place ?? fault.path)] }
    : atDefault(base, fault);
}

function isUnpruned(value: JsonValue, schema: Schema): boolean {
  return pruneValue(value, schema, { isResourceRoot: schema.embeddedResource }).value !== value;
}
