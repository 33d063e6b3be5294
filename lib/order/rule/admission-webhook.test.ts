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
const holdsWeb = (webhook: JsonObject, ...others: readonly JsonObject[]): boolean =>
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

test("a webhook configuration waits for its server; workloads whose pods it sees wait for it, its own server does not", (t) => {
  const result = planned([configuration({}), service("hook"), server("hook"), server("web")]);
  t.deepEqual(outline(result), [
    "main 0: Service/hook Deployment/hook",
    "main 0: MutatingWebhookConfiguration/m",
    "main 0: Deployment/web",
  ]);
});

test("what a webhook's own server needs is not held by the webhook", (t) => {
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

test("a webhook over everything holds no CustomResourceDefinition and no Namespace of the set", (t) => {
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

test("rules without CREATE or UPDATE hold nothing", (t) => {
  t.false(holdsWeb({ rules: [{ ...podRules[0], operations: ["DELETE"] }] }));
});
test("rules that a controller fills in later hold nothing", (t) => {
  t.false(holdsWeb({ rules: [] }));
});
test("rules for subresources hold nothing", (t) => {
  t.false(holdsWeb({ rules: [{ ...podRules[0], resources: ["pods/status"] }] }));
});
test("rules for cluster-scoped resources do not hold pods", (t) => {
  t.false(holdsWeb({ rules: [{ ...podRules[0], resources: ["*"], scope: "Cluster" }] }));
});
test("failurePolicy Ignore orders too", (t) => {
  t.true(holdsWeb({ failurePolicy: "Ignore" }));
});
test("a namespaceSelector is held against the labels of the Namespace in the set", (t) => {
  t.true(holdsWeb(selecting({ matchLabels: { inject: "yes" } }), labelled({ inject: "yes" })));
  t.false(holdsWeb(selecting({ matchLabels: { inject: "yes" } }), labelled({})));
});
test("labels of a Namespace outside the set are unknown and count as a match", (t) => {
  t.true(holdsWeb(selecting({ matchLabels: { inject: "yes" } })));
});
test("the name of a Namespace is known as its label even outside the set", (t) => {
  t.false(holdsWeb(selecting(notIn("kubernetes.io/metadata.name", "default"))));
  t.true(holdsWeb(selecting(notIn("kubernetes.io/metadata.name", "other"))));
});
test("an objectSelector is held against the labels of the pod template", (t) => {
  t.true(holdsWeb({ objectSelector: { matchLabels: { app: "web" } } }));
  t.false(holdsWeb({ objectSelector: { matchLabels: { app: "db" } } }));
});
