import test from "ava";

import {
  builtinKind,
  builtinKindNames,
  builtinKinds,
  builtinKindsNamed,
  hasBuiltinGroup,
} from "./builtin-kind.ts";
import { retiredKinds, servedKinds } from "./builtin-kinds.ts";
import { compareText, groupKindKey } from "../object-ref.ts";

const isNamespaced = test.macro({
  exec(t, groupKind: string, plural: string) {
    const [group = "", kind = ""] = groupKind.split("/");
    t.like(builtinKind(group, kind), { group, kind, plural, namespaced: true });
  },
  title: (_, groupKind: string) => `${groupKind} is namespaced`,
});

const isClusterScoped = test.macro({
  exec(t, groupKind: string, plural: string) {
    const [group = "", kind = ""] = groupKind.split("/");
    t.like(builtinKind(group, kind), { group, kind, plural, namespaced: false });
  },
  title: (_, groupKind: string) => `${groupKind} is cluster-scoped`,
});

test(isNamespaced, "/ConfigMap", "configmaps");
test(isNamespaced, "/Endpoints", "endpoints");
test(isNamespaced, "/ServiceAccount", "serviceaccounts");
test(isNamespaced, "apps/Deployment", "deployments");
test(isNamespaced, "batch/CronJob", "cronjobs");
test(isNamespaced, "coordination.k8s.io/Lease", "leases");
test(isNamespaced, "extensions/Ingress", "ingresses");
test(isNamespaced, "networking.k8s.io/Ingress", "ingresses");
test(isNamespaced, "networking.k8s.io/NetworkPolicy", "networkpolicies");
test(isNamespaced, "rbac.authorization.k8s.io/Role", "roles");
test(isNamespaced, "resource.k8s.io/ResourceClaimParameters", "resourceclaimparameters");
test(isNamespaced, "storage.k8s.io/CSIStorageCapacity", "csistoragecapacities");

test(isClusterScoped, "/ComponentStatus", "componentstatuses");
test(isClusterScoped, "/Namespace", "namespaces");
test(isClusterScoped, "/Node", "nodes");
test(isClusterScoped, "/PersistentVolume", "persistentvolumes");
test(isClusterScoped, "apiextensions.k8s.io/CustomResourceDefinition", "customresourcedefinitions");
test(isClusterScoped, "apiregistration.k8s.io/APIService", "apiservices");
test(isClusterScoped, "networking.k8s.io/IPAddress", "ipaddresses");
test(isClusterScoped, "networking.k8s.io/ServiceCIDR", "servicecidrs");
test(isClusterScoped, "policy/PodSecurityPolicy", "podsecuritypolicies");
test(isClusterScoped, "rbac.authorization.k8s.io/ClusterRole", "clusterroles");
test(isClusterScoped, "storage.k8s.io/StorageClass", "storageclasses");

test("every kind has exactly one scope in its group", (t) => {
  const written = [...servedKinds, ...retiredKinds].flatMap(({ group, namespaced, cluster }) =>
    `${namespaced} ${cluster}`
      .split(" ")
      .filter((kind) => kind !== "")
      .map((kind) => groupKindKey({ group, kind })),
  );
  t.deepEqual(written, [...new Set(written)]);
  t.deepEqual(builtinKinds().map(groupKindKey).toSorted(compareText), written.toSorted(compareText));
});

test("a kind is found in every group that has it", (t) => {
  t.deepEqual(
    builtinKindsNamed("Event").map(({ group }) => group),
    ["", "events.k8s.io"],
  );
  t.deepEqual(
    builtinKindsNamed("Deployment").map(({ group }) => group),
    ["apps", "extensions"],
  );
});

test("a kind in the wrong case or of the wrong group is not built in", (t) => {
  t.is(builtinKind("apps", "deployment"), undefined);
  t.is(builtinKind("", "Deployment"), undefined);
  t.deepEqual(builtinKindsNamed("constructor"), []);
  t.deepEqual(builtinKindsNamed("__proto__"), []);
});

test("built-in API groups are distinguished from groups of custom resources", (t) => {
  t.true(hasBuiltinGroup(""));
  t.true(hasBuiltinGroup("apps"));
  t.true(hasBuiltinGroup("extensions"));
  t.false(hasBuiltinGroup("stable.example.com"));
  t.false(hasBuiltinGroup("gateway.networking.k8s.io"));
});

test("the names of kinds are sorted and unique", (t) => {
  const names = builtinKindNames();
  t.deepEqual(names, [...new Set(names)].toSorted(compareText));
  t.true(names.includes("HorizontalPodAutoscaler"));
  t.deepEqual(builtinKindNames("batch"), ["CronJob", "Job", "ScheduledJob"]);
  t.deepEqual(builtinKindNames("stable.example.com"), []);
});
