import test from "ava";

import { indexedSet, shortKey } from "../../../fixtures/ordered-set.ts";
import { object, pods } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import { matchWebhook } from "./webhook-matching.ts";

const set = indexedSet([
  object("ConfigMap/env", { labels: { app: "env" } }),
  object("ConfigMap/there", { namespace: "shop" }),
  object("Deployment/web", { labels: { app: "web" }, body: pods({}, { app: "web-pods" }) }),
  object("ClusterRole/reader"),
  object("Namespace/shop", { labels: { inject: "yes" } }),
  object("example.com/v1/Proxy/p"),
  object("CustomResourceDefinition/proxies.example.com", {
    body: {
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { kind: "Proxy", plural: "proxies" },
        versions: [],
      },
    },
  }),
  object("acme.io/v1/Thing/t"),
  object("ValidatingWebhookConfiguration/v"),
]);

const everything = {
  operations: ["*"],
  apiGroups: ["*"],
  apiVersions: ["*"],
  resources: ["*"],
};

/** The objects that a webhook with that rule, and these other fields, is called for. */
function calledFor(rule: JsonObject, more: JsonObject = {}): readonly string[] {
  const webhook = { rules: [{ ...everything, ...rule }], ...more };
  return matchWebhook(set, webhook)
    .map((number) => shortKey(set.manifest(number)))
    .toSorted();
}

const matches = test.macro((t, rule: JsonObject, ...expected: readonly string[]) => {
  t.deepEqual(calledFor(rule), expected);
});

test("a webhook rule for everything matches all objects except webhook configurations", (t) => {
  t.deepEqual(
    calledFor({}),
    set.manifests
      .map(shortKey)
      .filter((key) => !key.startsWith("ValidatingWebhook"))
      .toSorted(),
  );
});
const core = { apiGroups: [""] };
test(
  "the empty string in apiGroups matches the core group",
  matches,
  { ...core, resources: ["configmaps"] },
  "ConfigMap/env",
  "ConfigMap/shop/there",
);
test("a webhook rule for a resource of another group does not match", matches, {
  apiGroups: ["apps"],
  resources: ["configmaps"],
});
test(
  "an irregular plural is taken from the CRD",
  matches,
  { apiGroups: ["example.com"], resources: ["proxies"] },
  "Proxy/p",
);
test(
  "the plural of a kind without a CRD is guessed",
  matches,
  { apiGroups: ["acme.io"], resources: ["things"] },
  "Thing/t",
);
test("a webhook rule with a kind instead of a resource does not match", matches, {
  apiGroups: ["acme.io"],
  resources: ["Thing"],
});
test(
  "a webhook rule for CREATE matches",
  matches,
  { apiGroups: ["acme.io"], operations: ["CREATE"] },
  "Thing/t",
);
test(
  "a webhook rule for UPDATE matches, because an apply may update",
  matches,
  { apiGroups: ["acme.io"], operations: ["UPDATE"] },
  "Thing/t",
);
test("a webhook rule for DELETE and CONNECT matches nothing", matches, { operations: ["DELETE", "CONNECT"] });
test(
  "a webhook rule for another version matches, as with matchPolicy Equivalent",
  matches,
  { apiGroups: ["acme.io"], apiVersions: ["v9"] },
  "Thing/t",
);
test(
  "the resource */* matches resources",
  matches,
  { apiGroups: ["acme.io"], resources: ["*/*"] },
  "Thing/t",
);
test("a webhook rule for only subresources matches nothing", matches, {
  resources: ["*/status", "configmaps/finalizers"],
});
test(
  "the scope Cluster matches cluster-scoped objects",
  matches,
  { apiGroups: ["rbac.authorization.k8s.io"], scope: "Cluster" },
  "ClusterRole/reader",
);
test("the scope Namespaced does not match a ClusterRole", matches, {
  apiGroups: ["rbac.authorization.k8s.io"],
  scope: "Namespaced",
});
test("the scope Namespaced does not match a Namespace, which is cluster-scoped", matches, {
  ...core,
  resources: ["namespaces"],
  scope: "Namespaced",
});
test(
  "a webhook rule for pods matches the workloads that create them",
  matches,
  { ...core, resources: ["pods"] },
  "Deployment/web",
);

test("a webhook without rules, or with empty rules, matches nothing", (t) => {
  t.deepEqual(matchWebhook(set, {}), []);
  t.deepEqual(matchWebhook(set, { rules: [] }), []);
  t.deepEqual(matchWebhook(set, { rules: [{}] }), []);
});

test("an object matches a webhook if it matches one of its rules", (t) => {
  const rules = [
    { ...everything, apiGroups: ["acme.io"] },
    { ...everything, apiGroups: ["example.com"], operations: ["DELETE"] },
  ];
  t.deepEqual(
    matchWebhook(set, { rules }).map((number) => shortKey(set.manifest(number))),
    ["Thing/t"],
  );
});

test("an objectSelector is matched against the object, or for a rule about pods against the pod template", (t) => {
  const deployments = { apiGroups: ["apps"] };
  const own = { objectSelector: { matchLabels: { app: "web" } } };
  const ofPods = { objectSelector: { matchLabels: { app: "web-pods" } } };
  t.deepEqual(calledFor(deployments, own), ["Deployment/web"]);
  t.deepEqual(calledFor(deployments, ofPods), []);
  const onPods = { ...core, resources: ["pods"] };
  t.deepEqual(calledFor(onPods, own), []);
  t.deepEqual(calledFor(onPods, ofPods), ["Deployment/web"]);
});

const configMaps = { ...core, resources: ["configmaps"] };
const selecting = (operator: string, key: string, ...values: readonly string[]): JsonObject => ({
  namespaceSelector: { matchExpressions: [{ key, operator, values }] },
});

test("a namespaceSelector is matched against Namespaces of the set, and matches any other Namespace", (t) => {
  t.deepEqual(calledFor(configMaps, selecting("In", "inject", "yes")), [
    "ConfigMap/env",
    "ConfigMap/shop/there",
  ]);
  t.deepEqual(calledFor(configMaps, selecting("NotIn", "inject", "yes")), ["ConfigMap/env"]);
  t.deepEqual(calledFor(configMaps, selecting("DoesNotExist", "zone")), [
    "ConfigMap/env",
    "ConfigMap/shop/there",
  ]);
});

test("a namespaceSelector by name works without the Namespace in the set", (t) => {
  const name = "kubernetes.io/metadata.name";
  t.deepEqual(calledFor(configMaps, selecting("In", name, "default")), ["ConfigMap/env"]);
  t.deepEqual(calledFor(configMaps, selecting("In", name, "shop")), ["ConfigMap/shop/there"]);
});

test("a namespaceSelector is matched against a Namespace itself and ignored for other cluster-scoped objects", (t) => {
  const namespaces = { ...core, resources: ["namespaces"] };
  t.deepEqual(calledFor(namespaces, selecting("In", "inject", "yes")), ["Namespace/shop"]);
  t.deepEqual(calledFor(namespaces, selecting("In", "inject", "no")), []);
  t.deepEqual(calledFor(namespaces, selecting("In", "kubernetes.io/metadata.name", "shop")), [
    "Namespace/shop",
  ]);
  const roles = { apiGroups: ["rbac.authorization.k8s.io"] };
  t.deepEqual(calledFor(roles, selecting("In", "inject", "no")), ["ClusterRole/reader"]);
});

// Matcher.resource in k8s.io/apiserver, pkg/admission/plugin/webhook/predicates/rules: `*` includes the empty
// subresource.
test("the resource configmaps/* matches configmaps", (t) => {
  t.deepEqual(calledFor({ ...core, resources: ["configmaps/*"] }), ["ConfigMap/env", "ConfigMap/shop/there"]);
});
