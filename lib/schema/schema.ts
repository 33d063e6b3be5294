import {
  entries,
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
} from "../object/json.ts";

/**
 * A schema as a CustomResourceDefinition writes it (`JSONSchemaProps`), read once: what does not have the type it must have is left out,
 * since the definition's own check tells that.
 */
export interface Schema {
  /** As it was written. */
  readonly raw: JsonObject;
  readonly type?: string;
  readonly format?: string;
  readonly nullable: boolean;
  /** Absent where none is written; null where null is written. */
  readonly default?: JsonValue;
  readonly properties?: ReadonlyMap<string, Schema>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  /** A list of schemas under `items`, which structural schemas refuse. */
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
  /** `x-kubernetes-preserve-unknown-fields`; undefined where it is not written, since `false` is a fault. */
  readonly preserveUnknownFields?: boolean;
  readonly embeddedResource: boolean;
  readonly intOrString: boolean;
  readonly listType?: string;
  readonly listMapKeys: readonly string[];
  readonly mapType?: string;
  readonly rules: readonly ValidationRule[];
}

/** One of `x-kubernetes-validations`, as written. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** Reads a schema. Its depth is bounded by that of the document it stands in. Complexity: linear. */
export function readSchema(raw: JsonObject): Schema {
  return {
    raw,
    ...definite({
      type: nonEmpty(text(raw, "type")),
      format: nonEmpty(text(raw, "format")),
      default: field(raw, "default"),
      properties: schemaMap(raw, "properties"),
      additionalProperties: schemaOrFlag(raw, "additionalProperties"),
      items: schemaIn(raw, "items"),
      tupleItems: isArray(field(raw, "items")) ? schemaList(raw, "items") : undefined,
      not: schemaIn(raw, "not"),
      preserveUnknownFields: flagIn(raw, "x-kubernetes-preserve-unknown-fields"),
      listType: text(raw, "x-kubernetes-list-type"),
      mapType: text(raw, "x-kubernetes-map-type"),
      enum: isArray(field(raw, "enum")) ? entries(field(raw, "enum")) : undefined,
      pattern: nonEmpty(text(raw, "pattern")),
      minimum: bound(raw, "minimum"),
      maximum: bound(raw, "maximum"),
      multipleOf: bound(raw, "multipleOf"),
    }),
    ...definite(readCounts(raw)),
    nullable: flagIn(raw, "nullable") ?? false,
    uniqueItems: flagIn(raw, "uniqueItems") ?? false,
    exclusiveMinimum: flagIn(raw, "exclusiveMinimum") ?? false,
    exclusiveMaximum: flagIn(raw, "exclusiveMaximum") ?? false,
    embeddedResource: flagIn(raw, "x-kubernetes-embedded-resource") ?? false,
    intOrString: flagIn(raw, "x-kubernetes-int-or-string") ?? false,
    required: texts(raw, "required"),
    listMapKeys: texts(raw, "x-kubernetes-list-map-keys"),
    allOf: schemaList(raw, "allOf"),
    anyOf: schemaList(raw, "anyOf"),
    oneOf: schemaList(raw, "oneOf"),
    rules: entries(field(raw, "x-kubernetes-validations")).filter(isObject).map(readRule),
  };
}

function readCounts(raw: JsonObject): {
  readonly [Name in "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"]:
    | number
    | undefined;
} {
  return {
    minLength: count(raw, "minLength"),
    maxLength: count(raw, "maxLength"),
    minItems: count(raw, "minItems"),
    maxItems: count(raw, "maxItems"),
    minProperties: count(raw, "minProperties"),
    maxProperties: count(raw, "maxProperties"),
  };
}

function readRule(raw: JsonObject): ValidationRule {
  return {
    rule: text(raw, "rule") ?? "",
    ...definite({
      message: nonEmpty(text(raw, "message")),
      messageExpression: nonEmpty(text(raw, "messageExpression")),
      reason: text(raw, "reason"),
      fieldPath: nonEmpty(text(raw, "fieldPath")),
      optionalOldSelf: flagIn(raw, "optionalOldSelf"),
    }),
  };
}

type Definite<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that have a value. */
function definite<Fields extends object>(fields: Fields): Definite<Fields>;
function definite(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function text(raw: JsonObject, name: string): string | undefined {
  const found = field(raw, name);
  return typeof found === "string" ? found : undefined;
}

function nonEmpty(found: string | undefined): string | undefined {
  return found === "" ? undefined : found;
}

function texts(raw: JsonObject, name: string): readonly string[] {
  return entries(field(raw, name)).filter((entry) => typeof entry === "string");
}

function flagIn(raw: JsonObject, name: string): boolean | undefined {
  const found = field(raw, name);
  return typeof found === "boolean" ? found : undefined;
}

function bound(raw: JsonObject, name: string): number | bigint | undefined {
  const found = field(raw, name);
  return typeof found === "number" || typeof found === "bigint" ? found : undefined;
}

function count(raw: JsonObject, name: string): number | undefined {
  const found = field(raw, name);
  return typeof found === "number" || typeof found === "bigint" ? Number(found) : undefined;
}

function schemaIn(raw: JsonObject, name: string): Schema | undefined {
  const found = field(raw, name);
  return isObject(found) ? readSchema(found) : undefined;
}

function schemaOrFlag(raw: JsonObject, name: string): Schema | boolean | undefined {
  return flagIn(raw, name) ?? schemaIn(raw, name);
}

function schemaList(raw: JsonObject, name: string): readonly Schema[] {
  return entries(field(raw, name)).filter(isObject).map(readSchema);
}

function schemaMap(raw: JsonObject, name: string): ReadonlyMap<string, Schema> | undefined {
  if (!isObject(field(raw, name))) {
    return undefined;
  }
  const found = Object.entries(objectField(raw, name)).flatMap(([key, value]) =>
    isObject(value) ? [[key, readSchema(value)] as const] : [],
  );
  return new Map(found);
}
