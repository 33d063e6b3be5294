import { randomUUID } from "node:crypto";

import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { testCluster } from "../control-plane/test-cluster.ts";
import { configMap, job, namespaceNamed } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite, siteIn } from "./site.ts";

const failing = { "converge.test/pod": "fail" };

const hook = (
  name: string,
  annotations: Readonly<Record<string, string>>,
  pod?: Readonly<Record<string, string>>,
): JsonObject => job(name, { annotations, ...(pod === undefined ? {} : { pod }) });

test("a deletion runs pre-delete and post-delete hooks, one at a time by weight", async (t) => {
  const site = await openSite(t);
  const set = [
    hook("second", { "helm.sh/hook": "pre-delete", "helm.sh/hook-weight": "1" }),
    hook("first", { "helm.sh/hook": "pre-delete", "helm.sh/hook-weight": "-1" }),
    hook("last", { "helm.sh/hook": "post-delete" }),
    hook("installing", { "helm.sh/hook": "pre-install" }),
    configMap("env"),
  ];
  t.is((await site.apply(set)).code, 0);
  t.is(await site.get("batch/jobs/first"), undefined);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.remove();
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "patch jobs/first",
    "patch jobs/second",
    "delete configmaps/env",
    "patch jobs/last",
  ]);
  t.truthy(await site.get("batch/jobs/first"), "hooks belong to nobody, and stay");
  t.is(await site.get("secrets/converge-shop"), undefined);
  t.is(await site.get("secrets/converge.shop.v1"), undefined);
});

test("a failed pre-delete hook keeps all objects, until it succeeds or hooks are skipped", async (t) => {
  const site = await openSite(t);
  const set = [hook("guard", { "helm.sh/hook": "pre-delete" }, failing), configMap("env")];
  t.is((await site.apply(set)).code, 0);
  const refused = await site.remove();
  t.is(refused.code, 1, refused.stdout);
  t.truthy(await site.get("configmaps/env"));
  const forced = await site.remove("--hooks=false");
  t.is(forced.code, 0, forced.stdout);
  t.is(await site.get("configmaps/env"), undefined);
});

test("delete policies apply to the hooks of a deletion", async (t) => {
  const site = await openSite(t);
  const gone = { "helm.sh/hook-delete-policy": "hook-succeeded" };
  const set = [
    hook("before", { "helm.sh/hook": "pre-delete", ...gone }),
    hook("after", { "helm.sh/hook": "post-delete", ...gone }),
    configMap("env"),
  ];
  t.is((await site.apply(set)).code, 0);
  const { code, stdout } = await site.remove();
  t.is(code, 0, stdout);
  t.is(await site.get("batch/jobs/before"), undefined);
  t.is(await site.get("batch/jobs/after"), undefined);
});

test("a deletion runs the hooks of the newest revision, even if that revision failed", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([hook("old", { "helm.sh/hook": "pre-delete" }), configMap("env")])).code, 0);
  const broken = [
    hook("new", { "helm.sh/hook": "pre-delete" }),
    hook("breaks", { "helm.sh/hook": "pre-upgrade" }, failing),
    configMap("env"),
  ];
  t.is((await site.apply(broken)).code, 1);
  t.is((await site.remove()).code, 0);
  t.truthy(await site.get("batch/jobs/new"));
  t.is(await site.get("batch/jobs/old"), undefined);
});

test("an object that is only a delete hook is not applied before the deletion", async (t) => {
  const site = await openSite(t);
  const set = [configMap("parting", { word: "bye" }, { "helm.sh/hook": "pre-delete" }), configMap("env")];
  t.is((await site.apply(set)).code, 0);
  t.is(await site.get("configmaps/parting"), undefined);
  const mark = await site.cluster.auditMark();
  t.is((await site.apply(set)).code, 0);
  t.deepEqual(await site.requests(mark).then(objectWritesOf), []);
  t.is((await site.remove()).code, 0);
  t.is((await site.get("configmaps/parting"))?.data?.["word"], "bye");
});

test("a dry run of a deletion lists the hooks and runs none", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([hook("before", { "helm.sh/hook": "pre-delete" }), configMap("env")])).code, 0);
  const { code, stdout } = await site.remove("--dry-run");
  t.is(code, 0, stdout);
  t.regex(stdout, /Job\/before/);
  t.is(await site.get("batch/jobs/before"), undefined);
  t.truthy(await site.get("configmaps/env"));
});

test("a release whose revision content is lost can still be deleted", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([hook("before", { "helm.sh/hook": "pre-delete" }), configMap("env")])).code, 0);
  await site.cluster.api("DELETE", site.at("secrets/converge.shop.v1"));
  const { code, stdout } = await site.remove();
  t.is(code, 0, stdout);
  t.regex(stdout, /converge\.shop\.v1 is missing; no hooks run/);
  t.is(await site.get("configmaps/env"), undefined);
});

test("after a failed post-delete hook no revision is deployed, and the next run is an installation", async (t) => {
  const site = await openSite(t);
  const set = [
    hook("first", { "helm.sh/hook": "pre-install" }),
    configMap("env"),
    hook("after", { "helm.sh/hook": "post-delete" }, failing),
  ];
  t.is((await site.apply(set)).code, 0);
  t.is((await site.remove()).code, 1);
  const home = ["--release", site.release, "-n", site.namespace];
  t.notRegex((await site.run(["history", ...home])).stdout, /deployed/);
  const { stdout } = await site.apply(set);
  t.regex(stdout, /^installing shop/m);
});

test("values of the revision's Secrets are hidden in the logs of delete hooks", async (t) => {
  const site = await openSite(t);
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "paths", annotations: { "helm.sh/hook": "pre-install" } },
    stringData: { config: "/etc/app/config.yaml" },
  };
  const slow = { "converge.test/complete-after": "2s" };
  const set = [secret, hook("before", { "helm.sh/hook": "pre-delete" }, slow), configMap("env")];
  t.is((await site.apply(set)).code, 0);
  const { code, stdout } = await site.remove();
  t.is(code, 0, stdout);
  t.regex(stdout, /connecting to/);
  t.false(stdout.includes("/etc/app/config.yaml"), stdout);
});

test("a deletion with an unreadable newest revision keeps all objects, unless hooks are skipped", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([hook("backup", { "helm.sh/hook": "pre-delete" }), configMap("env")])).code, 0);
  await site.patch("secrets/converge.shop.v1", { data: { content: "aGVsbG8=" } });
  const { code, stdout } = await site.remove();
  t.is(code, 2, stdout);
  t.regex(stdout, /damaged.*--hooks=false/);
  t.truthy(await site.get("configmaps/env"));
  t.is((await site.remove("--hooks=false")).code, 0);
  t.is(await site.get("configmaps/env"), undefined);
});

test("a namespace of the release is deleted although hooks of the release are left in it", async (t) => {
  const cluster = await testCluster();
  const namespace = `e2e-hooked-${randomUUID().slice(0, 8)}`;
  const site = siteIn(t, { cluster, namespace, release: "shop" });
  t.teardown(() => cluster.api("DELETE", `/api/v1/namespaces/${namespace}`));
  const set = [
    namespaceNamed(namespace),
    hook("migrate", { "helm.sh/hook": "pre-install" }),
    configMap("env"),
  ];
  t.is((await site.apply(set)).code, 0);
  t.truthy(await site.get("batch/jobs/migrate"));
  const { code, stdout } = await site.remove();
  t.is(code, 0, stdout);
  t.is((await cluster.api("GET", `/api/v1/namespaces/${namespace}`)).status, 404, stdout);
});
