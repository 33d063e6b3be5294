import { field, type JsonObject, type JsonValue, listField, objectField } from "../../lib/object/json.ts";
import type { Dice } from "./dice.ts";
import { drawSchema } from "./schema-grammar.ts";
import { brokenPatterns } from "./samples.ts";
import { drawAnything } from "./value-grammar.ts";

/** A mutation of a schema that is not allowed, or only sometimes. */
export type SchemaBreach = (dice: Dice, schema: JsonObject) => JsonObject;

/** Fields that can be added to any part of a schema. */
const additions: readonly JsonObject[] = [
  { type: "string" },
  { type: "object" },
  { type: "array" },
  { type: "null" },
  { type: "" },
  { $ref: "#/definitions/x" },
  { id: "x" },
  { $schema: "http://json-schema.org/schema#" },
  { definitions: { x: { type: "string" } } },
  { dependencies: { alpha: ["beta"] } },
  { patternProperties: { "^x": { type: "string" } } },
  { additionalItems: false },
  { uniqueItems: true },
  { uniqueItems: false },
  { nullable: true },
  { default: null },
  { default: "text" },
  { default: {} },
  { default: [] },
  { default: 1 },
  { default: { zork: 1 } },
  { default: { metadata: { name: 1 } } },
  { enum: [] },
  { enum: ["a", "a"] },
  { enum: [{ alpha: 1 }] },
  { minimum: 5, maximum: 1 },
  { exclusiveMinimum: true },
  { multipleOf: 0 },
  { multipleOf: -1 },
  { minLength: -1 },
  { maxLength: -1 },
  { minItems: 3, maxItems: 1 },
  { maxItems: -1 },
  { minProperties: -1 },
  { maxProperties: 0 },
  { format: "zork" },
  { format: "int32" },
  { "x-kubernetes-preserve-unknown-fields": false },
  { "x-kubernetes-preserve-unknown-fields": true },
  { "x-kubernetes-embedded-resource": true },
  { "x-kubernetes-embedded-resource": false },
  { "x-kubernetes-int-or-string": true },
  { "x-kubernetes-list-type": "set" },
  { "x-kubernetes-list-type": "map" },
  { "x-kubernetes-list-type": "zork" },
  { "x-kubernetes-list-map-keys": ["name"] },
  { "x-kubernetes-list-map-keys": ["name", "name"] },
  { "x-kubernetes-map-type": "granular" },
  { "x-kubernetes-map-type": "zork" },
  { "x-kubernetes-zork": true },
  { additionalProperties: false },
  { additionalProperties: true },
  { additionalProperties: { type: "string" } },
  { additionalProperties: { type: "string", default: "x" } },
  { properties: { alpha: { type: "integer" } } },
  { properties: { metadata: { type: "object", properties: { labels: { type: "object" } } } } },
  { properties: { metadata: { type: "object", properties: { name: { type: "string", default: "x" } } } } },
  { properties: { apiVersion: { type: "integer" } } },
  { properties: { kind: { type: "string", enum: ["X"], default: "X" } } },
  { properties: { alpha: null } },
  { items: { type: "string" } },
  { items: [{ type: "string" }] },
  { items: { properties: {} } },
  { required: ["absent"] },
  { required: ["alpha", "alpha"] },
  { not: {} },
  { not: { required: ["alpha"], type: "object" } },
  { anyOf: [{ type: "integer" }, { type: "string" }] },
  { anyOf: [{ properties: { nowhere: { minimum: 1 } } }] },
  { allOf: [{ description: "no place for this" }] },
  { allOf: [{ default: 1 }] },
  { allOf: [{ nullable: true }] },
  { allOf: [{ additionalProperties: { minLength: 1 } }] },
  { allOf: [{ items: { minLength: 1 } }] },
  { allOf: [{ "x-kubernetes-validations": [{ rule: "true" }] }] },
  { oneOf: [{ "x-kubernetes-int-or-string": true }] },
  { oneOf: [{ properties: { metadata: { required: ["name"] } } }] },
  { anyOf: [] },
  { externalDocs: { url: "https://example.com" } },
  { example: { any: "thing" } },
  { title: "x", description: "y" },
  { zork: 1 },
  { "x-kubernetes-validations": [{ rule: "" }] },
  { "x-kubernetes-validations": [{ rule: "true" }, { rule: "true", message: "again" }] },
  { "x-kubernetes-validations": [{ rule: "self == oldSelf" }] },
  {
    "x-kubernetes-validations": [
      { rule: "true", message: "a\nb" },
      { rule: "true\n", reason: "Zork" },
    ],
  },
  { "x-kubernetes-validations": [{ rule: "true", fieldPath: ".nothing" }] },
  { "x-kubernetes-validations": [{ rule: "self.all(x, self.all(y, self.all(z, x == y && y == z)))" }] },
  { "x-kubernetes-validations": [{ rule: "true", optionalOldSelf: true }] },
];

/** All mutations of a part of a schema. */
export const schemaBreaches: readonly SchemaBreach[] = [
  ...additions.map((addition): SchemaBreach => (_, schema) => ({ ...schema, ...addition })),
  (_, schema) => without(schema, "type"),
  (dice, schema) => without(schema, dice.pick([...Object.keys(schema), "type"])),
  (dice, schema) => ({ ...schema, pattern: dice.pick(brokenPatterns) }),
  (dice, schema) => ({ ...schema, default: drawAnything(dice) }),
  (dice, schema) => ({ ...schema, allOf: [drawSchema(dice, 1)] }),
  (dice, schema) => ({
    ...schema,
    properties: { ...objectField(schema, "properties"), extra: drawSchema(dice, 1) },
  }),
  (_, schema) => ({ ...schema, items: { ...objectField(schema, "items"), nullable: true } }),
  (_, schema) => ({ ...schema, items: { ...objectField(schema, "items"), default: {} } }),
  (_, schema) => ({ ...schema, items: { ...objectField(schema, "items"), required: [] } }),
  (_, schema) => ({
    ...schema,
    "x-kubernetes-list-map-keys": [...listField(schema, "x-kubernetes-list-map-keys"), "alpha"],
  }),
  (_, schema) => withoutKeyTypes(schema),
];

function without(schema: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== name));
}

/** Makes the keys of a list of type map lists. */
function withoutKeyTypes(schema: JsonObject): JsonObject {
  const items = objectField(schema, "items");
  const properties = objectField(items, "properties");
  const changed = Object.entries(properties).map(([name, part]): [string, JsonValue] => [
    name,
    field(part, "type") === "string" ? { type: "array", items: { type: "string" } } : part,
  ]);
  return { ...schema, items: { ...items, properties: Object.fromEntries(changed) } };
}
