import test from "ava";

import type { Recorded } from "../../fixtures/recording-shell.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import { configMap, definition, job, refTo } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

const rollback = (site: Site, ...words: readonly string[]): Promise<Recorded> =>
  site.run(["rollback", ...words, "--release", site.release, "-n", site.namespace]);

const failing = { "converge.test/pod": "fail" };

/** A hook that identifies a revision. */
const hook = (name: string, event: string, pod?: Readonly<Record<string, string>>): JsonObject =>
  job(name, { annotations: { "helm.sh/hook": event }, ...(pod === undefined ? {} : { pod }) });

test("a rollback restores the objects of the revision, and deletes the others", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env", { a: "1" }), configMap("old")])).code, 0);
  t.is((await site.apply([configMap("env", { a: "2", b: "2" }), configMap("new")])).code, 0);
  const { code, stdout } = await rollback(site);
  t.is(code, 0, stdout);
  t.deepEqual((await site.get("configmaps/env"))?.data, { a: "1" });
  t.truthy(await site.get("configmaps/old"));
  t.is(await site.get("configmaps/new"), undefined);
});

test("a rollback adds a revision, which can be rolled back", async (t) => {
  const site = await openSite(t);
  for (const a of ["1", "2", "3"]) {
    t.is((await site.apply([configMap("env", { a })])).code, 0);
  }
  t.is((await rollback(site, "1")).code, 0);
  t.is((await site.get("configmaps/env"))?.data?.["a"], "1");
  t.is((await rollback(site)).code, 0);
  t.is((await site.get("configmaps/env"))?.data?.["a"], "3");
});

test("with --compat=argocd, a rollback does not run rollback-only hooks", async (t) => {
  const site = await openSite(t);
  for (const a of ["1", "2"]) {
    const set = [configMap("env", { a }), hook("before", "pre-rollback")];
    t.is((await site.apply(set, "--compat=argocd")).code, 0);
  }
  const mark = await site.cluster.auditMark();
  t.is((await rollback(site, "1", "--compat=argocd")).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(mark)), ["patch configmaps/env"]);
});

test("after a failed upgrade, a rollback goes to the last successful revision by default", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env", { a: "1" })])).code, 0);
  const broken = [configMap("env", { a: "2" }), hook("after", "post-upgrade", failing)];
  t.is((await site.apply(broken)).code, 1);
  t.is((await site.get("configmaps/env"))?.data?.["a"], "2");
  const { code, stdout } = await rollback(site);
  t.is(code, 0, stdout);
  t.is((await site.get("configmaps/env"))?.data?.["a"], "1");
});

test("hooks of a rollback are those of the revision, around the main objects", async (t) => {
  const site = await openSite(t);
  const first = [
    hook("before", "pre-rollback"),
    configMap("env", { a: "1" }),
    hook("after", "post-rollback"),
    hook("upgrading", "pre-upgrade"),
  ];
  t.is((await site.apply(first)).code, 0);
  t.is((await site.apply([configMap("env", { a: "2" }), hook("other", "pre-rollback")])).code, 0);
  t.is(await site.get("batch/jobs/before"), undefined);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await rollback(site, "1");
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "patch jobs/before",
    "patch configmaps/env",
    "patch jobs/after",
  ]);
});

test("a rollback does not change CRDs, and reports that", async (t) => {
  const site = await openSite(t);
  const group = `${site.namespace}.example.com`;
  const crd = definition(group, "Widget");
  t.teardown(async () => {
    await site.cluster.api(
      "DELETE",
      `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${group}`,
    );
  });
  t.is((await site.apply([configMap("env", { a: "1" }), crd])).code, 0);
  const newer = { ...crd, metadata: { name: `widgets.${group}`, annotations: { "example.com/age": "new" } } };
  const gadget = definition(group, "Gadget");
  t.is((await site.apply([configMap("env", { a: "2" }), newer, gadget])).code, 0);
  t.teardown(async () => {
    await site.cluster.api(
      "DELETE",
      `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.${group}`,
    );
  });
  const { code, stdout } = await rollback(site, "1");
  t.is(code, 0, stdout);
  t.regex(stdout, /a rollback does not change CRDs/);
  const live = await site.cluster.api(
    "GET",
    `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${group}`,
  );
  t.is(live.object?.metadata.annotations?.["example.com/age"], "new");
  const added = await site.cluster.api(
    "GET",
    `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.${group}`,
  );
  t.is(added.status, 200, "a rollback deletes no definition");
});

test("a rollback to a missing revision is refused before anything is sent", async (t) => {
  const site = await openSite(t);
  const none = await rollback(site);
  t.is(none.code, 2);
  t.regex(none.stdout, /there is no release shop/);
  t.is((await site.apply([configMap("env")])).code, 0);
  const alone = await rollback(site);
  t.is(alone.code, 2);
  t.regex(alone.stdout, /no earlier revision that succeeded/);
  const missing = await rollback(site, "9");
  t.is(missing.code, 2);
  t.regex(missing.stdout, /has no revision 9; stored: 1 \(succeeded\)/);
});

test("a rollback to a revision whose Secret was deleted fails and names the Secret", async (t) => {
  const site = await openSite(t);
  for (const a of ["1", "2"]) {
    t.is((await site.apply([configMap("env", { a })])).code, 0);
  }
  await site.cluster.api("DELETE", site.at("secrets/converge.shop.v1"));
  const { code, stdout } = await rollback(site);
  t.is(code, 2);
  t.regex(stdout, /Secret .*converge\.shop\.v1 is missing/);
});

test("a rollback creates a missing CRD for the custom resources of the revision", async (t) => {
  const site = await openSite(t);
  const group = `${site.namespace}.example.com`;
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gears.${group}`;
  t.teardown(() => site.cluster.api("DELETE", path));
  const gear = { apiVersion: `${group}/v1`, kind: "Gear", metadata: { name: "first" } };
  const set = [definition(group, "Gear"), gear, configMap("env")];
  t.is((await site.apply(set, "--wait=false")).code, 0);
  t.is((await site.apply([configMap("env", { a: "2" })], "--allow-prune=crds")).code, 0);
  t.not((await site.cluster.api("GET", path)).status, 200);
  const { code, stdout } = await rollback(site, "--wait=false");
  t.is(code, 0, stdout);
  t.truthy(await site.get(`${group}/gears/first`));
});

test("a repeated rollback goes to the same revision as the failed one", async (t) => {
  const site = await openSite(t);
  const first = [configMap("env", { a: "1" }), hook("after", "post-rollback", failing)];
  t.is((await site.apply(first)).code, 0);
  t.is((await site.apply([configMap("env", { a: "2" })])).code, 0);
  t.is((await rollback(site)).code, 1);
  t.is((await rollback(site, "--hooks=false")).code, 0);
  t.is((await site.get("configmaps/env"))?.data?.["a"], "1");
});

test("with --invalid=skip, skipped objects are not pruned, and no revision is stored", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env", { a: "1" }), configMap("kept")])).code, 0);
  const faulty = [configMap("env", { a: "2" }), configMap("kept", {}, { "werf.io/weight": "heavy" })];
  const { code, stdout } = await site.apply(faulty, "--invalid=skip");
  t.is(code, 0, stdout);
  t.is((await site.get("configmaps/env"))?.data?.["a"], "2");
  t.truthy(await site.get("configmaps/kept"));
  t.is(await site.get("secrets/converge.shop.v2"), undefined);
});

test("a rollback waits for the external objects of its set, except with --external-deps=ignore", async (t) => {
  const site = await openSite(t);
  const away = { "config.kubernetes.io/depends-on": refTo(site.namespace, ["", "ConfigMap", "away"]) };
  t.is((await site.apply([configMap("env", { a: "1" }, away)], "--external-deps=ignore")).code, 0);
  t.is((await site.apply([configMap("env", { a: "2" })])).code, 0);
  const waited = await rollback(site, "1", "--external-timeout=1s");
  t.is(waited.code, 3, waited.stdout);
  t.is((await rollback(site, "1", "--external-deps=ignore")).code, 0);
  t.is((await site.get("configmaps/env"))?.data?.["a"], "1");
});
