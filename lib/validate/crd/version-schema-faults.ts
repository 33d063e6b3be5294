import type { FieldFault } from "../model/field-fault.ts";
import { ruleFaults } from "../cel-rules/rule-faults.ts";
import type { Schema } from "../model/schema.ts";
import { defaultFaults } from "./default-faults.ts";
import { invalid, forbidden, unsupported, childPath, type FieldPathNode } from "../schema/field-errors.ts";
import { rootFaults } from "../schema/root-faults.ts";
import { structuralFaults } from "../schema/structural-faults.ts";
import { unsupportedField } from "../schema/unsupported-field.ts";
import type { CrdValidationOptions } from "../schema/validation-options.ts";
import { knownTypes } from "./validation-options.ts";
import { mergeFaults } from "../schema/list-faults.ts";
import { isFilled, isWritten, junctors, parts, strays, type Subschema } from "../schema/subschemas.ts";

/** The schema of one or all versions, and the options of checking it. */
interface VersionSchema {
  readonly schema: Schema;
  /** The trail of the object that holds the schema. */
  readonly trail: FieldPathNode;
  /** The name of the version, or of the first of those that share the schema. */
  readonly version: string;
  readonly hasStatus: boolean;
  readonly demands: CrdValidationOptions;
  readonly minor: number;
}

/**
 * Validates the schema of a version. Like the API server, it checks defaults only if the schema is
 * structural, and compiles rules only if the defaults are valid. Complexity: linear in the schema, and in the
 * cost of its rules.
 */
export function versionSchemaFaults(version: VersionSchema): readonly FieldFault[] {
  const { schema, demands, minor } = version;
  const trail = childPath(version.trail, "openAPIV3Schema");
  const unsupportedPart = unsupportedField(schema);
  const isReadable = unsupportedPart === undefined && demands.structural;
  const structure = isReadable ? readableFaults(version, trail) : [];
  const general = schemaFaults(schema, trail, demands);
  const rules = ruleFaults(schema, trail, {
    minor,
    compile: isReadable && structure.length === 0,
    limitEach: demands.costs(version.version),
    faulty: general.faulty,
  });
  const found = [...rootFaults(schema, trail, version.hasStatus), ...structure, ...general.faults, ...rules];
  return found.length === 0 && demands.structural && unsupportedPart !== undefined
    ? [invalid(trail, `${unsupportedPart} is not supported`)]
    : found;
}

function readableFaults(
  { schema, minor, demands }: VersionSchema,
  trail: FieldPathNode,
): readonly FieldFault[] {
  const structural = structuralFaults(schema, trail);
  return structural.length > 0 ? structural : defaultFaults(schema, trail, { minor, demands });
}

const metaFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/**
 * Finds everything that no schema of a definition may contain, whether or not it is structural. Kubernetes
 * documentation, "Custom Resources", "Specifying a structural schema" and "Validation". Complexity: linear.
 */
function schemaFaults(schema: Schema, trail: FieldPathNode, demands: CrdValidationOptions): FaultySchemas {
  const found: FieldFault[] = [];
  const faulty = new Set<Schema>();
  visit({ schema, trail, isRoot: true, inMeta: false, noDefaults: undefined }, { demands, found, faulty });
  return { faults: found, faulty };
}

/** The faults of a schema, and the subschemas that have them. */
interface FaultySchemas {
  readonly faults: readonly FieldFault[];
  readonly faulty: ReadonlySet<Schema>;
}

interface Site {
  readonly schema: Schema;
  readonly trail: FieldPathNode;
  readonly isRoot: boolean;
  /** Whether the schema is that of `apiVersion`, `kind` or `metadata` of a resource, or below it. */
  readonly inMeta: boolean;
  /** The reason that defaults are forbidden; undefined if they are allowed. */
  readonly noDefaults: string | undefined;
}

interface Walk {
  readonly demands: CrdValidationOptions;
  readonly found: FieldFault[];
  readonly faulty: Set<Schema>;
}

function visit(site: Site, walk: Walk): void {
  const { schema, trail } = site;
  const before = walk.found.length;
  walk.found.push(
    ...typeFaults(site, walk.demands),
    ...unsupportedFaults(site),
    ...excludedFaults(site),
    ...mergeFaults(schema, trail, walk.demands),
  );
  if (walk.found.length > before) {
    walk.faulty.add(schema);
  }
  for (const one of [...parts(schema), ...junctors(schema), ...strays(schema)]) {
    visit(below(site, one), walk);
  }
}

function below(site: Site, { schema, steps }: Subschema): Site {
  const [name, step] = steps;
  const child = { ...site, schema, trail: childPath(site.trail, ...steps), isRoot: false };
  if (name === "additionalProperties" && site.inMeta) {
    return { ...child, noDefaults: "inside additionalProperties applying to object metadata" };
  }
  const key = name === "properties" && typeof step === "object" ? step.key : "";
  if (!(site.isRoot || site.schema.embeddedResource) || !metaFields.has(key)) {
    return child;
  }
  return { ...child, inMeta: true, noDefaults: site.isRoot ? `in top-level ${key}` : site.noDefaults };
}

function typeFaults({ schema, trail }: Site, { types }: CrdValidationOptions): readonly FieldFault[] {
  const { type } = schema;
  const at = childPath(trail, "type");
  return [
    ...(types && type !== undefined && !knownTypes.has(type) ? [unsupported(at, [...knownTypes])] : []),
    ...(type === "null" ? [forbidden(at, "cannot be null: use nullable")] : []),
  ];
}

/** Fields of JSON schemas that Kubernetes does not support, and when they count as set. */
const fieldsUnsupported = [
  { name: "id", isUsed: isFilled },
  { name: "additionalItems", isUsed: isWritten },
  { name: "patternProperties", isUsed: isFilled },
  { name: "definitions", isUsed: isFilled },
  { name: "dependencies", isUsed: isWritten },
  { name: "$ref", isUsed: isWritten },
] as const;

function unsupportedFaults({ schema, trail, inMeta, noDefaults }: Site): readonly FieldFault[] {
  const found: FieldFault[] = [];
  for (const { name, isUsed } of fieldsUnsupported) {
    if (isUsed(schema, name)) {
      found.push(forbidden(childPath(trail, name), `${name} is not supported`));
    }
  }
  if ((schema.tupleItems ?? []).length > 0) {
    found.push(forbidden(childPath(trail, "items"), "items must be a schema and not a list of them"));
  }
  if (noDefaults !== undefined && isWritten(schema, "default")) {
    found.push(forbidden(childPath(trail, "default"), `must not be set ${noDefaults}`));
  }
  if (inMeta && schema.embeddedResource) {
    const at = childPath(trail, "x-kubernetes-embedded-resource");
    found.push(forbidden(at, "must not be used inside of resource meta"));
  }
  return found;
}

function excludedFaults({ schema, trail }: Site): readonly FieldFault[] {
  const { additionalProperties, properties } = schema;
  const found: FieldFault[] = [];
  if (schema.uniqueItems) {
    const message =
      "cannot be set to true since it would take quadratic time: use x-kubernetes-list-type: set";
    found.push(forbidden(childPath(trail, "uniqueItems"), message));
  }
  if (additionalProperties !== undefined && additionalProperties !== true && (properties?.size ?? 0) > 0) {
    const message = "additionalProperties and properties are mutually exclusive";
    found.push(forbidden(childPath(trail, "additionalProperties"), message));
  }
  if (schema.preserveUnknownFields === false) {
    const at = childPath(trail, "x-kubernetes-preserve-unknown-fields");
    found.push(invalid(at, "must be true or undefined: remove it"));
  }
  return found;
}
