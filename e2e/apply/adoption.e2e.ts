import { randomUUID } from "node:crypto";

import test from "ava";

import { configMap, deployment } from "./manifests.ts";
import { objectWritesOf, writesOf } from "./server-order.ts";
import { openSite, type Site, siteIn } from "./site.ts";

const partOf = "applyset.kubernetes.io/part-of";

/** The record of a release: the parent object of its ApplySet (KEP-3659). */
async function recordOf(
  site: Site,
): Promise<Readonly<Record<"id" | "tooling" | "kinds" | "namespaces", string>>> {
  const { labels = {}, annotations = {} } = (await site.get("secrets/converge-shop"))?.metadata ?? {};
  const [id = "", tooling = "", kinds = "", namespaces = ""] = [
    labels["applyset.kubernetes.io/id"],
    annotations["applyset.kubernetes.io/tooling"],
    annotations["applyset.kubernetes.io/contains-group-kinds"],
    annotations["applyset.kubernetes.io/additional-namespaces"],
  ];
  return { id, tooling, kinds, namespaces };
}

test("an object without an owner is adopted and belongs to the release from then on", async (t) => {
  const site = await openSite(t);
  await site.create("configmaps", configMap("env", { old: "yes" }));
  t.is((await site.apply([configMap("env", { new: "yes" })])).code, 0);
  const live = await site.get("configmaps/env");
  t.deepEqual(live?.data, { old: "yes", new: "yes" });
  t.truthy(live?.metadata.labels?.[partOf]);
  t.is((await site.remove()).code, 0);
  t.is(await site.get("configmaps/env"), undefined);
});

test("with strict adoption existing objects are refused, and the others are applied", async (t) => {
  const site = await openSite(t);
  await site.create("configmaps", configMap("env", { old: "yes" }));
  const { code, stdout } = await site.apply(
    [configMap("env", { new: "yes" }), configMap("other")],
    "--inventory-policy=strict",
  );
  t.is(code, 1, stdout);
  t.regex(stdout, /failed +.*ConfigMap\/env.*--inventory-policy/);
  t.deepEqual((await site.get("configmaps/env"))?.data, { old: "yes" });
  t.truthy(await site.get("configmaps/other"));
});

test("an object of another release is refused, and adopted only with --inventory-policy=force-adopt", async (t) => {
  const site = await openSite(t);
  const { cluster, namespace } = site;
  const second = siteIn(t, { cluster, namespace, release: "second" });
  t.is((await site.apply([configMap("env", { owner: "shop" })])).code, 0);
  const mark = await cluster.auditMark();
  const refused = await second.apply([configMap("env", { owner: "second" })]);
  t.is(refused.code, 1, refused.stdout);
  t.regex(refused.stdout, /failed +.*ConfigMap\/env/);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  t.is(
    (await second.apply([configMap("env", { owner: "second" })], "--inventory-policy=force-adopt")).code,
    0,
  );
  t.deepEqual((await site.get("configmaps/env"))?.data, { owner: "second" });
  t.is((await site.remove()).code, 0);
  t.truthy(await site.get("configmaps/env"), "the first release has deleted what is no longer its own");
});

test("an object of a Helm release is refused, and the error names that release", async (t) => {
  const site = await openSite(t);
  const owned = configMap(
    "env",
    {},
    {
      "meta.helm.sh/release-name": "wordpress",
      "meta.helm.sh/release-namespace": site.namespace,
    },
  );
  const labels = { "app.kubernetes.io/managed-by": "Helm" };
  await site.create("configmaps", {
    ...owned,
    metadata: { ...Object(owned["metadata"]), labels },
  });
  const { code, stdout } = await site.apply([configMap("env")]);
  t.is(code, 1);
  t.regex(stdout, /ConfigMap\/env.*Helm.*wordpress/);
});

test("the record of a release is an ApplySet parent that lists its kinds and namespaces", async (t) => {
  const site = await openSite(t);
  const { cluster } = site;
  const other = `e2e-set-${randomUUID().slice(0, 8)}`;
  t.teardown(async () => cluster.api("DELETE", `/api/v1/namespaces/${other}`));
  await cluster.api("POST", "/api/v1/namespaces", { metadata: { name: other } });
  const env = configMap("env");
  const mark = await cluster.auditMark();
  const applied = await site.apply([
    { ...env, metadata: { name: "env", namespace: other } },
    configMap("own"),
    deployment("web"),
  ]);
  t.is(applied.code, 0, applied.stdout);
  const record = await recordOf(site);
  t.regex(record.id, /^applyset-[\w-]{43}-v1$/);
  t.regex(record.tooling, /^converge\/v\d/);
  t.is(record.kinds, "ConfigMap,Deployment.apps");
  t.is(record.namespaces, other);
  for (const path of [
    site.at("configmaps/own"),
    site.at("apps/deployments/web"),
    `/api/v1/namespaces/${other}/configmaps/env`,
  ]) {
    const { object } = await cluster.api("GET", path);
    t.is(object?.metadata.labels?.[partOf], record.id, path);
  }
  const writes = writesOf(await site.requests(mark));
  t.deepEqual(writes.slice(0, 3), [
    "create leases/converge-shop",
    "patch secrets/converge.shop.v1",
    "patch secrets/converge-shop",
  ]);
  t.is((await site.apply([configMap("own")])).code, 0);
  t.like(await recordOf(site), { kinds: "ConfigMap", namespaces: "" });
});

test("a run fails without writes if an unrelated Secret has the name of the release record", async (t) => {
  const site = await openSite(t);
  const secret = { metadata: { name: "converge-shop" }, stringData: { key: "value" } };
  await site.create("secrets", secret);
  const mark = await site.cluster.auditMark();
  const { code, stdout, stderr } = await site.apply([configMap("env")]);
  t.not(code, 0, `${stdout}${stderr}`);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  t.is(await site.get("configmaps/env"), undefined);
});
