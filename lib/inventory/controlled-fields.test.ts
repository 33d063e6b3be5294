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

test(leaves, "empty rules of an aggregated ClusterRole", clusterRole, { aggregationRule, rules: [] }, [
  ["rules"],
]);
test(leaves, "rules that aggregation overwrites", clusterRole, { aggregationRule, rules }, [["rules"]]);
test(leaves, "but not those of an ordinary ClusterRole", clusterRole, { rules: [] }, []);
test(
  leaves,
  "empty CA bundles, each of its own webhook",
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
  "the empty CA bundle of an aggregated API",
  "apiregistration.k8s.io/v1 APIService",
  { spec: { caBundle: "" } },
  [["spec", "caBundle"]],
);
test(leaves, "the volume that the binder chooses", "v1 PersistentVolumeClaim", { spec: { volumeName: "" } }, [
  ["spec", "volumeName"],
]);
test(
  leaves,
  "but not the volume that the user chooses, nor the class that is to be none",
  "v1 PersistentVolumeClaim",
  { spec: { volumeName: "disk", storageClassName: "" } },
  [],
);
test(
  leaves,
  "an empty bundle that OpenShift injects",
  "v1 ConfigMap",
  {
    metadata: { labels: { "config.openshift.io/inject-trusted-cabundle": "true" } },
    data: { "ca-bundle.crt": "", mine: "kept" },
  },
  [["data", "ca-bundle.crt"]],
);
test(leaves, "but not what is merely empty", "v1 ConfigMap", { data: { "ca-bundle.crt": "" } }, []);
test(leaves, "nothing of a manifest of hostile form", webhooks, { webhooks: { a: 1 }, spec: null }, []);
