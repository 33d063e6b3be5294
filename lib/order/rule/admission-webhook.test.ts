import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { defines, findings, object, outline, planned, pods, waitsOf } from "../../../fixtures/planned.ts";

const service = (name: string): JsonObject =>
  object(`Service/${name}`, { body: { spec: { selector: { app: name } } } });
const server = (name: string, spec: JsonObject = {}): JsonObject =>
  object(`Deployment/${name}`, { body: pods(spec, { app: name }) });

const podRules = [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }];
const client = { service: { namespace: "default", name: "hook" } };
const configuration = (webhook: JsonObject): JsonObject =>
  object("MutatingWebhookConfiguration/m", {
    body: { webhooks: [{ clientConfig: client, rules: podRules, ...webhook }] },
  });
const webWaits = (webhook: JsonObject, ...others: readonly JsonObject[]): boolean =>
  waitsOf(
    planned([
      configuration(webhook),
      service("hook"),
      server("hook", { serviceAccountName: "hook" }),
      server("web"),
      ...others,
    ]),
    "Deployment/web",
  ).includes("MutatingWebhookConfiguration/m ready admission-webhook");

test("a webhook configuration comes after its own server and before other workloads whose pods it matches", (t) => {
  const result = planned([configuration({}), service("hook"), server("hook"), server("web")]);
  t.deepEqual(outline(result), [
    "main 0: Service/hook Deployment/hook",
    "main 0: MutatingWebhookConfiguration/m",
    "main 0: Deployment/web",
  ]);
});

test("dependencies of a webhook's server do not wait for the webhook", (t) => {
  const rules = [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] }];
  const result = planned([
    configuration({ rules }),
    service("hook"),
    server("hook", { serviceAccountName: "hook", volumes: [{ secret: { secretName: "tls" } }] }),
    object("ServiceAccount/hook"),
    object("Secret/tls"),
    object("Secret/other"),
  ]);
  t.deepEqual(findings(result), []);
  t.deepEqual(waitsOf(result, "Secret/tls"), []);
  t.deepEqual(waitsOf(result, "Secret/other"), ["MutatingWebhookConfiguration/m ready admission-webhook"]);
});

test("CRDs and Namespaces of the set do not wait for a webhook that matches everything", (t) => {
  const rules = [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] }];
  const result = planned([
    configuration({ rules }),
    service("hook"),
    server("hook"),
    object("CustomResourceDefinition/things.example.com", { body: defines("example.com", "Thing") }),
    object("example.com/v1/Thing/x"),
    object("Namespace/shop"),
    object("ConfigMap/env", { namespace: "shop" }),
  ]);
  t.deepEqual(findings(result), []);
  t.deepEqual(waitsOf(result, "CustomResourceDefinition/things.example.com"), []);
  t.deepEqual(waitsOf(result, "Namespace/shop"), []);
  t.deepEqual(waitsOf(result, "Thing/x"), [
    "MutatingWebhookConfiguration/m ready admission-webhook",
    "CustomResourceDefinition/things.example.com ready custom-resource",
  ]);
  t.deepEqual(waitsOf(result, "ConfigMap/env"), [
    "Namespace/shop ready namespace",
    "MutatingWebhookConfiguration/m ready admission-webhook",
  ]);
});

const selecting = (selector: JsonObject): JsonObject => ({ namespaceSelector: selector });
const labelled = (labels: Readonly<Record<string, string>>): JsonObject =>
  object("Namespace/default", { labels });
const notIn = (key: string, ...values: readonly string[]): JsonObject => ({
  matchExpressions: [{ key, operator: "NotIn", values }],
});

test("workloads do not wait for a webhook without CREATE or UPDATE rules", (t) => {
  t.false(webWaits({ rules: [{ ...podRules[0], operations: ["DELETE"] }] }));
});
test("workloads do not wait for a webhook whose rules are filled in later", (t) => {
  t.false(webWaits({ rules: [] }));
});
test("workloads do not wait for a webhook for subresources", (t) => {
  t.false(webWaits({ rules: [{ ...podRules[0], resources: ["pods/status"] }] }));
});
test("workloads do not wait for a webhook for cluster-scoped resources", (t) => {
  t.false(webWaits({ rules: [{ ...podRules[0], resources: ["*"], scope: "Cluster" }] }));
});
test("workloads wait for a webhook with failurePolicy Ignore", (t) => {
  t.true(webWaits({ failurePolicy: "Ignore" }));
});
test("a webhook's namespaceSelector is matched against the labels of the Namespace in the set", (t) => {
  t.true(webWaits(selecting({ matchLabels: { inject: "yes" } }), labelled({ inject: "yes" })));
  t.false(webWaits(selecting({ matchLabels: { inject: "yes" } }), labelled({})));
});
test("a webhook's namespaceSelector matches a Namespace outside the set, because its labels are unknown", (t) => {
  t.true(webWaits(selecting({ matchLabels: { inject: "yes" } })));
});
test("a webhook's namespaceSelector by name is evaluated for a Namespace outside the set", (t) => {
  t.false(webWaits(selecting(notIn("kubernetes.io/metadata.name", "default"))));
  t.true(webWaits(selecting(notIn("kubernetes.io/metadata.name", "other"))));
});
test("a webhook's objectSelector is matched against the labels of the pod template", (t) => {
  t.true(webWaits({ objectSelector: { matchLabels: { app: "web" } } }));
  t.false(webWaits({ objectSelector: { matchLabels: { app: "db" } } }));
});
