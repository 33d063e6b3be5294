import test from "ava";

import type { JsonObject, JsonValue } from "../object/json.ts";
import { readCustomDefinition } from "./model/crd.ts";
import { formatFieldPath } from "./model/field-fault.ts";
import { checkCustomResource, type CheckResult } from "./validate-custom-resource.ts";

interface Version {
  readonly properties?: JsonObject;
  readonly rules?: JsonValue;
  readonly subresources?: JsonObject;
}

function check(
  { properties = {}, rules = [], subresources = {} }: Version,
  object: JsonObject,
  old?: JsonObject,
): CheckResult {
  const openAPIV3Schema = { type: "object", properties, "x-kubernetes-validations": rules };
  const definition = readCustomDefinition({
    spec: {
      group: "example.com",
      versions: [{ name: "v1", served: true, schema: { openAPIV3Schema }, subresources }],
    },
  });
  const [version] = definition.versions;
  if (version === undefined) {
    throw new Error("a definition has a version");
  }
  const before = old === undefined ? {} : { old: asFoo(old) };
  return checkCustomResource({ object: asFoo(object), ...before, definition, version, minor: 36 });
}

function asFoo(fields: JsonObject): JsonObject {
  return { apiVersion: "example.com/v1", kind: "Foo", metadata: { name: "x" }, ...fields };
}

function reported({ faults }: CheckResult): string {
  return faults
    .map(({ reason, path }) => `${reason.replace("FieldValue", "")} ${formatFieldPath(path)}`.trim())
    .toSorted()
    .join(", ");
}

const set: JsonObject = {
  type: "array",
  "x-kubernetes-list-type": "set",
  items: { "x-kubernetes-preserve-unknown-fields": true },
};
const mapOf = (...keys: readonly string[]): JsonObject => ({
  type: "array",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": keys,
  items: { type: "object", properties: { a: { type: "string", nullable: true }, b: { type: "integer" } } },
});
const resource: JsonObject = { type: "object", "x-kubernetes-embedded-resource": true };
const pod = { apiVersion: "v1", kind: "Pod" };
const replicas: JsonObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** Tests the faults of a value of the field `v`. */
const testValue = test.macro({
  exec(t, [schema, value]: readonly [JsonObject, JsonValue], faults: string) {
    t.is(reported(check({ properties: { v: schema } }, { v: value })), faults);
  },
  title: (title = "") => `a custom resource is validated like in the API server: ${title}`,
});

test("a duplicate scalar in a set", testValue, [set, ["a", "b", "a", "a"]], "Duplicate v[2]");
test(
  "a duplicate object in a set",
  testValue,
  [
    set,
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ],
  "Duplicate v[1]",
);
test("values of several types in a set", testValue, [set, [1, "1", true, "true", null, [], {}]], "");
test(
  "a duplicate key in a map list",
  testValue,
  [mapOf("a"), [{ a: "x" }, { a: "y" }, { a: "x", b: 1 }]],
  "Duplicate v[2]",
);
test("two items without a key in a map list", testValue, [mapOf("a"), [{}, { b: 1 }]], "Duplicate v[1]");
test("a null key and a missing key in a map list", testValue, [mapOf("a"), [{ a: null }, {}]], "");
test(
  "items with only some equal keys in a map list",
  testValue,
  [
    mapOf("a", "b"),
    [
      { a: "x", b: 1 },
      { a: "x", b: 2 },
    ],
  ],
  "",
);
test(
  "items with all keys equal in a map list",
  testValue,
  [
    mapOf("a", "b"),
    [
      { a: "x", b: 1 },
      { b: 1, a: "x" },
    ],
  ],
  "Duplicate v[1]",
);
test("a scalar in a map list", testValue, [mapOf("a"), ["x", {}, {}]], "Invalid v[0], TypeInvalid v[0]");
test(
  "a set as a map value",
  testValue,
  [{ type: "object", additionalProperties: set }, { "x.y": [1, 1] }],
  "Duplicate v[x.y][1]",
);
test("an embedded resource", testValue, [resource, { ...pod, metadata: { name: "anything, really" } }], "");
test(
  "an embedded resource without apiVersion and kind",
  testValue,
  [resource, {}],
  "Required v.apiVersion, Required v.kind",
);
test(
  "embedded resources in a map",
  testValue,
  [
    { type: "object", additionalProperties: resource },
    { k: pod, l: { kind: "Pod" } },
  ],
  "Required v[l].apiVersion",
);
test(
  "an embedded resource with an invalid apiVersion and kind",
  testValue,
  [resource, { apiVersion: "a/b/c", kind: "a pod" }],
  "Invalid v.apiVersion, Invalid v.kind",
);
test(
  "an embedded resource whose apiVersion is not a string",
  testValue,
  [resource, { apiVersion: 1, kind: "Pod" }],
  "Invalid v.apiVersion",
);
test(
  "invalid names in embedded metadata",
  testValue,
  [resource, { ...pod, metadata: { name: "a/b", generateName: "%", namespace: "A" } }],
  "Invalid v.metadata.generateName, Invalid v.metadata.name, Invalid v.metadata.namespace",
);
test(
  "invalid labels in embedded metadata",
  testValue,
  [resource, { ...pod, metadata: { labels: { "a b": "c", d: "e f" } } }],
  "Invalid v.metadata.labels, Invalid v.metadata.labels",
);
test(
  "invalid annotations in embedded metadata",
  testValue,
  [resource, { ...pod, metadata: { annotations: { A: "b c", "d/e/f": "" } } }],
  "Invalid v.metadata.annotations",
);
test(
  "invalid finalizers in embedded metadata",
  testValue,
  [resource, { ...pod, metadata: { finalizers: ["orphan", "foregroundDeletion", "a b"] } }],
  "Invalid v.metadata.finalizers, Invalid v.metadata.finalizers",
);
test(
  "an invalid owner in embedded metadata",
  testValue,
  [resource, { ...pod, metadata: { ownerReferences: [{ ...pod, name: "p", uid: "" }] } }],
  "Invalid v.metadata.ownerReferences.uid",
);
test(
  "invalid managed fields in embedded metadata",
  testValue,
  [resource, { ...pod, metadata: { managedFields: [{ operation: "Patch" }] } }],
  "Invalid v.metadata.managedFields[0].operation",
);

/** Tests the faults of fields that the scale subresource refers to. */
const testScale = test.macro({
  exec(t, object: JsonObject, faults: string) {
    const scale = {
      specReplicasPath: ".spec.n",
      statusReplicasPath: ".status.n",
      labelSelectorPath: ".status.selector",
    };
    t.is(
      reported(check({ properties: { spec: replicas, status: replicas }, subresources: { scale } }, object)),
      faults,
    );
  },
  title: (title = "") => `the fields that the scale subresource refers to are checked: ${title}`,
});

test("absent fields", testScale, {}, "");
test("valid values", testScale, { spec: { n: 3 }, status: { n: 2_147_483_647, selector: "a=b" } }, "");
test("negative replicas", testScale, { spec: { n: -1 } }, "Invalid .spec.n");
test("replicas beyond int32", testScale, { status: { n: 2_147_483_648 } }, "Invalid .status.n");
test("fractional replicas", testScale, { spec: { n: 1.5 } }, "Invalid .spec.n");
test("a selector that is not a string", testScale, { status: { selector: {} } }, "Invalid .status.selector");

const number = { v: { type: "integer" } };
const small = [{ rule: "self.v < 5", message: "v must be small" }];

test("rules are evaluated on the object with its defaults", (t) => {
  const properties = { v: { type: "integer", default: 7 } };
  t.is(reported(check({ properties, rules: small }, {})), "Invalid");
  t.is(reported(check({ properties, rules: small }, { v: 3 })), "");
});

test("skipping rules because of a value of the wrong type is reported", (t) => {
  const result = check({ properties: number, rules: small }, { v: "9" });
  t.is(reported(result), "Invalid, TypeInvalid v");
  t.regex(result.faults.at(-1)?.message ?? "", /rules were not checked/);
});

test("rules are evaluated even if a value is out of bounds", (t) => {
  const properties = { v: { type: "integer", maximum: 6 } };
  t.is(reported(check({ properties, rules: small }, { v: 9 })), "Invalid, Invalid v");
});

test("skipped rules are not reported for a schema without rules", (t) => {
  t.is(reported(check({ properties: number }, { v: "9" })), "TypeInvalid v");
});

test("only the fault of metadata is reported if metadata cannot be parsed", (t) => {
  t.is(
    reported(check({ properties: number }, { v: "9", metadata: { name: "x", labels: { a: 1 } } })),
    "Invalid metadata.labels.a",
  );
});

test("the metadata of the resource is checked", (t) => {
  t.is(reported(check({}, { metadata: {} })), "Required metadata.name");
  t.is(
    reported(check({}, { metadata: { name: "A", labels: { a: "b c" } } })),
    "Invalid metadata.labels, Invalid metadata.name",
  );
  t.is(reported(check({}, { metadata: { generateName: "a-" } })), "");
});

test("existing duplicates in a set are accepted, new ones are not", (t) => {
  const properties = { v: set, w: { type: "integer" } };
  t.is(reported(check({ properties }, { v: [1, 1], w: 1 }, { v: [1, 1] })), "");
  t.is(reported(check({ properties }, { v: [1, 1] }, { v: [1] })), "Duplicate v[1]");
});

test("no finalizers may be added to a resource that is being deleted", (t) => {
  const metadata = { name: "x", deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["a.io/b"] };
  const more = { name: "x", finalizers: ["a.io/b", "a.io/c"] };
  t.is(reported(check({}, { metadata: more }, { metadata })), "Forbidden metadata.finalizers");
});

test("a status subresource keeps its old value", (t) => {
  const version = { properties: { status: replicas }, subresources: { status: {} } };
  t.deepEqual(check(version, { status: { n: 2 } }, { status: { n: 1 } }).stored["status"], { n: 1 });
});
