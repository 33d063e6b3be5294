import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { isSameState, liveStateOf } from "./live-state.ts";

const base: JsonObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", uid: "1", resourceVersion: "7", generation: 1, labels: { app: "web" } },
  spec: { replicas: 1 },
  status: { replicas: 1 },
};

const metadata = base["metadata"] as JsonObject;

const same = test.macro({
  title: (name) => `${name} is no change of the state`,
  exec: (t, changed: JsonObject) => {
    t.true(isSameState(liveStateOf(base), liveStateOf({ ...base, ...changed })));
  },
});
test("a status", same, { status: { replicas: 2 } });
test("a resource version", same, { metadata: { ...metadata, resourceVersion: "8", generation: 2 } });
test("the order of fields", same, { metadata: Object.fromEntries(Object.entries(metadata).toReversed()) });
test("an annotation that is managed as status", same, {
  metadata: {
    ...metadata,
    annotations: { "deployment.kubernetes.io/revision": "2" },
    managedFields: [
      {
        manager: "kube-controller-manager",
        subresource: "status",
        fieldsV1: { "f:metadata": { "f:annotations": { "f:deployment.kubernetes.io/revision": {} } } },
      },
    ],
  },
});

const other = test.macro({
  title: (name) => `${name} is a change of the state`,
  exec: (t, changed: JsonObject) => {
    t.false(isSameState(liveStateOf(base), liveStateOf({ ...base, ...changed })));
  },
});
test("a field of the spec", other, { spec: { replicas: 2 } });
test("a label", other, { metadata: { ...metadata, labels: { app: "shop" } } });
test("a finalizer", other, { metadata: { ...metadata, finalizers: ["example.com/hold"] } });
test("another object of the same name", other, { metadata: { ...metadata, uid: "2" } });
test("an annotation that somebody else owns too", other, {
  metadata: {
    ...metadata,
    annotations: { note: "2" },
    managedFields: [
      {
        manager: "a",
        subresource: "status",
        fieldsV1: { "f:metadata": { "f:annotations": { "f:note": {} } } },
      },
      { manager: "b", fieldsV1: { "f:metadata": { "f:annotations": { "f:note": {} } } } },
    ],
  },
});

test("a field that is left to the cluster is no change", (t) => {
  const left = [{ path: ["spec", "replicas"], ceded: true, isCreated: false }];
  const scaled = { ...base, spec: { replicas: 5 } };
  t.true(isSameState(liveStateOf(base, left), liveStateOf(scaled, left)));
});

test("of an object with hidden values no digest is kept, by which values could be guessed", (t) => {
  const secret = { ...base, apiVersion: "v1", kind: "Secret", data: { word: "YQ==" } };
  t.deepEqual(liveStateOf(secret), { uid: "1", resourceVersion: "7" });
  const marked = { ...base, metadata: { ...metadata, annotations: { "werf.io/sensitive": "true" } } };
  t.deepEqual(liveStateOf(marked), { uid: "1", resourceVersion: "7" });
  t.deepEqual(liveStateOf(base, [], marked), { uid: "1", resourceVersion: "7" });
});
