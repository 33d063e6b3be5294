import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { type Annotations, configMap, deployment, job } from "./manifests.ts";
import { objectWritesOf, writesOf } from "./server-order.ts";
import { openSite } from "./site.ts";

const partOf = "applyset.kubernetes.io/part-of";

/** An immutable ConfigMap. */
function fixed(key: string, annotations: Annotations): JsonObject {
  return { ...configMap("env", { key }, annotations), immutable: true };
}

/** A Job without an annotation for recreation. */
function migration(image: string): JsonObject {
  return job("migrate", {
    annotations: { "werf.io/delete-policy": "failed" },
    podSpec: { containers: [{ name: "app", image }] },
  });
}

/** A Deployment with two replicas on creation. */
function web(pod: Annotations): JsonObject {
  const annotations = { "werf.io/replicas-on-creation": "2" };
  return deployment("web", { annotations, spec: { replicas: 1 }, pod });
}

test("before-creation recreates an object of the release on each run, even an unchanged one", async (t) => {
  const site = await openSite(t);
  const set = [configMap("env", { key: "value" }, { "werf.io/delete-policy": "before-creation" })];
  t.is((await site.apply(set)).code, 0);
  const first = (await site.get("configmaps/env"))?.metadata.uid;
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  t.regex(stdout, /recreated +.*ConfigMap\/env/);
  t.deepEqual(objectWritesOf(await site.requests(mark)), ["delete configmaps/env", "patch configmaps/env"]);
  t.not((await site.get("configmaps/env"))?.metadata.uid, first);
});

test("before-creation never deletes an object outside the release", async (t) => {
  const site = await openSite(t);
  await site.create("configmaps", configMap("env", { key: "theirs" }));
  const set = [configMap("env", { key: "ours" }, { "werf.io/delete-policy": "before-creation" })];
  const { code, stdout } = await site.apply(set, "--inventory-policy=strict");
  t.is(code, 1, stdout);
  t.deepEqual((await site.get("configmaps/env"))?.data, { key: "theirs" });
});

for (const policy of ["skip-recreate", "skip-delete", "keep"]) {
  test(`resource-policy ${policy} forbids the recreation of an object, despite before-creation and --recreate`, async (t) => {
    const site = await openSite(t);
    const annotations = {
      "werf.io/delete-policy": "before-creation,before-creation-if-immutable",
      "werf.io/resource-policy": policy,
    };
    t.is((await site.apply([fixed("one", annotations)])).code, 0);
    const first = (await site.get("configmaps/env"))?.metadata.uid;
    const { code, stdout } = await site.apply([fixed("two", annotations)], "--recreate");
    t.is(code, 2, stdout);
    const live = await site.get("configmaps/env");
    t.is(live?.metadata.uid, first);
    t.deepEqual(live?.data, { key: "one" });
  });
}

test("before-creation-if-immutable recreates an object only if an immutable field changes", async (t) => {
  const site = await openSite(t);
  const ifImmutable = { "werf.io/delete-policy": "before-creation-if-immutable" };
  t.is((await site.apply([fixed("one", ifImmutable)])).code, 0);
  const first = (await site.get("configmaps/env"))?.metadata.uid;
  t.is((await site.apply([fixed("one", { ...ifImmutable, new: "yes" })])).code, 0);
  t.is((await site.get("configmaps/env"))?.metadata.uid, first);
  const { code, stdout } = await site.apply([fixed("two", ifImmutable)]);
  t.is(code, 0, stdout);
  t.not((await site.get("configmaps/env"))?.metadata.uid, first);
});

test("a Job with its own delete policy is not recreated when its template changes", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([migration("app:1")])).code, 0);
  const { code, stdout } = await site.apply([migration("app:2")]);
  t.is(code, 2, stdout);
  t.regex(stdout, /spec\.template cannot be changed/);
});

test("skip-create does not create an object, and updates it once it exists", async (t) => {
  const site = await openSite(t);
  const request = { "werf.io/resource-policy": "skip-create" };
  const set = [configMap("env", { key: "ours" }, request), configMap("other")];
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  t.is(await site.get("configmaps/env"), undefined);
  t.truthy(await site.get("configmaps/other"));
  await site.create("configmaps", configMap("env", { key: "theirs" }));
  t.is((await site.apply(set, "--inventory-policy=adopt")).code, 0);
  t.deepEqual((await site.get("configmaps/env"))?.data, { key: "ours" });
});

test("skip-update creates an object, and does not update it afterwards", async (t) => {
  const site = await openSite(t);
  const request = { "werf.io/resource-policy": "skip-update" };
  t.is((await site.apply([configMap("env", { key: "one" }, request)])).code, 0);
  t.is((await site.apply([configMap("env", { key: "two" }, request)])).code, 0);
  t.deepEqual((await site.get("configmaps/env"))?.data, { key: "one" });
});

test("an object with skip-recreate and skip-delete is neither pruned nor deleted with the release", async (t) => {
  const site = await openSite(t);
  const keep = { "werf.io/resource-policy": "skip-recreate, skip-delete" };
  t.is((await site.apply([configMap("kept", {}, keep), configMap("env")])).code, 0);
  t.is((await site.apply([configMap("env")])).code, 0);
  t.truthy(await site.get("configmaps/kept"));
  t.is((await site.remove()).code, 0);
  t.truthy(await site.get("configmaps/kept"));
});

test("replicas-on-creation applies only at creation, and later changes of replicas are kept", async (t) => {
  const site = await openSite(t);
  const replicas = async (): Promise<unknown> => (await site.get("apps/deployments/web"))?.spec?.["replicas"];
  const first = await site.apply([web({})]);
  t.is(first.code, 0, first.stdout);
  t.is(await replicas(), 2);
  const mark = await site.cluster.auditMark();
  t.is((await site.apply([web({})])).code, 0);
  t.deepEqual(writesOf(await site.requests(mark)), []);
  await site.patch("apps/deployments/web?fieldManager=scaler", { spec: { replicas: 3 } });
  const scaled = await site.cluster.auditMark();
  t.is((await site.apply([web({})])).code, 0);
  t.deepEqual(writesOf(await site.requests(scaled)), []);
  const changed = await site.apply([web({ "example.com/new": "yes" })]);
  t.is(changed.code, 0, changed.stdout);
  t.is(await replicas(), 3);
  const after = await site.cluster.auditMark();
  t.is((await site.apply([web({ "example.com/new": "yes" })])).code, 0);
  t.deepEqual(writesOf(await site.requests(after)), []);
});

test("replicas-on-creation keeps the initial replicas when the object changes", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([web({ "example.com/round": "1" })])).code, 0);
  const { code, stdout } = await site.apply([web({ "example.com/round": "2" })]);
  t.is(code, 0, stdout);
  t.is((await site.get("apps/deployments/web"))?.spec?.["replicas"], 2);
  const mark = await site.cluster.auditMark();
  t.is((await site.apply([web({ "example.com/round": "2" })])).code, 0);
  t.deepEqual(writesOf(await site.requests(mark)), []);
});

test("an object with ownership anyone may already exist, has no label of the release, and is not pruned", async (t) => {
  const site = await openSite(t);
  const request = { "werf.io/ownership": "anyone" };
  await site.create("configmaps", configMap("shared", { key: "theirs" }));
  const set = [configMap("shared", { key: "ours" }, request), configMap("env")];
  const { code, stdout } = await site.apply(set, "--inventory-policy=strict");
  t.is(code, 0, stdout);
  const live = await site.get("configmaps/shared");
  t.deepEqual(live?.data, { key: "ours" });
  t.is(live?.metadata.labels?.[partOf], undefined);
  const mark = await site.cluster.auditMark();
  t.is((await site.apply(set, "--inventory-policy=strict")).code, 0);
  t.deepEqual(writesOf(await site.requests(mark)), []);
  t.is((await site.apply([configMap("env")])).code, 0);
  t.truthy(await site.get("configmaps/shared"));
  t.is((await site.remove()).code, 0);
  t.truthy(await site.get("configmaps/shared"));
});

test("a hook with ownership release has the label of the release, and is pruned when it leaves the set", async (t) => {
  const site = await openSite(t);
  const annotations = { "helm.sh/hook": "pre-install,pre-upgrade", "werf.io/ownership": "release" };
  const set = [configMap("hooked", {}, annotations), configMap("env")];
  t.is((await site.apply(set)).code, 0);
  t.truthy((await site.get("configmaps/hooked"))?.metadata.labels?.[partOf]);
  const again = await site.apply(set);
  t.is(again.code, 0, again.stdout);
  t.truthy((await site.get("configmaps/hooked"))?.metadata.labels?.[partOf]);
  const { code, stdout } = await site.apply([configMap("env")]);
  t.is(code, 0, stdout);
  t.is(await site.get("configmaps/hooked"), undefined);
});
