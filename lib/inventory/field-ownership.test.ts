import test from "ava";

import { type JsonObject, objectField } from "../object/json.ts";
import type { AdoptedTool } from "./adopted-fields.ts";
import { isUnchanged, migration } from "./field-ownership.ts";
import { withMembership } from "./applyset-membership.ts";

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

function managed(managedFields: readonly JsonObject[], annotations: JsonObject = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a", resourceVersion: "7", annotations, managedFields },
  };
}

const old = { time: "2026-01-01T00:00:00Z" };
const young = { time: "2026-01-02T00:00:00Z" };
const version = { op: "replace", path: "/metadata/resourceVersion", value: "7" };
const moved = (...value: readonly JsonObject[]): readonly JsonObject[] => [
  { op: "replace", path: "/metadata/managedFields", value },
  version,
];
const ours = (fields: JsonObject, facts: JsonObject): JsonObject =>
  entry("converge", fields, { operation: "Apply", ...facts });

/** What the fields of client-side apply become. */
const testMigration = test.macro({
  exec(t, live: JsonObject, patch: readonly JsonObject[] | undefined) {
    const before = structuredClone(live);
    t.deepEqual(migration(live, { to: "converge" }), patch);
    t.deepEqual(live, before);
  },
  title: (name) => name ?? "",
});

test(
  "fields of kubectl apply become ours",
  testMigration,
  managed([entry("kubectl-client-side-apply", { "f:data": { "f:a": {} } }, old)]),
  moved(ours({ "f:data": { "f:a": {} } }, old)),
);
test(
  "fields join those that are ours already",
  testMigration,
  managed([
    ours({ "f:data": { "f:a": {} } }, young),
    entry("helm", { "f:data": { ".": {}, "f:b": {} } }, old),
  ]),
  moved(ours({ "f:data": { "f:a": {}, "f:b": {}, ".": {} } }, young)),
);
test(
  "of several the newest tells the version",
  testMigration,
  managed([
    entry("helm", { "f:a": {} }, { ...old, apiVersion: "v1beta1" }),
    entry("kubectl", { "f:b": {} }, young),
  ]),
  moved(ours({ "f:b": {} }, young)),
);
test(
  "what kubectl edit wrote stays another client's",
  testMigration,
  managed([entry("kubectl-edit", { "f:a": {} })]),
  undefined,
);
test(
  "what was written through a subresource stays",
  testMigration,
  managed([entry("kubectl", { "f:a": {} }, { subresource: "scale" })]),
  undefined,
);
test(
  "what kubectl applied on the server stays",
  testMigration,
  managed([entry("kubectl", { "f:a": {} }, { operation: "Apply" })]),
  undefined,
);
test(
  "an object that is all ours needs no patch",
  testMigration,
  managed([ours({ "f:a": {} }, old)]),
  undefined,
);

test("kubectl's copy of the manifest becomes ours, and the rest stays", (t) => {
  const copy = { "kubectl.kubernetes.io/last-applied-configuration": "{}" };
  const status = entry("controller", { "f:status": {} }, { subresource: "status" });
  t.deepEqual(
    migration(managed([entry("kubectl", { "f:a": {} }, old), status], copy), { to: "converge" }),
    moved(
      ours(
        {
          "f:a": {},
          "f:metadata": { "f:annotations": { "f:kubectl.kubernetes.io/last-applied-configuration": {} } },
        },
        old,
      ),
      status,
    ),
  );
  t.deepEqual(
    migration(managed([entry("helm", { "f:a": {} }, old)], copy), { to: "converge" }),
    moved(ours({ "f:a": {} }, old)),
  );
});

/** Whether what a manager has applied on the server becomes ours with a Helm release. */
const testHelm = test.macro({
  exec(t, manager: string, isTaken: boolean) {
    const applied = entry(manager, { "f:a": {} }, { ...old, operation: "Apply" });
    const controller = entry("controller", { "f:status": {} }, { subresource: "status" });
    t.deepEqual(
      migration(managed([applied, controller]), { to: "converge", from: { tool: "Helm", marks: [] } }),
      isTaken ? moved(ours({ "f:a": {} }, old), controller) : undefined,
    );
    t.is(migration(managed([applied]), { to: "converge" }), undefined);
  },
  title: (_, manager: string, isTaken: boolean) =>
    `with a Helm release, fields of ${manager} ${isTaken ? "become ours" : "stay"}`,
});

test(testHelm, "helm", true);
test(testHelm, "werf", true);
test(testHelm, "helm-controller", true);
test(testHelm, "terraform-provider-helm_v2.9.0_x5", true);
test(testHelm, "kubectl", false);
test(testHelm, "argocd-controller", false);

/** Whether what a manager has applied on the server becomes ours with the objects of a tool. */
const testTool = test.macro({
  exec(t, tool: AdoptedTool, manager: string, isTaken: boolean) {
    const applied = entry(manager, { "f:a": {} }, { ...old, operation: "Apply" });
    t.deepEqual(
      migration(managed([applied]), { to: "converge", from: { tool, marks: [] } }),
      isTaken ? moved(ours({ "f:a": {} }, old)) : undefined,
    );
  },
  title: (_, tool: string, manager: string, isTaken: boolean) =>
    `with the objects of ${tool}, fields of ${manager} ${isTaken ? "become ours" : "stay"}`,
});

test(testTool, "Argo CD", "argocd-controller", true);
test(testTool, "Argo CD", "argocd-application-controller", true);
test(testTool, "Argo CD", "argocd-server", false);
test(testTool, "kapp", "kapp", true);
test(testTool, "kapp", "kapp-server-side-apply", true);
test(testTool, "kapp", "kapp-controller", false);
test(testTool, "kubectl", "kubectl", true);
test(testTool, "kubectl", "kubectl-edit", false);

const trackingPath = ["metadata", "annotations", "example.com/tracking"];
const trackingFields = { "f:metadata": { "f:annotations": { "f:example.com/tracking": {} } } };

test("the mark of an adopted owner becomes ours alone, whoever has written it", (t) => {
  const from = { tool: "kapp", marks: [trackingPath, ["metadata", "labels", "absent"]] } as const;
  const mark = { "example.com/tracking": "web" };
  const others = entry("someone", { "f:b": {}, ...trackingFields }, { operation: "Apply" });
  const left = entry("someone", { "f:b": {} }, { operation: "Apply" });
  const tool = entry("kapp", { "f:a": {} }, old);
  t.deepEqual(
    migration(managed([tool, others], mark), { to: "converge", from }),
    moved(ours({ "f:a": {}, ...trackingFields }, old), left),
  );
  t.deepEqual(
    migration(managed([ours({ "f:a": {} }, old), others], mark), { to: "converge", from }),
    moved(ours({ "f:a": {}, ...trackingFields }, old), left),
  );
  t.is(
    migration(managed([ours({ "f:a": {}, ...trackingFields }, old)], mark), { to: "converge", from }),
    undefined,
  );
});

test("with a Helm release, what Helm has written from both sides becomes ours", (t) => {
  const both = [
    entry("helm", { "f:a": {} }, old),
    entry("helm", { "f:b": {} }, { ...young, operation: "Apply" }),
  ];
  t.deepEqual(
    migration(managed(both), { to: "converge", from: { tool: "Helm", marks: [] } }),
    moved(ours({ "f:a": {}, "f:b": {} }, young)),
  );
});

/**
 * Whether an object that is sent with an empty map stays as it is, where another manager has these fields.
 */
const testEmpty = test.macro({
  exec(t, theirs: JsonObject, stays: boolean) {
    const manifest = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: {} };
    const sent = withMembership(manifest, { id: "applyset-ours-v1", hash: "HASH" });
    const marks = {
      "f:annotations": { "f:converge.dev/applied": {} },
      "f:labels": { "f:applyset.kubernetes.io/part-of": {} },
    };
    const managedFields = [ours({ "f:metadata": marks }, young), entry("controller", theirs)];
    const live = { ...sent, metadata: { ...objectField(sent, "metadata"), managedFields } };
    t.is(isUnchanged(sent, live, { manager: "converge" }), stays);
  },
  title: (name) => name ?? "",
});

test("an empty map that others have filled stays", testEmpty, { "f:data": { ".": {}, "f:a": {} } }, true);
test("an empty map that somebody has removed comes back", testEmpty, {}, false);
test("an empty map that somebody has set as a whole is put right", testEmpty, { "f:data": {} }, false);
