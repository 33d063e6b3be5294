import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: JsonValue, faults: string])[] = [
  [
    "type in anyOf",
    { type: "object", properties: { a: { type: "string" } }, anyOf: [{ type: "object" }] },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[0].type",
  ],
  [
    "description in anyOf",
    { type: "object", properties: { a: { type: "string" } }, anyOf: [{ description: "d" }] },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[0].description",
  ],
  [
    "default in anyOf",
    { type: "object", properties: { a: { type: "string" } }, anyOf: [{ default: {} }] },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[0].default",
  ],
  [
    "title in anyOf",
    { type: "object", properties: { a: { type: "string" } }, anyOf: [{ title: "t" }] },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[0].title",
  ],
  [
    "nullable in anyOf",
    { type: "object", properties: { a: { type: "string" } }, anyOf: [{ nullable: true }] },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[0].nullable",
  ],
  [
    "x-kubernetes-preserve-unknown-fields in anyOf",
    {
      type: "object",
      properties: { a: { type: "string" } },
      anyOf: [{ "x-kubernetes-preserve-unknown-fields": true }],
    },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[0].x-kubernetes-preserve-unknown-fields",
  ],
  [
    "x-kubernetes-int-or-string in anyOf",
    {
      type: "object",
      properties: { a: { type: "string" } },
      anyOf: [{ "x-kubernetes-int-or-string": true }],
    },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[0].x-kubernetes-int-or-string",
  ],
  [
    "x-kubernetes-embedded-resource in anyOf",
    {
      type: "object",
      properties: { a: { type: "string" } },
      anyOf: [{ "x-kubernetes-embedded-resource": true }],
    },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[0].x-kubernetes-embedded-resource",
  ],
  [
    "x-kubernetes-list-type in anyOf",
    { type: "object", properties: { a: { type: "string" } }, anyOf: [{ "x-kubernetes-list-type": "set" }] },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[0].x-kubernetes-list-type, Required spec.validation.openAPIV3Schema.properties[spec].anyOf[0].type",
  ],
  [
    "x-kubernetes-map-type in anyOf",
    { type: "object", properties: { a: { type: "string" } }, anyOf: [{ "x-kubernetes-map-type": "atomic" }] },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[0].x-kubernetes-map-type, Required spec.validation.openAPIV3Schema.properties[spec].anyOf[0].type",
  ],
  [
    "additionalProperties in anyOf",
    {
      type: "object",
      properties: { a: { type: "string" } },
      anyOf: [{ additionalProperties: { minLength: 1 } }],
    },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[0].additionalProperties",
  ],
  [
    "required in anyOf",
    { type: "object", properties: { a: { type: "string" } }, anyOf: [{ required: ["a"] }] },
    "",
  ],
  [
    "minProperties in anyOf",
    { type: "object", properties: { a: { type: "string" } }, anyOf: [{ minProperties: 1 }] },
    "",
  ],
  [
    "properties in anyOf",
    {
      type: "object",
      properties: { a: { type: "string" } },
      anyOf: [{ properties: { a: { minLength: 1 } } }],
    },
    "",
  ],
  [
    "unknown properties in anyOf",
    {
      type: "object",
      properties: { a: { type: "string" } },
      anyOf: [{ properties: { b: { minLength: 1 } } }],
    },
    "",
  ],
  [
    "type in not",
    { type: "object", properties: { a: { type: "string" } }, not: { type: "object" } },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].not.type",
  ],
  [
    "default in not",
    { type: "object", properties: { a: { type: "string" } }, not: { default: {} } },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].not.default",
  ],
  [
    "nullable in not",
    { type: "object", properties: { a: { type: "string" } }, not: { nullable: true } },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].not.nullable",
  ],
  [
    "required in not",
    { type: "object", properties: { a: { type: "string" } }, not: { required: ["a"] } },
    "",
  ],
  [
    "minProperties in not",
    { type: "object", properties: { a: { type: "string" } }, not: { minProperties: 1 } },
    "",
  ],
  [
    "a condition on items",
    { type: "array", items: { type: "string" }, allOf: [{ items: { minLength: 1 } }] },
    "",
  ],
  [
    "a condition on items of an object",
    { type: "object", properties: { a: { type: "string" } }, allOf: [{ items: { minLength: 1 } }] },
    "",
  ],
  ["a nested condition", { type: "string", allOf: [{ anyOf: [{ minLength: 1 }, { pattern: "a" }] }] }, ""],
  [
    "a type in deeply nested conditions",
    { type: "string", allOf: [{ anyOf: [{ not: { type: "string" } }] }] },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].allOf[0].anyOf[0].not.type",
  ],
  [
    "the types of int-or-string",
    { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
    "",
  ],
  [
    "the types of int-or-string in reverse order",
    { "x-kubernetes-int-or-string": true, anyOf: [{ type: "string" }, { type: "integer" }] },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[0].type, Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[1].type",
  ],
  [
    "the types of int-or-string within allOf",
    {
      "x-kubernetes-int-or-string": true,
      allOf: [{ anyOf: [{ type: "integer" }, { type: "string" }] }, { pattern: "^a" }],
    },
    "",
  ],
  [
    "the types of int-or-string and a third type",
    {
      "x-kubernetes-int-or-string": true,
      anyOf: [{ type: "integer" }, { type: "string" }, { type: "boolean" }],
    },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[0].type, Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[1].type, Forbidden spec.validation.openAPIV3Schema.properties[spec].anyOf[2].type",
  ],
  [
    "the types of int-or-string in oneOf",
    { "x-kubernetes-int-or-string": true, oneOf: [{ type: "integer" }, { type: "string" }] },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].oneOf[0].type, Forbidden spec.validation.openAPIV3Schema.properties[spec].oneOf[1].type",
  ],
  ["an empty condition", { type: "string", not: {} }, ""],
  ["an empty list of conditions", { type: "string", anyOf: [] }, ""],
];

for (const [title, change, faults] of facts) {
  test(`a schema with ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(definitionFaults({ schema: { type: "object", properties: { spec: change } } }), faults);
  });
}
