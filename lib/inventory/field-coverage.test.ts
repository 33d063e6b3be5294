import test from "ava";

import type { JsonObject, JsonValue } from "../object/json.ts";
import { findChange, isUnchanged } from "./field-ownership.ts";
import { withMembership } from "./applyset-membership.ts";

const marks = { id: "applyset-ours-v1", hash: "HASH" };
const markFields = {
  "f:annotations": { "f:converge.dev/applied": {} },
  "f:labels": { "f:applyset.kubernetes.io/part-of": {} },
};

function entry(manager: string, fields: JsonObject, facts: JsonObject = {}): JsonObject {
  return {
    manager,
    operation: "Update",
    apiVersion: "v1",
    fieldsType: "FieldsV1",
    fieldsV1: fields,
    ...facts,
  };
}

interface Scene {
  readonly spec: JsonObject;
  /** What of the spec is ours. */
  readonly ours: JsonObject;
  /** The spec as it stands, where it differs from ours. */
  readonly live?: JsonObject;
  readonly others?: readonly JsonObject[];
  readonly metadata?: JsonObject;
  readonly apiVersion?: string;
}

/** The manifest as sent, and the object as it stands. */
function stage(scene: Scene): readonly [sent: JsonObject, live: JsonObject] {
  const manifest = { apiVersion: "v1", kind: "Thing", metadata: { name: "a" }, spec: scene.spec };
  const sent = withMembership(manifest, marks);
  const applied = { operation: "Apply", apiVersion: scene.apiVersion ?? "v1" };
  const managedFields = [
    entry("converge", { "f:metadata": markFields, "f:spec": scene.ours }, applied),
    ...(scene.others ?? []).map((fields) => entry("other", { "f:spec": fields })),
  ];
  const marked: JsonValue = sent["metadata"] ?? null;
  const metadata: JsonObject = {
    ...(typeof marked === "object" ? (marked as JsonObject) : {}),
    managedFields,
    ...scene.metadata,
  };
  return [sent, { ...sent, spec: scene.live ?? scene.spec, metadata }];
}

/** A manifest, what is ours of it, and the field that has changed, if one has. */
const testFields = test.macro({
  exec(t, scene: Scene, changed?: string) {
    const [sent, live] = stage(scene);
    const change = findChange(sent, live, { manager: "converge" });
    t.is(change && ("field" in change ? `${change.kind} ${change.field}` : change.kind), changed);
    t.is(isUnchanged(sent, live, { manager: "converge" }), changed === undefined);
  },
  title: (name) => name ?? "",
});

const app = { name: "app", image: "a", env: [{ name: "A", value: "1" }] };
const envFields = { 'k:{"name":"A"}': { ".": {}, "f:name": {}, "f:value": {} } };
const appFields = { ".": {}, "f:name": {}, "f:image": {}, "f:env": envFields };
const ports = [{ port: 80 }, { port: 80, protocol: "UDP" }, { port: 81, protocol: "TCP" }];
const portFields = {
  'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:port": {} },
  'k:{"port":80,"protocol":"UDP"}': { ".": {}, "f:port": {}, "f:protocol": {} },
  'k:{"port":81,"protocol":"TCP"}': { ".": {}, "f:port": {}, "f:protocol": {} },
};

test("scalars that are ours are unchanged", testFields, {
  spec: { a: 1, b: "x", c: false },
  ours: { "f:a": {}, "f:b": {}, "f:c": {} },
});
test(
  "a scalar that is no longer ours is changed",
  testFields,
  { spec: { a: 1, b: 2 }, ours: { "f:a": {} } },
  "lost spec.b",
);
test(
  "a field of ours that left the manifest is changed",
  testFields,
  { spec: { a: 1 }, ours: { "f:a": {}, "f:b": {} } },
  "extra spec.b",
);
test("a field that another manager owns too is unchanged", testFields, {
  spec: { a: 1 },
  ours: { "f:a": {} },
  others: [{ "f:a": {}, "f:b": {} }],
});
test("an atomic list is unchanged", testFields, { spec: { args: ["x", { y: 1 }] }, ours: { "f:args": {} } });
test("an atomic map is unchanged", testFields, {
  spec: { selector: { app: "x" } },
  ours: { "f:selector": {} },
});
test("a keyed list is unchanged", testFields, {
  spec: { containers: [app] },
  ours: { "f:containers": { 'k:{"name":"app"}': appFields } },
});
test(
  "a field in an entry of a keyed list that is no longer ours is changed",
  testFields,
  {
    spec: { containers: [{ ...app, tty: true }] },
    ours: { "f:containers": { 'k:{"name":"app"}': appFields } },
  },
  "lost spec.containers[name=app].tty",
);
test(
  "an entry of a keyed list that is no longer ours is changed",
  testFields,
  { spec: { containers: [app, { name: "b" }] }, ours: { "f:containers": { 'k:{"name":"app"}': appFields } } },
  "lost spec.containers",
);
test(
  "an entry of ours that left the manifest is changed",
  testFields,
  { spec: { ports: ports.slice(0, 2) }, ours: { "f:ports": portFields } },
  "extra spec.ports[port=81,protocol=TCP]",
);
test(
  "a value of a set that is no longer ours is changed",
  testFields,
  { spec: { set: ["p", "q"] }, ours: { "f:set": { 'v:"p"': {} } } },
  "lost spec.set",
);
test("an empty keyed list is nobody's", testFields, { spec: { a: 1, volumes: [] }, ours: { "f:a": {} } });
test("an empty keyed list that others fill is unchanged", testFields, {
  spec: { a: 1, env: [] },
  ours: { "f:a": {} },
  others: [{ "f:env": envFields }],
});
test(
  "an empty atomic list that somebody filled is changed",
  testFields,
  { spec: { a: 1, args: [] }, ours: { "f:a": {} }, others: [{ "f:args": {} }] },
  "lost spec.args",
);
test("an empty map is unchanged", testFields, { spec: { emptyDir: {} }, ours: { "f:emptyDir": {} } });
test(
  "an empty map that is no longer ours is changed",
  testFields,
  { spec: { a: 1, emptyDir: {} }, ours: { "f:a": {} } },
  "lost spec.emptyDir",
);
test("null may be owned or not", testFields, {
  spec: { a: null, b: null, c: { d: null } },
  ours: { "f:a": {} },
});
test(
  "an entry of a map whose parts another took is changed",
  testFields,
  {
    spec: { m: { k: { x: 1 } } },
    ours: { "f:m": { "f:k": {} } },
    others: [{ "f:m": { "f:k": { "f:x": {} } } }],
  },
  "lost spec.m.k",
);
test(
  "an entry of a map whose parts somebody removed is changed",
  testFields,
  { spec: { m: { k: { x: 1 } } }, ours: { "f:m": { "f:k": {} } }, live: { m: { k: {} } } },
  "lost spec.m.k",
);
test(
  "a list in an entry of a map that somebody emptied is changed",
  testFields,
  { spec: { m: { k: [{ name: "x" }] } }, ours: { "f:m": { "f:k": {} } }, live: { m: { k: [] } } },
  "lost spec.m.k",
);
test(
  "parts that were lost inside an entry of a list are found",
  testFields,
  {
    spec: { l: [{ name: "a", m: { x: 1 } }] },
    ours: { "f:l": { 'k:{"name":"a"}': { ".": {}, "f:name": {}, "f:m": {} } } },
    live: { l: [{ name: "b" }, { name: "a", m: {} }] },
  },
  "lost spec.l[name=a].m",
);
test(
  "a field called constructor is not owned by chance",
  testFields,
  { spec: { constructor: 1, a: 1 }, ours: { "f:a": {} } },
  "lost spec.constructor",
);
test(
  "a scalar where a map is ours is changed",
  testFields,
  { spec: { a: 1 }, ours: { "f:a": { "f:b": {} } } },
  "extra spec.a",
);
test(
  "an object under deletion is changed",
  testFields,
  { spec: { a: 1 }, ours: { "f:a": {} }, metadata: { deletionTimestamp: "2026-01-02T03:04:05Z" } },
  "deleting",
);
test(
  "an object applied under another version is changed",
  testFields,
  { spec: { a: 1 }, ours: { "f:a": {} }, apiVersion: "v2" },
  "manager",
);
test(
  "an object without managed fields is changed",
  testFields,
  { spec: { a: 1 }, ours: { "f:a": {} }, metadata: { managedFields: [] } },
  "manager",
);
test(
  "another hash is changed",
  testFields,
  { spec: { a: 1 }, ours: { "f:a": {} }, metadata: { annotations: { "converge.dev/applied": "OLD" } } },
  "manifest",
);
test(
  "the label of another release is changed",
  testFields,
  { spec: { a: 1 }, ours: { "f:a": {} }, metadata: { labels: { "applyset.kubernetes.io/part-of": "x" } } },
  "manifest",
);

test("a spec whose only field somebody took is changed", (t) => {
  const [sent, live] = stage({ spec: { replicas: 1 }, ours: {}, others: [{ "f:replicas": {} }] });
  t.like(findChange(sent, live, { manager: "converge" }), { kind: "lost", field: "spec" });
});

test("our fields under a subresource are not those of the object", (t) => {
  const [sent, live] = stage({ spec: { a: 1 }, ours: { "f:a": {} } });
  const metadata = live["metadata"] as JsonObject;
  const managedFields = (metadata["managedFields"] as readonly JsonObject[]).map((each) => ({
    ...each,
    subresource: "scale",
  }));
  t.like(findChange(sent, { ...live, metadata: { ...metadata, managedFields } }, { manager: "converge" }), {
    kind: "manager",
  });
});

test("depth does not matter", (t) => {
  let spec: JsonObject = { a: 1 };
  let ours: JsonObject = { "f:a": {} };
  for (let level = 0; level < 20_000; level += 1) {
    spec = { a: spec };
    ours = { "f:a": ours };
  }
  const [sent, live] = stage({ spec, ours });
  t.true(isUnchanged(sent, live, { manager: "converge" }));
});
