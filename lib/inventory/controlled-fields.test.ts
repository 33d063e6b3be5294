import test from "ava";

import type { JsonObject, Path } from "../object/json.ts";
import { groupOf } from "../object/object-ref.ts";
import { controlledFields } from "./controlled-fields.ts";

/** Which fields of a manifest are left to controllers. */
const leaves = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, written: string, manifest: JsonObject, paths: readonly Path[]) {
    const [apiVersion = "", kind = ""] = written.split(" ");
    t.deepEqual(controlledFields({ group: groupOf(apiVersion), kind }, manifest), paths);
  },
});

const clusterRole = "rbac.authorization.k8s.io/v1 ClusterRole";
const webhooks = "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration";
const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] };
const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];

test(
  leaves,
  "empty rules of an aggregated ClusterRole are left to controllers",
  clusterRole,
  { aggregationRule, rules: [] },
  [["rules"]],
);
test(
  leaves,
  "rules of an aggregated ClusterRole are left to controllers",
  clusterRole,
  { aggregationRule, rules },
  [["rules"]],
);
test(leaves, "rules of an ordinary ClusterRole are not left to controllers", clusterRole, { rules: [] }, []);
test(
  leaves,
  "only empty CA bundles of webhooks are left to controllers",
  webhooks,
  {
    webhooks: [
      { name: "a", clientConfig: { caBundle: "" } },
      { name: "b", clientConfig: { caBundle: "LS0tLS1CRUdJTg==" } },
      { name: "c", clientConfig: {} },
      { name: "d", clientConfig: { caBundle: "Cg==" } },
      { name: "e", clientConfig: { caBundle: null } },
    ],
  },
  [
    ["webhooks", 0, "clientConfig", "caBundle"],
    ["webhooks", 3, "clientConfig", "caBundle"],
    ["webhooks", 4, "clientConfig", "caBundle"],
  ],
);
test(
  leaves,
  "an empty CA bundle of an APIService is left to controllers",
  "apiregistration.k8s.io/v1 APIService",
  { spec: { caBundle: "" } },
  [["spec", "caBundle"]],
);
test(
  leaves,
  "an empty volumeName of a PersistentVolumeClaim is left to the volume binder",
  "v1 PersistentVolumeClaim",
  { spec: { volumeName: "" } },
  [["spec", "volumeName"]],
);
test(
  leaves,
  "a given volumeName and an empty storageClassName of a PersistentVolumeClaim are not left to controllers",
  "v1 PersistentVolumeClaim",
  { spec: { volumeName: "disk", storageClassName: "" } },
  [],
);
test(
  leaves,
  "an empty CA bundle that OpenShift injects is left to it",
  "v1 ConfigMap",
  {
    metadata: { labels: { "config.openshift.io/inject-trusted-cabundle": "true" } },
    data: { "ca-bundle.crt": "", mine: "kept" },
  },
  [["data", "ca-bundle.crt"]],
);
test(
  leaves,
  "an empty ca-bundle.crt without OpenShift's label is not left to controllers",
  "v1 ConfigMap",
  { data: { "ca-bundle.crt": "" } },
  [],
);
test(
  leaves,
  "a malformed manifest has no fields that are left to controllers",
  webhooks,
  { webhooks: { a: 1 }, spec: null },
  [],
);
