import test from "ava";

import { indexedSet } from "../../../fixtures/ordered-set.ts";
import { defines, object } from "../../../fixtures/planned.ts";
import { formatRef } from "../../object/object-ref.ts";
import { guessedNames, resolveResource } from "./resource-name.ts";

const set = indexedSet([
  object("CustomResourceDefinition/widgets.example.com", {
    body: {
      spec: {
        group: "example.com",
        scope: "Cluster",
        names: { kind: "Widget", plural: "widgets", singular: "widget", shortNames: ["wg"] },
        versions: [],
      },
    },
  }),
  object("CustomResourceDefinition/deployments.example.com", { body: defines("example.com", "Deployment") }),
  object("acme.io/v1/Proxy/p"),
]);

/** The reference that a word means for an object named `x` in the namespace `shop`. */
const means = test.macro({
  exec(t, resource: string, group: string | undefined, expected: string) {
    t.is(formatRef(resolveResource(set, { resource, group, name: "x", namespace: "shop" })), expected);
  },
  title: (_, resource: string, group: string | undefined, expected: string) =>
    `${resource}${group === undefined ? "" : ` of the group "${group}"`} means ${expected}`,
});

test(means, "pod", undefined, "/namespaces/shop/Pod/x");
test(means, "Pods", undefined, "/namespaces/shop/Pod/x");
test(means, "po", undefined, "/namespaces/shop/Pod/x");
test(means, "PO", undefined, "/namespaces/shop/Pod/x");
test(means, "cm", undefined, "/namespaces/shop/ConfigMap/x");
test(means, "sts", undefined, "apps/namespaces/shop/StatefulSet/x");
test(means, "ds", undefined, "apps/namespaces/shop/DaemonSet/x");
test(means, "cj", undefined, "batch/namespaces/shop/CronJob/x");
test(means, "hpa", undefined, "autoscaling/namespaces/shop/HorizontalPodAutoscaler/x");
test(means, "pvc", undefined, "/namespaces/shop/PersistentVolumeClaim/x");
test(means, "netpol", undefined, "networking.k8s.io/namespaces/shop/NetworkPolicy/x");
test(means, "pdb", undefined, "policy/namespaces/shop/PodDisruptionBudget/x");
test(means, "quota", undefined, "/namespaces/shop/ResourceQuota/x");
test(means, "no", undefined, "/Node/x");
test(means, "pv", undefined, "/PersistentVolume/x");
test(means, "ns", undefined, "/Namespace/x");
test(means, "crd", undefined, "apiextensions.k8s.io/CustomResourceDefinition/x");
test(means, "sc", undefined, "storage.k8s.io/StorageClass/x");
test(means, "pc", undefined, "scheduling.k8s.io/PriorityClass/x");
test(means, "ingresses", undefined, "networking.k8s.io/namespaces/shop/Ingress/x");
test(means, "networkpolicies", undefined, "networking.k8s.io/namespaces/shop/NetworkPolicy/x");
test(means, "endpoints", undefined, "/namespaces/shop/Endpoints/x");

test(means, "deployment", undefined, "apps/namespaces/shop/Deployment/x");
test(means, "deployment", "apps", "apps/namespaces/shop/Deployment/x");
test(means, "deployment", "example.com", "example.com/namespaces/shop/Deployment/x");
test(means, "event", undefined, "/namespaces/shop/Event/x");
test(means, "event", "events.k8s.io", "events.k8s.io/namespaces/shop/Event/x");

test(means, "widget", undefined, "example.com/Widget/x");
test(means, "WIDGETS", undefined, "example.com/Widget/x");
test(means, "wg", undefined, "example.com/Widget/x");
test(means, "widget", "other.io", "other.io/namespaces/shop/widget/x");

test(means, "proxy", undefined, "acme.io/namespaces/shop/Proxy/x");
test(means, "proxies", undefined, "acme.io/namespaces/shop/Proxy/x");
test(means, "Certificate", undefined, "/namespaces/shop/Certificate/x");
test(means, "certificates", "cert-manager.io", "cert-manager.io/namespaces/shop/certificates/x");
test(means, "constructor", undefined, "/namespaces/shop/constructor/x");

test("the plural of an unknown kind is guessed as English forms it", (t) => {
  t.true(guessedNames("Gateway").includes("gateways"));
  t.true(guessedNames("Ingress").includes("ingresses"));
  t.true(guessedNames("Policy").includes("policies"));
  t.true(guessedNames("Thing").includes("thing"));
});
