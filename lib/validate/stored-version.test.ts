import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { readCustomDefinition } from "./model/crd.ts";
import { formatFieldPath } from "./model/field-fault.ts";
import { checkCustomResource } from "./validate-custom-resource.ts";

function schemaOf(spec: JsonObject): JsonObject {
  return { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", ...spec } } } };
}

/** Stored as v1, which lacks the required fields and the defaults of v1beta1. */
const definition = readCustomDefinition({
  spec: {
    group: "example.com",
    versions: [
      { name: "v1", served: true, storage: true, schema: schemaOf({}) },
      {
        name: "v1beta1",
        served: true,
        storage: false,
        schema: schemaOf({
          properties: { on: { type: "boolean", default: true }, size: { type: "integer" } },
          required: ["size"],
        }),
      },
    ],
  },
});

const updates = test.macro({
  title: (title = "") => title,
  exec: (t, name: "v1" | "v1beta1", faults: readonly string[]) => {
    const version = definition.versions.find((one) => one.name === name);
    if (version === undefined) {
      t.fail(`the definition lacks ${name}`);
      return;
    }
    const object = { apiVersion: `example.com/${name}`, kind: "Foo", metadata: { name: "x" }, spec: {} };
    const old = { ...object, metadata: { name: "x", resourceVersion: "7" } };
    const checked = checkCustomResource({ object, old, definition, version, minor: 36 });
    t.deepEqual(
      checked.faults.map(({ reason, path }) => `${reason} ${formatFieldPath(path)}`),
      faults,
    );
  },
});

test(
  "an unchanged object is checked again if its version has defaults that are not stored",
  updates,
  "v1beta1",
  ["FieldValueRequired spec.size"],
);
test("an unchanged object in the storage version is not checked again", updates, "v1", []);
