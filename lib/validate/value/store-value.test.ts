import test from "ava";
import * as fc from "fast-check";

import type { JsonObject, JsonValue } from "../../object/json.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { readSchema } from "../model/schema.ts";
import { applyDefaults, dropNulls } from "./apply-defaults.ts";
import { pruneValue } from "./prune.ts";
import { type Stored, storeValue } from "./store-value.ts";

const fields = { spec: { type: "object", properties: { a: { type: "string" } } } };

function store(root: JsonObject, object: JsonObject, hasStatus = false): Stored {
  const schema = readSchema({ type: "object", ...root });
  return storeValue(
    { apiVersion: "example.com/v1", kind: "Foo", metadata: { name: "x" }, ...object },
    { definition: { preserveUnknownFields: false }, version: { hasStatus, schema } },
  );
}

/** Tests what is stored of `spec`, and the paths that are dropped. */
const testStored = test.macro({
  exec(t, [spec, value]: readonly [JsonObject, JsonValue], stored: JsonValue | undefined, unknown: string) {
    const found = store({ properties: { spec } }, { spec: value });
    t.deepEqual(found.stored["spec"], stored);
    t.is(found.unknown.map(formatFieldPath).join(" "), unknown);
  },
  title: (title = "") => `a custom resource is stored like in the API server: ${title}`,
});

const known: JsonObject = { type: "object", properties: { a: { type: "string" } } };
const open: JsonObject = { "x-kubernetes-preserve-unknown-fields": true };
const list: JsonObject = { type: "array", items: known };
const map: JsonObject = { type: "object", additionalProperties: known };
const anything: JsonObject = { type: "object", additionalProperties: true };
const embedded: JsonObject = { type: "object", "x-kubernetes-embedded-resource": true };
const deep: JsonObject = {
  type: "object",
  default: { b: {} },
  properties: { b: { ...known, default: { a: "x" } } },
};
const preset: JsonObject = { type: "object", properties: { a: { type: "string", default: "x" } } };
const presetList: JsonObject = { type: "array", items: { type: "string", default: "x" } };
const presetMap: JsonObject = { type: "object", additionalProperties: { type: "string", default: "x" } };
const nullable: JsonObject = {
  type: "object",
  properties: { a: { type: "string", default: "x", nullable: true } },
};

test("an unknown field is dropped", testStored, [known, { a: "1", b: 2 }], { a: "1" }, "spec.b");
test(
  "unknown fields in list items are dropped",
  testStored,
  [list, [{ b: 1 }, { a: "1", c: {} }]],
  [{}, { a: "1" }],
  "spec[0].b spec[1].c",
);
test(
  "unknown fields in map values are dropped",
  testStored,
  [map, { "x/y": { b: 1 } }],
  { "x/y": {} },
  "spec.x/y.b",
);
test(
  "fields of map values with additionalProperties true are dropped",
  testStored,
  [anything, { x: { b: 1 }, y: 1 }],
  { x: {}, y: 1 },
  "spec.x.b",
);
test(
  "unknown fields are kept if the schema preserves them",
  testStored,
  [open, { b: { c: 1 } }],
  { b: { c: 1 } },
  "",
);
test(
  "unknown fields of a specified object within a preserving one are dropped",
  testStored,
  [
    { ...known, ...open, properties: { k: known } },
    { b: 1, k: { b: 1 } },
  ],
  { b: 1, k: {} },
  "spec.k.b",
);
test(
  "unknown fields named like properties of every JavaScript object are dropped",
  testStored,
  [known, JSON.parse('{"__proto__":{},"constructor":1}')],
  {},
  "spec.__proto__ spec.constructor",
);
test("the fields of an object for a list are dropped", testStored, [list, { a: "1" }], {}, "spec.a");
test("a default is set", testStored, [preset, {}], { a: "x" }, "");
test("a default replaces null", testStored, [preset, { a: null }], { a: "x" }, "");
test("null is kept for a nullable field", testStored, [nullable, { a: null }], { a: null }, "");
test("null is dropped for a field that is not nullable", testStored, [known, { a: null }], {}, "");
test(
  "null is kept in a list",
  testStored,
  [{ type: "array", items: { type: "string" } }, [null]],
  [null],
  "",
);
test("a default replaces null in a list", testStored, [presetList, [null, "y"]], ["x", "y"], "");
test("a default replaces null in a map", testStored, [presetMap, { k: null }], { k: "x" }, "");
test(
  "a default that replaces null keeps its own fields over their defaults",
  testStored,
  [deep, null],
  { b: {} },
  "",
);
test("a scalar for an object gets no defaults", testStored, [preset, "text"], "text", "");
test(
  "apiVersion, kind and metadata of an embedded resource are kept",
  testStored,
  [embedded, { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: {} }],
  { apiVersion: "v1", kind: "Pod", metadata: { name: "p" } },
  "spec.spec",
);
test(
  "unknown metadata of an embedded resource is dropped",
  testStored,
  [embedded, { apiVersion: "v1", kind: "Pod", metadata: { nam: "p" } }],
  { apiVersion: "v1", kind: "Pod", metadata: {} },
  "spec.metadata.nam",
);

test("the default of an absent field is completed with the defaults of its fields", (t) => {
  t.deepEqual(store({ properties: { spec: deep } }, {}).stored["spec"], { b: {} });
  const below = { type: "object", default: {}, properties: { spec: preset } };
  t.deepEqual(store({ properties: { spec: below } }, {}).stored["spec"], {});
  t.deepEqual(store({ properties: { spec: { ...preset, default: {} } } }, {}).stored["spec"], { a: "x" });
});

test("neither values nor defaults of a status subresource are stored", (t) => {
  const status = { type: "object", default: {}, properties: { a: { type: "string", default: "x" } } };
  t.deepEqual(store({ properties: { status } }, { status: {} }).stored["status"], { a: "x" });
  t.is(store({ properties: { status } }, { status: {} }, true).stored["status"], undefined);
  t.is(store({ properties: { status } }, {}, true).stored["status"], undefined);
});

test("apiVersion, kind and metadata are stored independent of the schema", (t) => {
  const { stored, unknown } = store({}, {});
  t.deepEqual(stored, { apiVersion: "example.com/v1", kind: "Foo", metadata: { name: "x" } });
  t.deepEqual(unknown, []);
});

/** Tests what is stored of metadata, and what is reported. */
const testMeta = test.macro({
  exec(t, metadata: JsonValue, stored: JsonValue, reported: string) {
    const found = store({}, { metadata });
    t.deepEqual(found.stored["metadata"], stored);
    const faults = found.faults.map(({ path, message }) => `${formatFieldPath(path)} ${message}`);
    t.is([...found.unknown.map(formatFieldPath), ...faults].join("; "), reported);
  },
  title: (title = "") => `metadata is stored like in the API server: ${title}`,
});

test(
  "empty fields are dropped",
  testMeta,
  { name: "x", labels: {}, annotations: null, finalizers: [], namespace: "" },
  { name: "x" },
  "",
);
test(
  "null as a label value becomes an empty string",
  testMeta,
  { labels: { a: null } },
  { labels: { a: "" } },
  "",
);
test(
  "unknown fields are dropped",
  testMeta,
  { name: "x", Labels: {}, zork: 1 },
  { name: "x" },
  "metadata.Labels; metadata.zork",
);
test(
  "fields that only the server sets are dropped",
  testMeta,
  { name: "x", uid: "u", generation: 3, creationTimestamp: null },
  { name: "x" },
  "",
);
test("metadata may be null", testMeta, null, {}, "");
test(
  "a name of the wrong type is reported",
  testMeta,
  { name: 5 },
  { name: 5 },
  "metadata.name must be a string, is a number: quote it",
);
test(
  "a label value of the wrong type is reported",
  testMeta,
  { labels: { a: true } },
  { labels: { a: true } },
  "metadata.labels.a must be a string, is a boolean: quote it",
);
test(
  "labels in a list are reported",
  testMeta,
  { labels: ["a"] },
  { labels: ["a"] },
  "metadata.labels must be a mapping of strings, is a list",
);
test("a list for metadata is reported", testMeta, [], {}, "metadata must be a mapping, is a list");
test(
  "an owner gets empty required fields and loses unknown ones",
  testMeta,
  { ownerReferences: [{ kind: "A", controller: null, x: 1 }] },
  { ownerReferences: [{ kind: "A", apiVersion: "", name: "", uid: "" }] },
  "metadata.ownerReferences[0].x",
);

test("a timestamp in embedded metadata is stored in UTC with a precision of seconds", (t) => {
  const spec = { ...embedded, ...open };
  const at = (creationTimestamp: string): JsonValue | undefined =>
    store({ properties: { spec } }, { spec: { metadata: { creationTimestamp } } }).stored["spec"];
  t.deepEqual(at("2020-01-01T01:30:00.5+02:00"), { metadata: { creationTimestamp: "2019-12-31T23:30:00Z" } });
  t.deepEqual(at("2020-01-01T5:00:00Z"), { metadata: { creationTimestamp: "2020-01-01T05:00:00Z" } });
  t.deepEqual(at("0001-01-01T00:00:00Z"), { metadata: {} });
});

const anySchema = readSchema({ properties: { spec: list, a: preset, b: map }, ...fields });

test("a value with nothing to prune, drop or default is not copied", (t) => {
  const value = { apiVersion: "v1", kind: "A", metadata: {}, spec: { a: "1" } };
  const schema = readSchema({ properties: fields });
  t.is(pruneValue(value, schema, { isResourceRoot: true }).value, value);
  t.is(dropNulls(value, schema), value);
  t.is(applyDefaults(value, schema), value);
});

test("pruning and defaulting are idempotent", (t) => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: JsonValue = JSON.parse(text);
      const pruned = pruneValue(value, anySchema, { isResourceRoot: false }).value;
      t.deepEqual(pruneValue(pruned, anySchema, { isResourceRoot: false }), { value: pruned, unknown: [] });
      const whole = applyDefaults(pruned, anySchema);
      t.is(applyDefaults(whole, anySchema), whole);
      t.deepEqual(JSON.parse(text), value);
    }),
  );
});
