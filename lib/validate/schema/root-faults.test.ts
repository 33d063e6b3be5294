import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: JsonValue, faults: string])[] = [
  ["an object", { type: "object" }, ""],
  ["a string", { type: "string" }, "Invalid spec.validation.openAPIV3Schema.type"],
  ["a list", { type: "array", items: { type: "string" } }, "Invalid spec.validation.openAPIV3Schema.type"],
  ["no type", { properties: { a: { type: "string" } } }, "Required spec.validation.openAPIV3Schema.type"],
  [
    "a map",
    { type: "object", additionalProperties: { type: "string" } },
    "Forbidden spec.validation.openAPIV3Schema.additionalProperties",
  ],
  [
    "an object that preserves unknown fields",
    { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    "",
  ],
  [
    "an embedded resource",
    { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    "",
  ],
  ["nullable true", { type: "object", nullable: true }, "Forbidden spec.validation.openAPIV3Schema.nullable"],
  [
    "a default",
    { type: "object", default: {} },
    "Required spec.validation.openAPIV3Schema.default.apiVersion, Required spec.validation.openAPIV3Schema.default.kind",
  ],
  [
    'metadata of the schema {"type": "object"}',
    { type: "object", properties: { metadata: { type: "object" } } },
    "",
  ],
  [
    'metadata of the schema {"type": "object", "properties": {}}',
    { type: "object", properties: { metadata: { type: "object", properties: {} } } },
    "",
  ],
  [
    'metadata of the schema {"type": "object", "properties": {"name": {"type": "string"}}}',
    {
      type: "object",
      properties: { metadata: { type: "object", properties: { name: { type: "string" } } } },
    },
    "",
  ],
  [
    'metadata of the schema {"type": "object", "properties": {"name": {"type": "string", "maxLength": 5, "pattern": "^a"}}}',
    {
      type: "object",
      properties: {
        metadata: { type: "object", properties: { name: { type: "string", maxLength: 5, pattern: "^a" } } },
      },
    },
    "",
  ],
  [
    'metadata of the schema {"type": "object", "properties": {"generateName": {"type": "string"}}}',
    {
      type: "object",
      properties: { metadata: { type: "object", properties: { generateName: { type: "string" } } } },
    },
    "",
  ],
  [
    'metadata of the schema {"type": "object", "properties": {"name": {"type": "integer"}}}',
    {
      type: "object",
      properties: { metadata: { type: "object", properties: { name: { type: "integer" } } } },
    },
    "",
  ],
  [
    'metadata of the schema {"type": "object", "properties": {"namespace": {"type": "string"}}}',
    {
      type: "object",
      properties: { metadata: { type: "object", properties: { namespace: { type: "string" } } } },
    },
    "Forbidden spec.validation.openAPIV3Schema.properties[metadata]",
  ],
  [
    'metadata of the schema {"type": "object", "properties": {"labels": {"type": "object"}}}',
    {
      type: "object",
      properties: { metadata: { type: "object", properties: { labels: { type: "object" } } } },
    },
    "Forbidden spec.validation.openAPIV3Schema.properties[metadata]",
  ],
  [
    'metadata of the schema {"type": "object", "description": "d"}',
    { type: "object", properties: { metadata: { type: "object", description: "d" } } },
    "Forbidden spec.validation.openAPIV3Schema.properties[metadata]",
  ],
  [
    'metadata of the schema {"type": "object", "required": ["name"]}',
    { type: "object", properties: { metadata: { type: "object", required: ["name"] } } },
    "Forbidden spec.validation.openAPIV3Schema.properties[metadata]",
  ],
  [
    'metadata of the schema {"type": "object", "nullable": true}',
    { type: "object", properties: { metadata: { type: "object", nullable: true } } },
    "Forbidden spec.validation.openAPIV3Schema.properties[metadata]",
  ],
  [
    'metadata of the schema {"type": "object", "x-kubernetes-preserve-unknown-fields": true}',
    {
      type: "object",
      properties: { metadata: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
    },
    "Forbidden spec.validation.openAPIV3Schema.properties[metadata]",
  ],
  [
    'metadata of the schema {"type": "string"}',
    { type: "object", properties: { metadata: { type: "string" } } },
    "Invalid spec.validation.openAPIV3Schema.properties[metadata].type",
  ],
  [
    'metadata of the schema {"type": "object", "additionalProperties": {"type": "string"}}',
    {
      type: "object",
      properties: { metadata: { type: "object", additionalProperties: { type: "string" } } },
    },
    "Forbidden spec.validation.openAPIV3Schema.properties[metadata]",
  ],
  [
    'metadata of the schema {"type": "object", "x-kubernetes-validations": [{"rule": "true"}]}',
    {
      type: "object",
      properties: { metadata: { type: "object", "x-kubernetes-validations": [{ rule: "true" }] } },
    },
    "Forbidden spec.validation.openAPIV3Schema.properties[metadata]",
  ],
  ["an apiVersion", { type: "object", properties: { apiVersion: { type: "string" } } }, ""],
  [
    "an apiVersion of the wrong type",
    { type: "object", properties: { apiVersion: { type: "integer" } } },
    "Invalid spec.validation.openAPIV3Schema.properties[apiVersion].type",
  ],
  [
    "an apiVersion with an enum",
    { type: "object", properties: { apiVersion: { type: "string", enum: ["v1"] } } },
    "",
  ],
  [
    "a kind with a default",
    { type: "object", properties: { kind: { type: "string", default: "Foo" } } },
    "Forbidden spec.validation.openAPIV3Schema.properties[kind].default",
  ],
  [
    "a kind of the wrong type",
    { type: "object", properties: { kind: { type: "object" } } },
    "Invalid spec.validation.openAPIV3Schema.properties[kind].type",
  ],
  ["a required kind", { type: "object", required: ["kind"] }, ""],
  ["a rule", { type: "object", "x-kubernetes-validations": [{ rule: "self.metadata.name != ''" }] }, ""],
  [
    "a rule about an unknown field",
    { type: "object", "x-kubernetes-validations": [{ rule: "self.nope" }] },
    "Invalid spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule",
  ],
  [
    "a rule about labels",
    { type: "object", "x-kubernetes-validations": [{ rule: "self.metadata.labels['a'] == 'b'" }] },
    "Invalid spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule",
  ],
];

for (const [title, change, faults] of facts) {
  test(`a root schema with ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(definitionFaults({ schema: change }), faults);
  });
}
