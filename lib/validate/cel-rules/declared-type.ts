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

const rootFindings = new WeakMap<Schema, Findings>();
const partFindings = new WeakMap<Schema, Findings>();
const resourceRoots = new WeakMap<Schema, Schema>();

/**
 * Returns the type of `self` in the rules of a schema, with the maximum sizes of its parts; undefined if
 * expressions cannot see such values. At the root of a resource it has `apiVersion`, `kind`, `metadata.name`
 * and `metadata.generateName` whatever the schema says. Object types are named by their path from `self`:
 * `selfType.spec.containers.@idx`. Computed once per schema. Kubernetes documentation, "Validation rules",
 * and the API server's own estimates of sizes.
 */
export function declaredType(schema: Schema, isResourceRoot: boolean): CelType | undefined {
  const found = findings(schema, isResourceRoot);
  if (!("type" in found)) {
    found.type = declare(schema, isResourceRoot)?.named("selfType");
  }
  return found.type;
}

/**
 * Returns the minimum number of bytes that a value of the schema takes as JSON; undefined if expressions
 * cannot see such values. It bounds how often such a value can occur in one request.
 */
export function leastBytes(schema: Schema, isResourceRoot: boolean): number | undefined {
  return declare(schema, isResourceRoot)?.leastBytes;
}

/**
 * Returns the schema of a resource's root with the fields that rules may always use. Computed once per
 * schema.
 */
export function resourceRoot(schema: Schema): Schema {
  const known = resourceRoots.get(schema);
  if (known !== undefined) {
    return known;
  }
  const made = hasResourceFields(schema) ? schema : withResourceFields(schema);
  resourceRoots.set(schema, made);
  return made;
}

function findings(schema: Schema, isResourceRoot: boolean): Findings {
  const all = isResourceRoot ? rootFindings : partFindings;
  const known = all.get(schema);
  if (known !== undefined) {
    return known;
  }
  const made: Findings = {};
  all.set(schema, made);
  return made;
}

function declare(schema: Schema, isResourceRoot: boolean): Declaration | undefined {
  const found = findings(schema, isResourceRoot);
  if (!("declaration" in found)) {
    found.declaration = declareAnew(schema, isResourceRoot);
  }
  return found.declaration;
}

function declareAnew(schema: Schema, isResourceRoot: boolean): Declaration | undefined {
  if (schema.intOrString) {
    return simple("dyn", 1, charactersIn(schema.maxLength) ?? maxRequestBytes - 2);
  }
  const root = isResourceRoot ? resourceRoot(schema) : schema;
  if (root.type === "array") {
    return declareList(root);
  }
  if (root.type === "object") {
    return typeof root.additionalProperties === "object"
      ? declareMap(root, root.additionalProperties)
      : declareObject(root);
  }
  return root.type === "string" ? declareText(root) : scalars.get(root.type);
}

function declareList(schema: Schema): Declaration | undefined {
  const element =
    schema.items === undefined ? undefined : declare(schema.items, schema.items.embeddedResource);
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

function declareMap(schema: Schema, values: Schema): Declaration | undefined {
  const value = declare(values, values.embeddedResource);
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

function declareObject(schema: Schema): Declaration {
  const required = new Set(schema.required);
  const fields = new Map<string, Declaration>();
  let bytes = 2;
  for (const [name, property] of schema.properties ?? []) {
    const declaration = declare(property, property.embeddedResource);
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

const resourceFields = readSchema({
  type: "object",
  properties: {
    apiVersion: { type: "string" },
    kind: { type: "string" },
    metadata: {
      type: "object",
      properties: { name: { type: "string" }, generateName: { type: "string" } },
    },
  },
}).properties;

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

function withResourceFields(schema: Schema): Schema {
  const { items: _none, ...rest } = schema;
  return { ...rest, properties: new Map([...(schema.properties ?? []), ...(resourceFields ?? [])]) };
}
