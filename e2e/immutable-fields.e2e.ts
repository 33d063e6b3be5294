/** The messages by which the API server refuses changes of immutable fields. */
import test from "ava";

import { immutableFields } from "../lib/inventory/immutable-fields.ts";
import { entries, field, type JsonObject, type JsonValue, stringField } from "../lib/object/json.ts";
import { testCluster } from "./control-plane/test-cluster.ts";
import { store } from "./stored-object.ts";

const cluster = await testCluster();

const once = { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "app" }] } };
const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" };

/** Immutable fields, with the name that the server gives them. */
const immutable: readonly (readonly [
  place: string,
  object: JsonObject,
  changed: JsonObject,
  fields: readonly string[],
])[] = [
  [
    "v1 services",
    { kind: "Service", spec: { ports: [{ port: 80 }] } },
    { kind: "Service", spec: { clusterIP: "None", ports: [{ port: 80 }] } },
    ["spec.clusterIPs[0]"],
  ],
  ["v1 secrets", { kind: "Secret" }, { kind: "Secret", type: "a/b" }, ["type"]],
  [
    "v1 configmaps",
    { kind: "ConfigMap", immutable: true, data: { a: "1" } },
    { kind: "ConfigMap", immutable: true, data: { a: "2" } },
    ["data"],
  ],
  [
    "batch/v1 jobs",
    { kind: "Job", spec: { suspend: true, template: once } },
    { kind: "Job", spec: { suspend: true, template: { spec: { ...once.spec, hostname: "x" } } } },
    ["spec.template.spec"],
  ],
  [
    "rbac.authorization.k8s.io/v1 rolebindings",
    { kind: "RoleBinding", roleRef },
    { kind: "RoleBinding", roleRef: { ...roleRef, name: "q" } },
    ["roleRef"],
  ],
];

for (const [place, before, after, fields] of immutable) {
  test(`${stringField(before, "kind")}: ${fields.join()} is immutable`, async (t) => {
    const { sent, path: at } = await store(t, place, before);
    const { text } = await cluster.api("APPLY", `${at}?fieldManager=converge&force=true`, {
      ...sent,
      ...after,
    });
    const refused: JsonValue = JSON.parse(text);
    const causes = entries(field(field(refused, "details"), "causes")).map((cause) => ({
      reason: stringField(cause, "reason") ?? "",
      message: stringField(cause, "message") ?? "",
      field: stringField(cause, "field") ?? "",
    }));
    t.deepEqual(immutableFields({ message: stringField(refused, "message") ?? "", causes }), fields);
  });
}
