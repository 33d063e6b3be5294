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

/** Checks how fields of client-side apply are migrated. */
const testMigration = test.macro({
  exec(t, live: JsonObject, patch: readonly JsonObject[] | undefined) {
    const before = structuredClone(live);
    t.deepEqual(migration(live, { to: "converge" }), patch);
    t.deepEqual(live, before);
  },
  title: (name) => name ?? "",
});

test(
  "fields of kubectl's client-side apply move to converge",
  testMigration,
  managed([entry("kubectl-client-side-apply", { "f:data": { "f:a": {} } }, old)]),
  moved(ours({ "f:data": { "f:a": {} } }, old)),
);
test(
  "migrated fields are merged with those that converge already owns",
  testMigration,
  managed([
    ours({ "f:data": { "f:a": {} } }, young),
    entry("helm", { "f:data": { ".": {}, "f:b": {} } }, old),
  ]),
  moved(ours({ "f:data": { "f:a": {}, "f:b": {}, ".": {} } }, young)),
);
test(
  "the newest of several migrated entries determines the API version",
  testMigration,
  managed([
    entry("helm", { "f:a": {} }, { ...old, apiVersion: "v1beta1" }),
    entry("kubectl", { "f:b": {} }, young),
  ]),
  moved(ours({ "f:b": {} }, young)),
);
test(
  "fields of kubectl edit are not migrated",
  testMigration,
  managed([entry("kubectl-edit", { "f:a": {} })]),
  undefined,
);
test(
  "fields written through a subresource are not migrated",
  testMigration,
  managed([entry("kubectl", { "f:a": {} }, { subresource: "scale" })]),
  undefined,
);
test(
  "fields of kubectl's server-side apply are not migrated",
  testMigration,
  managed([entry("kubectl", { "f:a": {} }, { operation: "Apply" })]),
  undefined,
);
test(
  "an object whose fields converge already owns needs no migration",
  testMigration,
  managed([ours({ "f:a": {} }, old)]),
  undefined,
);

test("kubectl's last-applied annotation moves to converge, and other managers keep their fields", (t) => {
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

/** Checks whether server-side applied fields of a manager move to converge with a Helm release. */
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
    `on adoption of a Helm release, fields of ${manager} ${isTaken ? "move to converge" : "are not migrated"}`,
});

test(testHelm, "helm", true);
test(testHelm, "werf", true);
test(testHelm, "helm-controller", true);
test(testHelm, "terraform-provider-helm_v2.9.0_x5", true);
test(testHelm, "kubectl", false);
test(testHelm, "argocd-controller", false);

/** Checks whether server-side applied fields of a manager move to converge with the objects of a tool. */
const testTool = test.macro({
  exec(t, tool: AdoptedTool, manager: string, isTaken: boolean) {
    const applied = entry(manager, { "f:a": {} }, { ...old, operation: "Apply" });
    t.deepEqual(
      migration(managed([applied]), { to: "converge", from: { tool, marks: [] } }),
      isTaken ? moved(ours({ "f:a": {} }, old)) : undefined,
    );
  },
  title: (_, tool: string, manager: string, isTaken: boolean) =>
    `on adoption of objects of ${tool}, fields of ${manager} ${isTaken ? "move to converge" : "are not migrated"}`,
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

test("on adoption, the mark of the former owner moves to converge, whichever manager wrote it", (t) => {
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

test("on adoption, a mark that only an unknown manager owns moves to converge, and its other fields stay", (t) => {
  const from = { tool: "Argo CD", marks: [trackingPath] } as const;
  const live = managed([entry("someone", { "f:b": {}, ...trackingFields }, young)], {
    "example.com/tracking": "web",
  });
  t.deepEqual(
    migration(live, { to: "converge", from }),
    moved(ours(trackingFields, young), entry("someone", { "f:b": {} }, young)),
  );
});

test("on adoption of a Helm release, Helm's client-side and server-side fields both move to converge", (t) => {
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
 * Checks whether an object that is sent with an empty map is unchanged if another manager owns these fields.
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

test(
  "an object with an empty map that another manager has filled is unchanged",
  testEmpty,
  { "f:data": { ".": {}, "f:a": {} } },
  true,
);
test("an object whose empty map was removed is changed", testEmpty, {}, false);
test(
  "an object with an empty map that another manager has set as a whole is changed",
  testEmpty,
  { "f:data": {} },
  false,
);
