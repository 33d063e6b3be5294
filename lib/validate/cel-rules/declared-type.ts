import { type CelType, type ObjectType, type SimpleType, simpleTypes } from "../../cel/model/type.ts";
import { readSchema, type Schema } from "../model/schema.ts";
import { escapeName } from "./escaped-name.ts";

/** The maximum size of a request that the API server's estimates assume, in bytes. */
export const maxRequestBytes: number = 3 * 1024 * 1024;

/** The type of the values of a schema, before the name under which expressions see it is known. */
interface Declaration {
  /** The minimum number of bytes that one value takes as JSON. */
  readonly leastBytes: number;
  readonly named: (name: string) => CelType;
}

/** Cached results for a schema: as the root of a resource, or as a part of one. */
interface Findings {
  declaration?: Declaration | undefined;
  type?: CelType | undefined;
}

/** The view on a schema: whether as the root of a resource, and the minor version of Kubernetes. */
export interface View {
  readonly isResourceRoot: boolean;
  readonly minor: number;
}

const findingsOf = [0, 1, 2, 3].map(() => new WeakMap<Schema, Findings>());
const resourceRoots = [0, 1].map(() => new WeakMap<Schema, Schema>());

/** The minor version since which the estimates know how long the name of a resource can be. */
const boundedNamesSince = 37;

/** The index of the cache for a version: its names have a bound or not. */
function generation(minor: number): 0 | 1 {
  return minor >= boundedNamesSince ? 1 : 0;
}

/**
 * Returns the type of `self` in the rules of a schema, with the maximum sizes of its parts; undefined if
 * expressions cannot see such values. At the root of a resource it has `apiVersion`, `kind`, `metadata.name`
 * and `metadata.generateName` whatever the schema says. Object types are named by their path from `self`:
 * `selfType.spec.containers.@idx`. Computed once per schema. Kubernetes documentation, "Validation rules",
 * and the API server's own estimates of sizes.
 */
export function declaredType(schema: Schema, view: View): CelType | undefined {
  const found = findings(schema, view);
  if (!("type" in found)) {
    found.type = declare(schema, view)?.named("selfType");
  }
  return found.type;
}

/**
 * Returns the minimum number of bytes that a value of the schema takes as JSON; undefined if expressions
 * cannot see such values. It bounds how often such a value can occur in one request.
 */
export function leastBytes(schema: Schema, view: View): number | undefined {
  return declare(schema, view)?.leastBytes;
}

/**
 * Returns the schema of a resource's root with the fields that rules may always use. Computed once per schema
 * and generation of names.
 */
export function resourceRoot(schema: Schema, minor: number): Schema {
  const all = resourceRoots[generation(minor)];
  const known = all?.get(schema);
  if (known !== undefined) {
    return known;
  }
  const made = hasResourceFields(schema) ? schema : withResourceFields(schema, minor);
  all?.set(schema, made);
  return made;
}

function findings(schema: Schema, { isResourceRoot, minor }: View): Findings {
  const all = findingsOf[generation(minor) * 2 + (isResourceRoot ? 1 : 0)];
  const known = all?.get(schema);
  if (known !== undefined) {
    return known;
  }
  const made: Findings = {};
  all?.set(schema, made);
  return made;
}

function declare(schema: Schema, view: View): Declaration | undefined {
  const found = findings(schema, view);
  if (!("declaration" in found)) {
    found.declaration = declareAnew(schema, view);
  }
  return found.declaration;
}

function declarePart(schema: Schema, minor: number): Declaration | undefined {
  return declare(schema, { isResourceRoot: schema.embeddedResource, minor });
}

function declareAnew(schema: Schema, { isResourceRoot, minor }: View): Declaration | undefined {
  if (schema.intOrString) {
    return simple("dyn", 1, charactersIn(schema.maxLength) ?? maxRequestBytes - 2);
  }
  const root = isResourceRoot ? resourceRoot(schema, minor) : schema;
  if (root.type === "array") {
    return declareList(root, minor);
  }
  if (root.type === "object") {
    return typeof root.additionalProperties === "object"
      ? declareMap(root, root.additionalProperties, minor)
      : declareObject(root, minor);
  }
  return root.type === "string" ? declareText(root) : scalars.get(root.type);
}

function declareList(schema: Schema, minor: number): Declaration | undefined {
  const element = schema.items === undefined ? undefined : declarePart(schema.items, minor);
  if (element === undefined) {
    return undefined;
  }
  const maxElements =
    atLeastNone(schema.maxItems) ?? Math.floor((maxRequestBytes - 2) / (element.leastBytes + 1));
  return {
    leastBytes: 2,
    named: (name) => ({ kind: "list", element: element.named(`${name}.@idx`), maxElements }),
  };
}

function declareMap(schema: Schema, values: Schema, minor: number): Declaration | undefined {
  const value = declarePart(values, minor);
  if (value === undefined) {
    return undefined;
  }
  // Six bytes for the rest of an entry: a key, its quotation marks, colon and comma.
  const maxElements =
    atLeastNone(schema.maxProperties) ?? Math.floor((maxRequestBytes - 2) / (value.leastBytes + 6));
  return {
    leastBytes: 2,
    named: (name) => ({
      kind: "map",
      key: simpleTypes.string,
      value: value.named(`${name}.@elem`),
      maxElements,
    }),
  };
}

function declareObject(schema: Schema, minor: number): Declaration {
  const required = new Set(schema.required);
  const fields = new Map<string, Declaration>();
  let bytes = 2;
  for (const [name, property] of schema.properties ?? []) {
    const declaration = declarePart(property, minor);
    if (declaration === undefined) {
      continue;
    }
    const escaped = escapeName(name);
    if (escaped !== undefined) {
      fields.set(escaped, declaration);
    }
    // A property with a default may be left out of a request.
    if (required.has(name) && (property.default ?? null) === null) {
      bytes += Buffer.byteLength(name) + declaration.leastBytes + 4;
    }
  }
  return { leastBytes: bytes, named: (name) => namedObject(name, fields) };
}

/** Names its fields on first use, since few parts of a large schema are used. */
function namedObject(name: string, declarations: ReadonlyMap<string, Declaration>): ObjectType {
  let fields: ReadonlyMap<string, CelType> | undefined;
  return {
    kind: "object",
    name,
    get fields() {
      fields ??= new Map(
        [...declarations].map(([field, declaration]) => [field, declaration.named(`${name}.${field}`)]),
      );
      return fields;
    },
  };
}

function declareText(schema: Schema): Declaration {
  if (schema.format === "byte") {
    return simple("bytes", 2, atLeastNone(schema.maxLength) ?? maxRequestBytes - 2);
  }
  return formats.get(schema.format) ?? simple("string", 2, longestText(schema));
}

function longestText(schema: Schema): number {
  const written = charactersIn(schema.maxLength);
  if (written !== undefined) {
    return written;
  }
  if (schema.enum === undefined || schema.enum.length === 0) {
    return maxRequestBytes - 2;
  }
  return schema.enum.reduce<number>(
    (longest, entry) => Math.max(longest, typeof entry === "string" ? Buffer.byteLength(entry) : 0),
    0,
  );
}

/** `maxLength` counts characters, the estimates count bytes: up to four per character. */
function charactersIn(maxLength: number | undefined): number | undefined {
  return maxLength === undefined ? undefined : Math.max(0, maxLength) * 4;
}

function atLeastNone(bound: number | undefined): number | undefined {
  return bound === undefined ? undefined : Math.max(0, bound);
}

function simple(kind: SimpleType["kind"], bytes: number, maxElements?: number): Declaration {
  const type: CelType = maxElements === undefined ? simpleTypes[kind] : { kind, maxElements };
  return { leastBytes: bytes, named: () => type };
}

const scalars: ReadonlyMap<string | undefined, Declaration> = new Map([
  ["boolean", simple("bool", 4)],
  ["number", simple("double", 1)],
  ["integer", simple("int", 1)],
]);

/**
 * Formats whose values are not strings to expressions, with the minimum and maximum length of the text in
 * quotation marks.
 */
const formats: ReadonlyMap<string | undefined, Declaration> = new Map([
  ["duration", simple("duration", 3, 32)],
  ["date", simple("timestamp", 12, 12)],
  ["date-time", simple("timestamp", 21, 32)],
]);

/** The maximum length of the name of a resource; a generated one gets at least one more character. */
const longestName = 253;

const text = readSchema({ type: "string" });

function resourceFields({ properties }: Schema, minor: number): readonly (readonly [string, Schema])[] {
  const written = properties?.get("metadata")?.properties;
  const named = (name: string, most: number): Schema => {
    const bound = Math.min(written?.get(name)?.maxLength ?? most, most);
    return minor >= boundedNamesSince ? { ...text, maxLength: bound } : text;
  };
  const metadata: Schema = {
    ...readSchema({ type: "object" }),
    properties: new Map([
      ["name", named("name", longestName)],
      ["generateName", named("generateName", longestName - 1)],
    ]),
  };
  return [
    ["apiVersion", text],
    ["kind", text],
    ["metadata", metadata],
  ];
}

function hasResourceFields({ properties }: Schema): boolean {
  const metadata = properties?.get("metadata");
  return (
    areTexts(properties, ["kind", "apiVersion"]) &&
    metadata?.type === "object" &&
    areTexts(metadata.properties, ["name", "generateName"])
  );
}

function areTexts(properties: ReadonlyMap<string, Schema> | undefined, names: readonly string[]): boolean {
  return names.every((name) => properties?.get(name)?.type === "string");
}

function withResourceFields(schema: Schema, minor: number): Schema {
  const { items: _none, ...rest } = schema;
  return { ...rest, properties: new Map([...(schema.properties ?? []), ...resourceFields(schema, minor)]) };
}
