import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: JsonValue, faults: string])[] = [
  ["no type", {}, "Required spec.validation.openAPIV3Schema.properties[spec].type"],
  ["an unknown type", { type: "text" }, "NotSupported spec.validation.openAPIV3Schema.properties[spec].type"],
  [
    "the type null",
    { type: "null" },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].type, NotSupported spec.validation.openAPIV3Schema.properties[spec].type",
  ],
  [
    "a type in capitals",
    { type: "String" },
    "NotSupported spec.validation.openAPIV3Schema.properties[spec].type",
  ],
  ["the type string", { type: "string" }, ""],
  ["the type integer", { type: "integer" }, ""],
  ["the type number", { type: "number" }, ""],
  ["the type boolean", { type: "boolean" }, ""],
  ["the type object", { type: "object" }, ""],
  [
    "a list without items",
    { type: "array" },
    "Required spec.validation.openAPIV3Schema.properties[spec].items",
  ],
  [
    "a list of a list without items",
    { type: "array", items: { type: "array" } },
    "Required spec.validation.openAPIV3Schema.properties[spec].items.items",
  ],
  ["int-or-string with a type", { type: "string", "x-kubernetes-int-or-string": true }, ""],
  [
    "int-or-string with properties",
    { "x-kubernetes-int-or-string": true, properties: { a: { type: "string" } } },
    "",
  ],
  [
    "a string that preserves unknown fields",
    { type: "string", "x-kubernetes-preserve-unknown-fields": true },
    "",
  ],
  [
    "a list that preserves unknown fields",
    { type: "array", items: { type: "string" }, "x-kubernetes-preserve-unknown-fields": true },
    "",
  ],
  [
    "an object with properties that preserves unknown fields",
    { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: { type: "string" } } },
    "",
  ],
  ["properties of a string", { type: "string", properties: { a: { type: "string" } } }, ""],
  ["items of a string", { type: "string", items: { type: "string" } }, ""],
  [
    "properties of a list",
    { type: "array", items: { type: "string" }, properties: { a: { type: "string" } } },
    "",
  ],
  [
    "additionalProperties without a type",
    { type: "object", additionalProperties: {} },
    "Required spec.validation.openAPIV3Schema.properties[spec].additionalProperties.type",
  ],
  ["additionalProperties false", { type: "object", additionalProperties: false }, ""],
  ["additionalProperties true", { type: "object", additionalProperties: true }, ""],
  [
    "additionalProperties and properties",
    { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "string" } },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].additionalProperties",
  ],
  [
    "additionalProperties false and properties",
    { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].additionalProperties",
  ],
  [
    "uniqueItems",
    { type: "array", items: { type: "string" }, uniqueItems: true },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].uniqueItems",
  ],
  ["uniqueItems false", { type: "array", items: { type: "string" }, uniqueItems: false }, ""],
  [
    "a property without a type",
    { type: "object", properties: { a: {} } },
    "Required spec.validation.openAPIV3Schema.properties[spec].properties[a].type",
  ],
  [
    "a deeply nested property without a type",
    {
      type: "object",
      properties: { a: { type: "object", properties: { b: { type: "array", items: {} } } } },
    },
    "Required spec.validation.openAPIV3Schema.properties[spec].properties[a].properties[b].items.type",
  ],
  [
    "$ref",
    { type: "object", $ref: "#/a" },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].$ref",
  ],
  ["id", { type: "object", id: "a" }, "Forbidden spec.validation.openAPIV3Schema.properties[spec].id"],
  [
    "definitions",
    { type: "object", definitions: { a: { type: "string" } } },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].definitions",
  ],
  [
    "patternProperties",
    { type: "object", patternProperties: { a: { type: "string" } } },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].patternProperties",
  ],
  [
    "dependencies",
    { type: "object", dependencies: { a: ["b"] } },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].dependencies",
  ],
  [
    "additionalItems",
    { type: "object", additionalItems: { type: "string" } },
    "Forbidden spec.validation.openAPIV3Schema.properties[spec].additionalItems",
  ],
  [
    "a pattern that does not compile",
    { type: "string", pattern: "a(" },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].pattern",
  ],
  [
    "a pattern with a back-reference",
    { type: "string", pattern: "(a)\\1" },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].pattern",
  ],
  [
    "a pattern with a look-behind",
    { type: "string", pattern: "(?<=a)b" },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].pattern",
  ],
  [
    "a pattern with an atomic group",
    { type: "string", pattern: "(?>a)" },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].pattern",
  ],
  ["a pattern of Unicode classes", { type: "string", pattern: "\\p{Han}" }, ""],
  [
    "a pattern with too many repetitions",
    { type: "string", pattern: "a{1001}" },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].pattern",
  ],
  ["a pattern with a named group", { type: "string", pattern: "(?P<a>b)" }, ""],
  ["a default of the right type", { type: "integer", default: 5 }, ""],
  [
    "a default of the wrong type",
    { type: "integer", default: "5" },
    "TypeInvalid spec.validation.openAPIV3Schema.properties[spec].default",
  ],
  [
    "a default out of bounds",
    { type: "integer", maximum: 3, default: 5 },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].default",
  ],
  [
    "a default outside an enum",
    { type: "string", enum: ["a"], default: "b" },
    "NotSupported spec.validation.openAPIV3Schema.properties[spec].default",
  ],
  [
    "a default that does not match the pattern",
    { type: "string", pattern: "^a", default: "b" },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].default",
  ],
  [
    "a default without a required field",
    { type: "object", properties: { a: { type: "string" } }, required: ["a"], default: {} },
    "Required spec.validation.openAPIV3Schema.properties[spec].default.a",
  ],
  [
    "a default with an unknown field",
    { type: "object", properties: { a: { type: "string" } }, default: { b: 1 } },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].default",
  ],
  [
    "a default that a rule refuses",
    { type: "integer", default: 5, "x-kubernetes-validations": [{ rule: "self > 5" }] },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].default",
  ],
  [
    "a default with a duplicate in a set",
    { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set", default: ["a", "a"] },
    "",
  ],
  ["a null default of a nullable field", { type: "string", nullable: true, default: null }, ""],
  [
    "an embedded resource",
    { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    "",
  ],
  [
    "an embedded resource without properties",
    { type: "object", "x-kubernetes-embedded-resource": true },
    "Required spec.validation.openAPIV3Schema.properties[spec].properties",
  ],
  [
    "an embedded resource that is a list",
    { type: "array", items: { type: "string" }, "x-kubernetes-embedded-resource": true },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].type, Required spec.validation.openAPIV3Schema.properties[spec].properties",
  ],
  [
    "embedded metadata of the wrong type",
    { type: "object", "x-kubernetes-embedded-resource": true, properties: { metadata: { type: "string" } } },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].properties[metadata].type",
  ],
  [
    "an embedded kind of the wrong type",
    { type: "object", "x-kubernetes-embedded-resource": true, properties: { kind: { type: "integer" } } },
    "Invalid spec.validation.openAPIV3Schema.properties[spec].properties[kind].type",
  ],
  [
    "embedded metadata with labels",
    {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      properties: { metadata: { type: "object", properties: { labels: { type: "object" } } } },
    },
    "",
  ],
];

for (const [title, change, faults] of facts) {
  test(`a schema with ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(definitionFaults({ schema: { type: "object", properties: { spec: change } } }), faults);
  });
}
