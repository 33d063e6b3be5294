import test from "ava";

import { type FieldPath, formatFieldPath, placeOf } from "./field-fault.ts";
import { fieldsIn } from "./fields-in.ts";
import { readSchema } from "./schema.ts";

const formatted: readonly (readonly [path: FieldPath, text: string])[] = [
  [[], ""],
  [["spec"], "spec"],
  [["spec", "replicas"], "spec.replicas"],
  [["spec", "containers", 0, "name"], "spec.containers[0].name"],
  [["metadata", "labels", { key: "a.b/c" }], "metadata.labels[a.b/c]"],
  [["spec", 0, 1], "spec[0][1]"],
  [[0, "a"], "[0].a"],
  [[{ key: "a" }, "b"], "[a].b"],
  [["a", { key: "0" }, 0], "a[0][0]"],
];
for (const [path, text] of formatted) {
  test(`the path ${JSON.stringify(path)} is formatted as ${JSON.stringify(text)}`, (t) => {
    t.is(formatFieldPath(path), text);
  });
}

test("map keys in a path are plain steps of its place in the document", (t) => {
  t.deepEqual(placeOf(["a", 0, { key: "b.c" }]), ["a", 0, "b.c"]);
});

const schema = readSchema({
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        b: { type: "string" },
        a: { type: "array", items: { type: "object", properties: { y: {}, x: {} } } },
        m: { type: "object", additionalProperties: { type: "object", properties: { k: {} } } },
        any: { type: "object", additionalProperties: true },
      },
    },
  },
});

const known: readonly (readonly [path: FieldPath, fields: readonly string[]])[] = [
  [[], ["apiVersion", "kind", "metadata", "spec"]],
  [["spec"], ["a", "any", "b", "m"]],
  [["spec", "a"], []],
  [
    ["spec", "a", 3],
    ["x", "y"],
  ],
  [["spec", "m"], []],
  [["spec", "m", { key: "any key" }], ["k"]],
  [["spec", "any", { key: "k" }], []],
  [["spec", "b"], []],
  [["spec", "nope"], []],
  [["spec", 0], []],
  [["status"], []],
];
for (const [path, fields] of known) {
  test(`the fields at ${JSON.stringify(path)} of a schema are ${fields.join(", ") || "unknown"}`, (t) => {
    t.deepEqual(fieldsIn(schema, path), fields);
  });
}

test("metadata has the fields that users may set, independent of the schema", (t) => {
  t.true(fieldsIn(schema, ["metadata"]).includes("ownerReferences"));
  t.false(fieldsIn(schema, ["metadata"]).includes("uid"));
  t.deepEqual(fieldsIn(schema, ["metadata", "labels"]), []);
});
