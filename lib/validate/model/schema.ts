import {
  entries,
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  stringField,
} from "../../object/json.ts";

/**
 * A schema of a CustomResourceDefinition (`JSONSchemaProps`), parsed once: fields of the wrong type are left
 * out, since the check of definitions reports them.
 */
export interface Schema {
  /** The schema as in the manifest. */
  readonly raw: JsonObject;
  readonly type?: string;
  readonly format?: string;
  readonly nullable: boolean;
  /** Undefined if absent; null if it is null. */
  readonly default?: JsonValue;
  readonly properties?: ReadonlyMap<string, Schema>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  /** A list of schemas under `items`, which structural schemas do not allow. */
  readonly tupleItems?: readonly Schema[];
  readonly required: readonly string[];
  readonly enum?: readonly JsonValue[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMinimum: boolean;
  readonly exclusiveMaximum: boolean;
  readonly multipleOf?: number | bigint;
  readonly allOf: readonly Schema[];
  readonly anyOf: readonly Schema[];
  readonly oneOf: readonly Schema[];
  readonly not?: Schema;
  /** `x-kubernetes-preserve-unknown-fields`; undefined if absent, since `false` is a fault. */
  readonly preserveUnknownFields?: boolean;
  readonly embeddedResource: boolean;
  readonly intOrString: boolean;
  readonly listType?: string;
  readonly listMapKeys: readonly string[];
  readonly mapType?: string;
  readonly rules: readonly ValidationRule[];
}

/** One of `x-kubernetes-validations`, as in the manifest. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** Cached, since several checks of one run read the same schemas. */
const known = new WeakMap<JsonObject, Schema>();

/**
 * Parses a schema; returns the same result for the same object. Its depth is bounded by that of the document.
 * Complexity: linear.
 */
export function readSchema(raw: JsonObject): Schema {
  const schema = known.get(raw) ?? readAnew(raw);
  known.set(raw, schema);
  return schema;
}

const none: readonly never[] = [];

/** A schema that is being parsed. */
type Draft = { -readonly [Name in keyof Schema]: Schema[Name] };

/** Iterates over the fields that are present: most schemas have three of the thirty. */
function readAnew(raw: JsonObject): Schema {
  const schema: Draft = {
    raw,
    nullable: false,
    uniqueItems: false,
    exclusiveMinimum: false,
    exclusiveMaximum: false,
    embeddedResource: false,
    intOrString: false,
    required: none,
    listMapKeys: none,
    allOf: none,
    anyOf: none,
    oneOf: none,
    rules: none,
  };
  for (const [name, found] of Object.entries(raw)) {
    readers.get(name)?.(schema, found);
  }
  return schema;
}

/** Copies the value of one field into the schema, if it has the right type. */
type Reader = (schema: Draft, found: JsonValue) => void;

const readers: ReadonlyMap<string, Reader> = new Map([
  ["type", filledText("type")],
  ["format", filledText("format")],
  ["pattern", filledText("pattern")],
  ["x-kubernetes-list-type", anyText("listType")],
  ["x-kubernetes-map-type", anyText("mapType")],
  ["nullable", flag("nullable")],
  ["uniqueItems", flag("uniqueItems")],
  ["exclusiveMinimum", flag("exclusiveMinimum")],
  ["exclusiveMaximum", flag("exclusiveMaximum")],
  ["x-kubernetes-embedded-resource", flag("embeddedResource")],
  ["x-kubernetes-int-or-string", flag("intOrString")],
  ["x-kubernetes-preserve-unknown-fields", flag("preserveUnknownFields")],
  ["minLength", count("minLength")],
  ["maxLength", count("maxLength")],
  ["minItems", count("minItems")],
  ["maxItems", count("maxItems")],
  ["minProperties", count("minProperties")],
  ["maxProperties", count("maxProperties")],
  ["minimum", bound("minimum")],
  ["maximum", bound("maximum")],
  ["multipleOf", bound("multipleOf")],
  ["required", texts("required")],
  ["x-kubernetes-list-map-keys", texts("listMapKeys")],
  ["allOf", schemaList("allOf")],
  ["anyOf", schemaList("anyOf")],
  ["oneOf", schemaList("oneOf")],
  ["items", readItems],
  ["properties", readProperties],
  ["additionalProperties", readAdditional],
  ["not", readNot],
  ["default", readDefault],
  ["enum", readEnum],
  ["x-kubernetes-validations", readRules],
]);

function filledText(name: "type" | "format" | "pattern"): Reader {
  return (schema, found) => {
    if (typeof found === "string" && found !== "") {
      schema[name] = found;
    }
  };
}

function anyText(name: "listType" | "mapType"): Reader {
  return (schema, found) => {
    if (typeof found === "string") {
      schema[name] = found;
    }
  };
}

type FlagName =
  | "nullable"
  | "uniqueItems"
  | "exclusiveMinimum"
  | "exclusiveMaximum"
  | "embeddedResource"
  | "intOrString"
  | "preserveUnknownFields";

function flag(name: FlagName): Reader {
  return (schema, found) => {
    if (typeof found === "boolean") {
      schema[name] = found;
    }
  };
}

type CountName = "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties";

function count(name: CountName): Reader {
  return (schema, found) => {
    if (typeof found === "number" || typeof found === "bigint") {
      schema[name] = Number(found);
    }
  };
}

function bound(name: "minimum" | "maximum" | "multipleOf"): Reader {
  return (schema, found) => {
    if (typeof found === "number" || typeof found === "bigint") {
      schema[name] = found;
    }
  };
}

function texts(name: "required" | "listMapKeys"): Reader {
  return (schema, found) => {
    schema[name] = entries(found).flatMap((entry) =>
      typeof entry === "string" || entry === null ? [entry ?? ""] : [],
    );
  };
}

function schemaList(name: "allOf" | "anyOf" | "oneOf"): Reader {
  return (schema, found) => {
    schema[name] = entries(found).flatMap(readEntry);
  };
}

function readItems(schema: Draft, found: JsonValue): void {
  if (isObject(found)) {
    schema.items = readAnew(found);
  } else if (isArray(found)) {
    schema.tupleItems = found.flatMap(readEntry);
  }
}

function readProperties(schema: Draft, found: JsonValue): void {
  if (isObject(found)) {
    const properties = new Map<string, Schema>();
    for (const [name, value] of Object.entries(found)) {
      for (const property of readEntry(value)) {
        properties.set(name, property);
      }
    }
    schema.properties = properties;
  }
}

function readAdditional(schema: Draft, found: JsonValue): void {
  if (typeof found === "boolean") {
    schema.additionalProperties = found;
  } else if (isObject(found)) {
    schema.additionalProperties = readAnew(found);
  }
}

function readNot(schema: Draft, found: JsonValue): void {
  if (isObject(found)) {
    schema.not = readAnew(found);
  }
}

function readDefault(schema: Draft, found: JsonValue): void {
  schema.default = found;
}

function readEnum(schema: Draft, found: JsonValue): void {
  if (isArray(found)) {
    schema.enum = found;
  }
}

/** The API server reads null as a rule without content. */
function readRules(schema: Draft, found: JsonValue): void {
  schema.rules = entries(found).flatMap((one) =>
    isObject(one) || one === null ? [readRule(one ?? {})] : [],
  );
}

function readRule(raw: JsonObject): ValidationRule {
  const message = filledTextIn(raw, "message");
  const messageExpression = filledTextIn(raw, "messageExpression");
  const reason = stringField(raw, "reason");
  const fieldPath = filledTextIn(raw, "fieldPath");
  const optionalOldSelf = field(raw, "optionalOldSelf");
  return {
    rule: stringField(raw, "rule") ?? "",
    ...(message === undefined ? {} : { message }),
    ...(messageExpression === undefined ? {} : { messageExpression }),
    ...(reason === undefined ? {} : { reason }),
    ...(fieldPath === undefined ? {} : { fieldPath }),
    ...(typeof optionalOldSelf === "boolean" ? { optionalOldSelf } : {}),
  };
}

function filledTextIn(raw: JsonObject, name: string): string | undefined {
  const found = stringField(raw, name);
  return found === "" ? undefined : found;
}

/** The API server reads null, which a name without a value is in YAML, as an empty schema. */
function readEntry(value: JsonValue): readonly Schema[] {
  if (value === null) {
    return [readAnew({})];
  }
  return isObject(value) ? [readAnew(value)] : [];
}
