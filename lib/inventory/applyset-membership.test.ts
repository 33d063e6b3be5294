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

test("a member has the label of its ApplySet and the hash of its manifest", (t) => {
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

test("membership marks in a manifest are overwritten", (t) => {
  const marked = withMembership(configMap, { id: "applyset-other-v1", hash: "OLD" });
  t.deepEqual(withMembership(marked, facts), withMembership(configMap, facts));
});

test("fields that the API server sets, such as uid and status, are not sent", (t) => {
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

test("stringData of a Secret is merged into data and overrides it", (t) => {
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

test("stringData of a kind in another API group is kept", (t) => {
  const other = {
    apiVersion: "example.com/v1",
    kind: "Secret",
    metadata: { name: "s" },
    stringData: { a: "b" },
  };
  t.deepEqual(withMembership(other, facts)["stringData"], { a: "b" });
});

test("spec.replicas: null is not sent, other nulls are", (t) => {
  const scaled = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d" },
    spec: { replicas: null, paused: null },
  };
  t.deepEqual(withMembership(scaled, facts)["spec"], { paused: null });
});

test("the manifest hash does not depend on the membership marks", (t) => {
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

test("a member is recognized by its label and annotation", (t) => {
  t.true(isMember(member, id));
  t.false(isMember(member, "applyset-other-v1"));
});

test("an object with the label but without the annotation, like Endpoints, is not a member", (t) => {
  t.false(isMember(object({ labels: { [partOfLabel]: id } }), id));
});

test("an object with a controller as owner is not a member", (t) => {
  t.false(isMember(withMembership(object({ ownerReferences: [{ controller: true }] }), facts), id));
  t.true(isMember(withMembership(object({ ownerReferences: [{ controller: false }] }), facts), id));
});

/** Checks that a copy of a member with all its marks is not a member. */
const isNoMember = test.macro((t, place: JsonObject) => {
  t.false(isMember({ ...member, metadata: { ...objectField(member, "metadata"), ...place } }, id));
});

test("a copy of a member under another name is not a member", isNoMember, { name: "env2" });
test("a copy of a member in another namespace is not a member", isNoMember, { namespace: "elsewhere" });

test("a member is recognized under another API group that serves it", (t) => {
  t.true(isMember({ ...withMembership(object({}), facts), apiVersion: "extensions/v1beta1" }, id));
});

test("an object without an ApplySet has no membership label, even if its manifest has one", (t) => {
  const { annotations: _, ...bare } = objectField(
    withMembership(member, { id: undefined, hash: "HASH" }),
    "metadata",
  );
  t.deepEqual(bare, { name: "env" });
});

/** Checks the owner of an object. */
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

test("an object without marks has no owner", testOwner, {}, { kind: "none" });
test(
  "an object with the label of the release belongs to it",
  testOwner,
  { labels: { [partOfLabel]: id } },
  { kind: "ours" },
);
test(
  "an object with the label of the release belongs to it even with Helm's marks",
  testOwner,
  { labels: { [partOfLabel]: id, "app.kubernetes.io/managed-by": "Helm" }, ...helm },
  { kind: "ours" },
);
test(
  "an object with the label of another release belongs to that release",
  testOwner,
  { labels: { [partOfLabel]: "applyset-x-v1" } },
  { kind: "release", id: "applyset-x-v1" },
);
test(
  "an object with Helm's label and annotations belongs to the Helm release",
  testOwner,
  { labels: { "app.kubernetes.io/managed-by": "Helm" }, ...helm },
  tool("Helm", "shop/web"),
);
test(
  "Helm's managed-by label alone does not mark an owner",
  testOwner,
  { labels: { "app.kubernetes.io/managed-by": "Helm" } },
  { kind: "none" },
);
test(
  "an object with an owning-inventory annotation belongs to kpt or Config Sync",
  testOwner,
  { annotations: { "config.k8s.io/owning-inventory": "inv-1" } },
  tool("kpt or Config Sync", "inv-1"),
);
test(
  "an object with an Argo CD tracking id belongs to the Application",
  testOwner,
  { annotations: { "argocd.argoproj.io/tracking-id": "app:apps/Deployment:shop/web" } },
  tool("Argo CD", "app"),
);
test(
  "an Argo CD tracking id copied from another object does not mark an owner",
  testOwner,
  { annotations: { "argocd.argoproj.io/tracking-id": "app:apps/Deployment:shop/other" } },
  { kind: "none" },
);
test(
  "an Argo CD tracking id of another kind does not mark an owner",
  testOwner,
  { annotations: { "argocd.argoproj.io/tracking-id": "app:apps/ReplicaSet:shop/web" } },
  { kind: "none" },
);
test(
  "an object of a Kustomization belongs to Flux",
  testOwner,
  { labels: { "kustomize.toolkit.fluxcd.io/name": "k", "kustomize.toolkit.fluxcd.io/namespace": "flux" } },
  tool("Flux", "flux/k"),
);
test(
  "an object of a HelmRelease belongs to Flux",
  testOwner,
  { labels: { "helm.toolkit.fluxcd.io/name": "h", "helm.toolkit.fluxcd.io/namespace": "flux" } },
  tool("Flux", "flux/h"),
);
test(
  "an object with the label of a kapp app belongs to kapp",
  testOwner,
  { labels: { "kapp.k14s.io/app": "170" } },
  tool("kapp", "170"),
);
test(
  "an owner label that is not a string does not mark an owner",
  testOwner,
  { labels: { "kapp.k14s.io/app": 170 } },
  { kind: "none" },
);

const owners: Readonly<Record<string, Owner>> = {
  "no tool": { kind: "none" },
  "the release": { kind: "ours" },
  "another release": { kind: "release", id: "applyset-x-v1" },
  Helm: tool("Helm", "shop/web"),
};

/** Checks whose existing objects a policy takes over. */
const testPolicy = test.macro({
  exec(t, policy: "strict" | "adopt" | "force-adopt", taken: readonly string[]) {
    t.deepEqual(
      Object.keys(owners).filter((name) => mayTake(owners[name] ?? { kind: "none" }, policy, true).taken),
      taken,
    );
    t.true(mayTake({ kind: "none" }, policy, false).taken);
  },
  title: (_, policy: string, taken: readonly string[]) =>
    `inventory policy ${policy} takes new objects, and existing ones of ${taken.join(", ")}`,
});

test(testPolicy, "strict", ["the release"]);
test(testPolicy, "adopt", ["no tool", "the release"]);
test(testPolicy, "force-adopt", ["no tool", "the release", "another release", "Helm"]);

test("the refusal to take over an object names its owner and the remedy", (t) => {
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
