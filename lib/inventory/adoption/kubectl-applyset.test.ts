import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { applySetId } from "../apply-set.ts";
import { applySetOwner, applySetRemaining, readApplySet } from "./kubectl-applyset.ts";

const id = "applyset-ZhFTnyMOfABWycOd1915Uf0UKi6elg7a8lTmmXNRgSQ-v1";

const shop = { kind: "Shop", group: "example.com" };

function parentWith(annotations: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: "web",
      namespace: "shop",
      labels: { "applyset.kubernetes.io/id": id },
      annotations: { "applyset.kubernetes.io/tooling": "kubectl/v1.36.3", ...annotations },
    },
    ...more,
  };
}

test("an ApplySet parent names the kinds and namespaces of its members, in the old annotation too", (t) => {
  const parent = parentWith({
    "applyset.kubernetes.io/contains-group-kinds": "ConfigMap,Deployment.apps",
    "applyset.kubernetes.io/contains-group-resources": "secrets,ingresses.networking.k8s.io",
    "applyset.kubernetes.io/additional-namespaces": "data",
  });
  t.deepEqual(readApplySet(parent, "ApplySet"), {
    id,
    groupKinds: [
      { group: "", kind: "ConfigMap" },
      { group: "apps", kind: "Deployment" },
    ],
    groupResources: [
      { group: "", kind: "secrets" },
      { group: "networking.k8s.io", kind: "ingresses" },
    ],
    namespaces: ["shop", "data"],
  });
});

test("an ApplySet parent of another tool, or without an id, is a fault", (t) => {
  const other = readApplySet(
    parentWith({ "applyset.kubernetes.io/tooling": "kro/v0.5.0" }),
    "ApplySet Secret shop/web",
  );
  t.regex(
    "fault" in other ? other.fault : "",
    /^ApplySet Secret shop\/web does not belong to kubectl \(.*kro\/v0\.5\.0\)/,
  );
  const plain = readApplySet({ kind: "Secret", metadata: { name: "web" } }, "ApplySet");
  t.regex("fault" in plain ? plain.fault : "", /is not the parent of an ApplySet/);
});

test("the ApplySet id must be that of the parent itself, which may be of any kind", (t) => {
  const custom = {
    ...parentWith({}),
    apiVersion: "example.com/v1",
    kind: "Shop",
    metadata: {
      name: "web",
      labels: { "applyset.kubernetes.io/id": applySetId({ name: "web", namespace: "", ...shop }) },
      annotations: { "applyset.kubernetes.io/tooling": "kubectl/v1.36.3" },
    },
  };
  t.like(readApplySet(custom, "ApplySet"), { namespaces: [] });
  const copied = readApplySet({ ...parentWith({}), kind: "ConfigMap" }, "ApplySet");
  t.regex("fault" in copied ? copied.fault : "", /: that id belongs to another object$/);
});

test("an object of a controller, or with the marks of another tool, is not owned by the ApplySet", (t) => {
  const { owns } = applySetOwner({ id }, "ApplySet");
  const labels = { "applyset.kubernetes.io/part-of": id };
  t.true(owns({ metadata: { labels } }));
  t.false(owns({ metadata: { labels, ownerReferences: [{ controller: true }] } }));
  t.false(owns({ metadata: { labels: { ...labels, "kapp.k14s.io/app": "1" } } }));
  t.false(owns({ metadata: { labels: { "applyset.kubernetes.io/part-of": "other" } } }));
  t.false(owns({ metadata: { labels, annotations: { "converge.dev/applied": "hash.place" } } }));
});

test("an ApplySet parent with other content is to be unlabelled instead of deleted", (t) => {
  t.regex(
    applySetRemaining(parentWith({}), "ApplySet", "secrets"),
    /To delete it: kubectl -n shop delete secrets web$/,
  );
  t.regex(
    applySetRemaining(parentWith({}, { data: { a: "" } }), "ApplySet", "secrets"),
    /kubectl -n shop label secrets web applyset\.kubernetes\.io\/id-$/,
  );
  const custom = { apiVersion: "example.com/v1", kind: "Shop", metadata: { name: "web" } };
  t.regex(
    applySetRemaining(custom, "ApplySet", "shops.example.com"),
    /: kubectl label shops\.example\.com web /,
  );
});
