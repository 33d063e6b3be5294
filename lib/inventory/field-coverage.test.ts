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
  /** The fields of the spec that converge owns. */
  readonly owned: JsonObject;
  /** The live spec, if it differs from the manifest. */
  readonly live?: JsonObject;
  readonly others?: readonly JsonObject[];
  readonly metadata?: JsonObject;
  readonly apiVersion?: string;
}

/** The manifest as sent, and the live object. */
function stage(scene: Scene): readonly [sent: JsonObject, live: JsonObject] {
  const manifest = { apiVersion: "v1", kind: "Thing", metadata: { name: "a" }, spec: scene.spec };
  const sent = withMembership(manifest, marks);
  const applied = { operation: "Apply", apiVersion: scene.apiVersion ?? "v1" };
  const managedFields = [
    entry("converge", { "f:metadata": markFields, "f:spec": scene.owned }, applied),
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

/** Checks which change is found for a manifest and the fields that converge owns, if any. */
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

test("owned scalars are unchanged", testFields, {
  spec: { a: 1, b: "x", c: false },
  owned: { "f:a": {}, "f:b": {}, "f:c": {} },
});
test(
  "a scalar that is no longer owned is changed",
  testFields,
  { spec: { a: 1, b: 2 }, owned: { "f:a": {} } },
  "lost spec.b",
);
test(
  "an owned field that was removed from the manifest is changed",
  testFields,
  { spec: { a: 1 }, owned: { "f:a": {}, "f:b": {} } },
  "extra spec.b",
);
test("a field that another manager owns too is unchanged", testFields, {
  spec: { a: 1 },
  owned: { "f:a": {} },
  others: [{ "f:a": {}, "f:b": {} }],
});
test("an owned atomic list is unchanged", testFields, {
  spec: { args: ["x", { y: 1 }] },
  owned: { "f:args": {} },
});
test("an owned atomic map is unchanged", testFields, {
  spec: { selector: { app: "x" } },
  owned: { "f:selector": {} },
});
test("an owned keyed list is unchanged", testFields, {
  spec: { containers: [app] },
  owned: { "f:containers": { 'k:{"name":"app"}': appFields } },
});
test(
  "a field in an entry of a keyed list that is no longer owned is changed",
  testFields,
  {
    spec: { containers: [{ ...app, tty: true }] },
    owned: { "f:containers": { 'k:{"name":"app"}': appFields } },
  },
  "lost spec.containers[name=app].tty",
);
test(
  "an entry of a keyed list that is no longer owned is changed",
  testFields,
  {
    spec: { containers: [app, { name: "b" }] },
    owned: { "f:containers": { 'k:{"name":"app"}': appFields } },
  },
  "lost spec.containers",
);
test(
  "an owned list entry that was removed from the manifest is changed",
  testFields,
  { spec: { ports: ports.slice(0, 2) }, owned: { "f:ports": portFields } },
  "extra spec.ports[port=81,protocol=TCP]",
);
test(
  "a value of a set that is no longer owned is changed",
  testFields,
  { spec: { set: ["p", "q"] }, owned: { "f:set": { 'v:"p"': {} } } },
  "lost spec.set",
);
test("an empty keyed list without an owner is unchanged", testFields, {
  spec: { a: 1, volumes: [] },
  owned: { "f:a": {} },
});
test("an empty keyed list that another manager fills is unchanged", testFields, {
  spec: { a: 1, env: [] },
  owned: { "f:a": {} },
  others: [{ "f:env": envFields }],
});
test(
  "an empty atomic list that another manager fills is changed",
  testFields,
  { spec: { a: 1, args: [] }, owned: { "f:a": {} }, others: [{ "f:args": {} }] },
  "lost spec.args",
);
test("an owned empty map is unchanged", testFields, { spec: { emptyDir: {} }, owned: { "f:emptyDir": {} } });
test(
  "an empty map that is no longer owned is changed",
  testFields,
  { spec: { a: 1, emptyDir: {} }, owned: { "f:a": {} } },
  "lost spec.emptyDir",
);
test("a null field is unchanged, whether it is owned or not", testFields, {
  spec: { a: null, b: null, c: { d: null } },
  owned: { "f:a": {} },
});
test(
  "an owned map entry whose fields another manager took over is changed",
  testFields,
  {
    spec: { m: { k: { x: 1 } } },
    owned: { "f:m": { "f:k": {} } },
    others: [{ "f:m": { "f:k": { "f:x": {} } } }],
  },
  "lost spec.m.k",
);
test(
  "an owned map entry whose fields were removed in the cluster is changed",
  testFields,
  { spec: { m: { k: { x: 1 } } }, owned: { "f:m": { "f:k": {} } }, live: { m: { k: {} } } },
  "lost spec.m.k",
);
test(
  "an owned map entry whose list was emptied in the cluster is changed",
  testFields,
  { spec: { m: { k: [{ name: "x" }] } }, owned: { "f:m": { "f:k": {} } }, live: { m: { k: [] } } },
  "lost spec.m.k",
);
test(
  "a map in a list entry whose fields were removed in the cluster is changed",
  testFields,
  {
    spec: { l: [{ name: "a", m: { x: 1 } }] },
    owned: { "f:l": { 'k:{"name":"a"}': { ".": {}, "f:name": {}, "f:m": {} } } },
    live: { l: [{ name: "b" }, { name: "a", m: {} }] },
  },
  "lost spec.l[name=a].m",
);
test(
  "a field called constructor is not mistaken for an owned one",
  testFields,
  { spec: { constructor: 1, a: 1 }, owned: { "f:a": {} } },
  "lost spec.constructor",
);
test(
  "a scalar in place of an owned map is changed",
  testFields,
  { spec: { a: 1 }, owned: { "f:a": { "f:b": {} } } },
  "extra spec.a",
);
test(
  "an object under deletion is changed",
  testFields,
  { spec: { a: 1 }, owned: { "f:a": {} }, metadata: { deletionTimestamp: "2026-01-02T03:04:05Z" } },
  "deleting",
);
test(
  "an object applied under another API version is changed",
  testFields,
  { spec: { a: 1 }, owned: { "f:a": {} }, apiVersion: "v2" },
  "manager",
);
test(
  "an object without managed fields is changed",
  testFields,
  { spec: { a: 1 }, owned: { "f:a": {} }, metadata: { managedFields: [] } },
  "manager",
);
test(
  "an object with another manifest hash is changed",
  testFields,
  { spec: { a: 1 }, owned: { "f:a": {} }, metadata: { annotations: { "converge.dev/applied": "OLD" } } },
  "manifest",
);
test(
  "an object with the label of another release is changed",
  testFields,
  { spec: { a: 1 }, owned: { "f:a": {} }, metadata: { labels: { "applyset.kubernetes.io/part-of": "x" } } },
  "manifest",
);

test("a spec whose only field another manager took over is changed", (t) => {
  const [sent, live] = stage({ spec: { replicas: 1 }, owned: {}, others: [{ "f:replicas": {} }] });
  t.like(findChange(sent, live, { manager: "converge" }), { kind: "lost", field: "spec" });
});

test("fields owned through a subresource do not count as owned fields of the object", (t) => {
  const [sent, live] = stage({ spec: { a: 1 }, owned: { "f:a": {} } });
  const metadata = live["metadata"] as JsonObject;
  const managedFields = (metadata["managedFields"] as readonly JsonObject[]).map((each) => ({
    ...each,
    subresource: "scale",
  }));
  t.like(findChange(sent, { ...live, metadata: { ...metadata, managedFields } }, { manager: "converge" }), {
    kind: "manager",
  });
});

test("20,000 nested levels are compared without overflowing the stack", (t) => {
  let spec: JsonObject = { a: 1 };
  let owned: JsonObject = { "f:a": {} };
  for (let level = 0; level < 20_000; level += 1) {
    spec = { a: spec };
    owned = { "f:a": owned };
  }
  const [sent, live] = stage({ spec, owned });
  t.true(isUnchanged(sent, live, { manager: "converge" }));
});
