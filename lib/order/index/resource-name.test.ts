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

/** The reference that a resource name resolves to for an object named `x` in the namespace `shop`. */
const resolvesTo = test.macro({
  exec(t, resource: string, group: string | undefined, expected: string) {
    t.is(formatRef(resolveResource(set, { resource, group, name: "x", namespace: "shop" })), expected);
  },
  title: (_, resource: string, group: string | undefined, expected: string) =>
    `resource name ${resource}${group === undefined ? "" : ` of group "${group}"`} resolves to ${expected}`,
});

test(resolvesTo, "pod", undefined, "/namespaces/shop/Pod/x");
test(resolvesTo, "Pods", undefined, "/namespaces/shop/Pod/x");
test(resolvesTo, "po", undefined, "/namespaces/shop/Pod/x");
test(resolvesTo, "PO", undefined, "/namespaces/shop/Pod/x");
test(resolvesTo, "cm", undefined, "/namespaces/shop/ConfigMap/x");
test(resolvesTo, "sts", undefined, "apps/namespaces/shop/StatefulSet/x");
test(resolvesTo, "ds", undefined, "apps/namespaces/shop/DaemonSet/x");
test(resolvesTo, "cj", undefined, "batch/namespaces/shop/CronJob/x");
test(resolvesTo, "hpa", undefined, "autoscaling/namespaces/shop/HorizontalPodAutoscaler/x");
test(resolvesTo, "pvc", undefined, "/namespaces/shop/PersistentVolumeClaim/x");
test(resolvesTo, "netpol", undefined, "networking.k8s.io/namespaces/shop/NetworkPolicy/x");
test(resolvesTo, "pdb", undefined, "policy/namespaces/shop/PodDisruptionBudget/x");
test(resolvesTo, "quota", undefined, "/namespaces/shop/ResourceQuota/x");
test(resolvesTo, "no", undefined, "/Node/x");
test(resolvesTo, "pv", undefined, "/PersistentVolume/x");
test(resolvesTo, "ns", undefined, "/Namespace/x");
test(resolvesTo, "crd", undefined, "apiextensions.k8s.io/CustomResourceDefinition/x");
test(resolvesTo, "sc", undefined, "storage.k8s.io/StorageClass/x");
test(resolvesTo, "pc", undefined, "scheduling.k8s.io/PriorityClass/x");
test(resolvesTo, "ingresses", undefined, "networking.k8s.io/namespaces/shop/Ingress/x");
test(resolvesTo, "networkpolicies", undefined, "networking.k8s.io/namespaces/shop/NetworkPolicy/x");
test(resolvesTo, "endpoints", undefined, "/namespaces/shop/Endpoints/x");

test(resolvesTo, "deployment", undefined, "apps/namespaces/shop/Deployment/x");
test(resolvesTo, "deployment", "apps", "apps/namespaces/shop/Deployment/x");
test(resolvesTo, "deployment", "example.com", "example.com/namespaces/shop/Deployment/x");
test(resolvesTo, "event", undefined, "/namespaces/shop/Event/x");
test(resolvesTo, "event", "events.k8s.io", "events.k8s.io/namespaces/shop/Event/x");

test(resolvesTo, "widget", undefined, "example.com/Widget/x");
test(resolvesTo, "WIDGETS", undefined, "example.com/Widget/x");
test(resolvesTo, "wg", undefined, "example.com/Widget/x");
test(resolvesTo, "widget", "other.io", "other.io/namespaces/shop/widget/x");

test(resolvesTo, "proxy", undefined, "acme.io/namespaces/shop/Proxy/x");
test(resolvesTo, "proxies", undefined, "acme.io/namespaces/shop/Proxy/x");
test(resolvesTo, "Certificate", undefined, "/namespaces/shop/Certificate/x");
test(resolvesTo, "certificates", "cert-manager.io", "cert-manager.io/namespaces/shop/certificates/x");
test(resolvesTo, "constructor", undefined, "/namespaces/shop/constructor/x");

test("the plural of an unknown kind is guessed by English spelling rules", (t) => {
  t.true(guessedNames("Gateway").includes("gateways"));
  t.true(guessedNames("Ingress").includes("ingresses"));
  t.true(guessedNames("Policy").includes("policies"));
  t.true(guessedNames("Thing").includes("thing"));
});
