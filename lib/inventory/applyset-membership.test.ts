import test from "ava";

import { type JsonObject, objectField } from "../object/json.ts";
import { appliedAnnotation, partOfLabel } from "./apply-set.ts";
import {
  isMember,
  manifestHash,
  mayTake,
  type Owner,
  ownerOf,
  withMembership,
} from "./applyset-membership.ts";

const id = "applyset-ours-v1";
const facts = { id, hash: "HASH" };
const configMap: JsonObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "env" },
  data: { a: "1" },
};

test("a member carries the label of its set and the hash of its manifest", (t) => {
  const before = structuredClone(configMap);
  t.deepEqual(withMembership(configMap, facts), {
    ...configMap,
    metadata: {
      name: "env",
      labels: { [partOfLabel]: id },
      annotations: { [appliedAnnotation]: "HASH.KNJA2Cyh" },
    },
  });
  t.deepEqual(configMap, before);
});

test("marks that came with the manifest give way", (t) => {
  const marked = withMembership(configMap, { id: "applyset-other-v1", hash: "OLD" });
  t.deepEqual(withMembership(marked, facts), withMembership(configMap, facts));
});

test("what belongs to the server is not sent", (t) => {
  const exported = {
    ...configMap,
    metadata: {
      name: "env",
      uid: "u",
      resourceVersion: "1",
      generation: 1,
      creationTimestamp: null,
      selfLink: "/x",
      managedFields: [],
    },
    status: {},
  };
  t.deepEqual(withMembership(exported, facts), withMembership(configMap, facts));
  t.is(manifestHash(exported), manifestHash(configMap));
});

test("stringData of a Secret becomes data and wins over it", (t) => {
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "s" },
    data: { a: "eA==", b: "eQ==" },
    stringData: { a: "ä" },
  };
  const sent = withMembership(secret, facts);
  t.deepEqual(sent["data"], { a: Buffer.from("ä").toString("base64"), b: "eQ==" });
  t.false("stringData" in sent);
});

test("stringData of another kind stays", (t) => {
  const other = {
    apiVersion: "example.com/v1",
    kind: "Secret",
    metadata: { name: "s" },
    stringData: { a: "b" },
  };
  t.deepEqual(withMembership(other, facts)["stringData"], { a: "b" });
});

test("replicas of null are no wish, other nulls are", (t) => {
  const scaled = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d" },
    spec: { replicas: null, paused: null },
  };
  t.deepEqual(withMembership(scaled, facts)["spec"], { paused: null });
});

test("the hash is that of the manifest, not of its marks", (t) => {
  t.is(manifestHash(withMembership(configMap, facts)), manifestHash(configMap));
  t.regex(manifestHash(configMap), /^[\w-]{22}$/);
});

const member = withMembership(configMap, facts);

function object(metadata: JsonObject): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "shop", ...metadata },
  };
}

test("a member is known by label and annotation", (t) => {
  t.true(isMember(member, id));
  t.false(isMember(member, "applyset-other-v1"));
});

test("Endpoints with the labels of their Service are no member", (t) => {
  t.false(isMember(object({ labels: { [partOfLabel]: id } }), id));
});

test("what a controller made of a member is no member", (t) => {
  t.false(isMember(withMembership(object({ ownerReferences: [{ controller: true }] }), facts), id));
  t.true(isMember(withMembership(object({ ownerReferences: [{ controller: false }] }), facts), id));
});

/** Somebody has copied a member, with all its marks. */
const isNoMember = test.macro((t, place: JsonObject) => {
  t.false(isMember({ ...member, metadata: { ...objectField(member, "metadata"), ...place } }, id));
});

test("a copy under another name is no member", isNoMember, { name: "env2" });
test("a copy in another namespace is no member", isNoMember, { namespace: "elsewhere" });

test("a member stays one under another group that serves it", (t) => {
  t.true(isMember({ ...withMembership(object({}), facts), apiVersion: "extensions/v1beta1" }, id));
});

test("what is nobody's carries no label, whatever its manifest says", (t) => {
  const { annotations: _, ...bare } = objectField(
    withMembership(member, { id: undefined, hash: "HASH" }),
    "metadata",
  );
  t.deepEqual(bare, { name: "env" });
});

/** Whose an object is. */
const testOwner = test.macro({
  exec(t, metadata: JsonObject, owner: Owner) {
    t.deepEqual(ownerOf(object(metadata), id), owner);
  },
  title: (name) => name ?? "",
});

const helm = {
  annotations: { "meta.helm.sh/release-name": "web", "meta.helm.sh/release-namespace": "shop" },
};
const tool = (name: string, owner: string): Owner => ({ kind: "tool", tool: name, name: owner });

test("a bare object is nobody's", testOwner, {}, { kind: "none" });
test("an object of our set is ours", testOwner, { labels: { [partOfLabel]: id } }, { kind: "ours" });
test(
  "an object of our set is ours even with marks of Helm",
  testOwner,
  { labels: { [partOfLabel]: id, "app.kubernetes.io/managed-by": "Helm" }, ...helm },
  { kind: "ours" },
);
test(
  "an object of another set is that release's",
  testOwner,
  { labels: { [partOfLabel]: "applyset-x-v1" } },
  { kind: "release", id: "applyset-x-v1" },
);
test(
  "an object of Helm is Helm's",
  testOwner,
  { labels: { "app.kubernetes.io/managed-by": "Helm" }, ...helm },
  tool("Helm", "shop/web"),
);
test(
  "the label of a chart alone makes no owner",
  testOwner,
  { labels: { "app.kubernetes.io/managed-by": "Helm" } },
  { kind: "none" },
);
test(
  "an object of an inventory is kpt's or Config Sync's",
  testOwner,
  { annotations: { "config.k8s.io/owning-inventory": "inv-1" } },
  tool("kpt or Config Sync", "inv-1"),
);
test(
  "an object tracked by Argo CD is its application's",
  testOwner,
  { annotations: { "argocd.argoproj.io/tracking-id": "app:apps/Deployment:shop/web" } },
  tool("Argo CD", "app"),
);
test(
  "a tracking id copied from another object makes no owner",
  testOwner,
  { annotations: { "argocd.argoproj.io/tracking-id": "app:apps/Deployment:shop/other" } },
  { kind: "none" },
);
test(
  "a tracking id of another kind makes no owner",
  testOwner,
  { annotations: { "argocd.argoproj.io/tracking-id": "app:apps/ReplicaSet:shop/web" } },
  { kind: "none" },
);
test(
  "an object of a Kustomization is Flux's",
  testOwner,
  { labels: { "kustomize.toolkit.fluxcd.io/name": "k", "kustomize.toolkit.fluxcd.io/namespace": "flux" } },
  tool("Flux", "flux/k"),
);
test(
  "an object of a HelmRelease is Flux's",
  testOwner,
  { labels: { "helm.toolkit.fluxcd.io/name": "h", "helm.toolkit.fluxcd.io/namespace": "flux" } },
  tool("Flux", "flux/h"),
);
test(
  "an object of kapp is kapp's",
  testOwner,
  { labels: { "kapp.k14s.io/app": "170" } },
  tool("kapp", "170"),
);
test(
  "labels that are no texts make no owner",
  testOwner,
  { labels: { "kapp.k14s.io/app": 170 } },
  { kind: "none" },
);

const owners: Readonly<Record<string, Owner>> = {
  nobody: { kind: "none" },
  us: { kind: "ours" },
  another: { kind: "release", id: "applyset-x-v1" },
  Helm: tool("Helm", "shop/web"),
};

/** Who is taken over under a policy, of those who own an object that exists. */
const testPolicy = test.macro({
  exec(t, policy: "strict" | "adopt" | "force-adopt", taken: readonly string[]) {
    t.deepEqual(
      Object.keys(owners).filter((name) => mayTake(owners[name] ?? { kind: "none" }, policy, true).taken),
      taken,
    );
    t.true(mayTake({ kind: "none" }, policy, false).taken);
  },
  title: (_, policy: string, taken: readonly string[]) =>
    `${policy} takes what belongs to ${taken.join(", ")}, and what is new`,
});

test(testPolicy, "strict", ["us"]);
test(testPolicy, "adopt", ["nobody", "us"]);
test(testPolicy, "force-adopt", ["nobody", "us", "another", "Helm"]);

test("a refusal names the owner and the remedy", (t) => {
  t.is(
    mayTake(tool("Helm", "shop/web"), "adopt", true).reason,
    "it belongs to Helm (shop/web); remove it there, take over the whole Helm release with --adopt-helm-release shop/web, or only this object with --inventory-policy=force-adopt",
  );
  t.regex(
    mayTake({ kind: "release", id: "applyset-x-v1" }, "adopt", true).reason ?? "",
    /another release \(applyset-x-v1\)/,
  );
  t.regex(
    mayTake({ kind: "none" }, "strict", true).reason ?? "",
    /take it over with --inventory-policy=adopt/,
  );
});
