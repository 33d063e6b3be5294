import test from "ava";

import { isObject, type JsonObject, type JsonValue, objectField } from "../../object/json.ts";
import { readCustomDefinition } from "../model/crd.ts";
import type { OpenApiVersion } from "./object-meta-schema.ts";
import { publishSchema } from "./publish-schema.ts";

function published(schema: JsonValue, openApi: OpenApiVersion, fields: JsonObject = {}): JsonObject {
  const definition = readCustomDefinition({
    spec: {
      group: "stable.example.com",
      names: { plural: "crontabs", kind: "CronTab" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema }, ...fields }],
    },
  });
  const [version] = definition.versions;
  return version === undefined ? {} : publishSchema(definition, version, openApi);
}

/** The published schema of the property `spec`. */
function publishedSpec(spec: JsonObject, openApi: OpenApiVersion): JsonValue | undefined {
  const schema = published({ type: "object", properties: { spec } }, openApi);
  return objectField(objectField(schema, "com.example.stable.v1.CronTab"), "properties")["spec"];
}

test("a schema is published under its reversed group, version and kind", (t) => {
  for (const openApi of ["v2", "v3"] as const) {
    const [name, ...others] = Object.keys(published({ type: "object" }, openApi));
    t.is(name, "com.example.stable.v1.CronTab");
    t.deepEqual(others, []);
  }
});

test("a published schema has its group, version and kind, and the properties of every object", (t) => {
  const schema = objectField(published({ type: "object" }, "v3"), "com.example.stable.v1.CronTab");
  t.deepEqual(schema["x-kubernetes-group-version-kind"], [
    { group: "stable.example.com", kind: "CronTab", version: "v1" },
  ]);
  t.deepEqual(Object.keys(objectField(schema, "properties")).toSorted(), ["apiVersion", "kind", "metadata"]);
});

test("selectable fields are published without their leading dot", (t) => {
  const fields = { selectableFields: [{ jsonPath: ".spec.color" }, { jsonPath: ".spec.size" }] };
  const schema = objectField(published({ type: "object" }, "v3", fields), "com.example.stable.v1.CronTab");
  t.deepEqual(schema["x-kubernetes-selectable-fields"], [
    { fieldPath: "spec.color" },
    { fieldPath: "spec.size" },
  ]);
});

test("a resource that preserves unknown fields has no properties in OpenAPI v2", (t) => {
  const open = {
    type: "object",
    "x-kubernetes-preserve-unknown-fields": true,
    properties: { spec: { type: "string" } },
  };
  t.deepEqual(Object.keys(objectField(published(open, "v2"), "com.example.stable.v1.CronTab")), [
    "type",
    "x-kubernetes-group-version-kind",
  ]);
  t.true(isObject(objectField(published(open, "v3"), "com.example.stable.v1.CronTab")["properties"] ?? null));
});

// Kubernetes documentation, "Publish Validation Schema in OpenAPI"; ToStructuralOpenAPIV2 of apiextensions.
const stripped: readonly (readonly [what: string, schema: JsonObject, v2: JsonObject])[] = [
  ["a type", { type: "string", maxLength: 5 }, { type: "string", maxLength: 5 }],
  ["a default", { type: "integer", default: 5 }, { type: "integer" }],
  ["conditions", { type: "string", anyOf: [{ minLength: 1 }], not: { pattern: "a" } }, { type: "string" }],
  ["the type of a nullable value", { type: "string", nullable: true, maxLength: 5 }, { maxLength: 5 }],
  ["the items of a nullable list", { type: "array", nullable: true, items: { type: "string" } }, {}],
  [
    "the properties of an object that preserves unknown fields",
    { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: { type: "string" } } },
    { "x-kubernetes-preserve-unknown-fields": true },
  ],
  [
    "a required nullable property",
    {
      type: "object",
      required: ["a", "b"],
      properties: { a: { type: "string", nullable: true }, b: { type: "string" } },
    },
    { type: "object", properties: { a: {}, b: { type: "string" } }, required: ["b"] },
  ],
  [
    "the schema of items",
    { type: "array", items: { type: "string", default: "x" } },
    { type: "array", items: { type: "string" } },
  ],
  [
    "the schema of map values",
    { type: "object", additionalProperties: { type: "string", oneOf: [{ minLength: 1 }] } },
    { type: "object", additionalProperties: { type: "string" } },
  ],
];
for (const [what, schema, v2] of stripped) {
  test(`OpenAPI v2 publishes only what kubectl supports of ${what}, OpenAPI v3 all of it`, (t) => {
    t.deepEqual(publishedSpec(schema, "v2"), v2);
    t.deepEqual(publishedSpec(schema, "v3"), schema);
  });
}

test("an embedded resource requires apiVersion and kind and has the properties of every object", (t) => {
  const spec = publishedSpec(
    {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      required: ["kind"],
      properties: { a: { type: "string" } },
    },
    "v3",
  );
  t.like(spec, { required: ["kind", "apiVersion"] });
  t.deepEqual(Object.keys(objectField(spec, "properties")).toSorted(), [
    "a",
    "apiVersion",
    "kind",
    "metadata",
  ]);
});
