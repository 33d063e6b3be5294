/** Annotations of kapp for single objects: how they are written, waited for and deleted. */
import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { type Annotations, configMap, deployment, job } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

/** Annotations of kapp. */
function kapp(words: Readonly<Record<string, string>>): Annotations {
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [`kapp.k14s.io/${key}`, value]));
}

/** The writes of an apply that has to succeed. */
async function applied(
  site: Site,
  set: readonly JsonObject[],
  ...flags: readonly string[]
): Promise<readonly string[]> {
  const mark = await site.cluster.auditMark();
  const { code, stdout, stderr } = await site.apply(set, ...flags);
  if (code !== 0) {
    throw new Error(stdout + stderr);
  }
  return objectWritesOf(await site.requests(mark));
}

test("an object with delete-strategy: orphan is neither pruned nor deleted", async (t) => {
  const site = await openSite(t);
  const kept = configMap("kept", {}, kapp({ "delete-strategy": "orphan" }));
  await applied(site, [kept, configMap("env")]);
  t.deepEqual(await applied(site, [configMap("env")]), ["patch configmaps/kept"]);
  await applied(site, [kept, configMap("env")]);
  t.is((await site.remove()).code, 0);
  t.not(await site.get("configmaps/kept"), undefined);
  t.is(await site.get("configmaps/env"), undefined);
});

for (const strategy of ["fallback-on-update", "fallback-on-update-or-noop"]) {
  test(`with create-strategy: ${strategy}, an existing object is updated`, async (t) => {
    const site = await openSite(t);
    await site.create("configmaps", configMap("env", { theirs: "1" }));
    const set = [configMap("env", { ours: "1" }, kapp({ "create-strategy": strategy }))];
    t.deepEqual(await applied(site, set), ["patch configmaps/env"]);
    t.deepEqual((await site.get("configmaps/env"))?.["data"], { ours: "1", theirs: "1" });
  });
}

/** A ConfigMap with immutable data. */
function sealed(revision: string, strategy: string): JsonObject {
  return { ...configMap("sealed", { revision }, kapp({ "update-strategy": strategy })), immutable: true };
}

test("with update-strategy: fallback-on-replace, an object is recreated if an immutable field changes", async (t) => {
  const site = await openSite(t);
  await applied(site, [sealed("1", "fallback-on-replace")]);
  t.deepEqual(await applied(site, [sealed("1", "fallback-on-replace")]), []);
  t.deepEqual(await applied(site, [sealed("2", "fallback-on-replace")]), [
    "delete configmaps/sealed",
    "patch configmaps/sealed",
  ]);
});

test("with an empty update-strategy, a change of an immutable field is refused", async (t) => {
  const site = await openSite(t);
  await applied(site, [sealed("1", "")]);
  const { code, stdout } = await site.apply([sealed("2", "")]);
  t.not(code, 0, stdout);
  t.deepEqual((await site.get("configmaps/sealed"))?.["data"], { revision: "1" });
});

test("neither the run nor other objects wait for an object with disable-wait", async (t) => {
  const site = await openSite(t);
  const words = { "disable-wait": "", "change-group": "example.com/never" };
  const writes = await applied(site, [
    deployment("never", { annotations: kapp(words), pod: { "converge.test/pod": "unready" } }),
    configMap("later", {}, kapp({ "change-rule": "upsert after upserting example.com/never" })),
  ]);
  t.deepEqual(writes, ["patch deployments/never", "patch configmaps/later"]);
});

/** A versioned ConfigMap with that data. */
function version(data: string): readonly JsonObject[] {
  return [configMap("env", { data }, kapp({ versioned: "" }))];
}

test("the newest and five older versions of a versioned object are kept", async (t) => {
  const site = await openSite(t);
  for (const data of ["1", "2", "3", "4", "5", "6"]) {
    t.deepEqual(await applied(site, version(data)), [`patch configmaps/env-ver-${data}`]);
  }
  t.deepEqual(await applied(site, version("7")), [
    "patch configmaps/env-ver-7",
    "delete configmaps/env-ver-1",
  ]);
});

test("versioned-keep-original applies the object under its own name too", async (t) => {
  const site = await openSite(t);
  const words = kapp({ versioned: "", "versioned-keep-original": "" });
  const writes = await applied(site, [configMap("env", { data: "1" }, words)]);
  t.deepEqual(writes.toSorted(), ["patch configmaps/env", "patch configmaps/env-ver-1"]);
});

test("deploy-logs-container-names selects the containers whose logs are shown", async (t) => {
  const site = await openSite(t);
  const containers = ["app", "proxy"].map((name) => ({ name, image: "registry.test/app:1" }));
  const { code, stdout } = await site.apply([
    job("migrate", {
      annotations: kapp({ "deploy-logs": "", "deploy-logs-container-names": "app" }),
      pod: { "converge.test/complete-after": "2s" },
      podSpec: { containers },
    }),
  ]);
  t.is(code, 0, stdout);
  t.regex(stdout, /container app\n/);
  t.notRegex(stdout, /container proxy/);
});

test("annotations that kapp writes itself, or that disable features of kapp only, have no effect", async (t) => {
  const site = await openSite(t);
  const words = kapp({
    "disable-default-ownership-label-rules": "",
    "disable-default-label-scoping-rules": "",
    "disable-label-scoping": "",
    "disable-original": "",
    identity: "v1;default//ConfigMap/env;v1",
    original: "{}",
    "original-diff-md5": "0",
  });
  t.deepEqual(await applied(site, [deployment("web", { annotations: words })]), ["patch deployments/web"]);
  const live = await site.get("apps/deployments/web");
  t.deepEqual(live?.["spec"] && JSON.parse(JSON.stringify(live["spec"])).selector, {
    matchLabels: { app: "web" },
  });
});

test("diffMaskRules of a kapp Config hide values in a diff", async (t) => {
  const site = await openSite(t);
  const config = {
    apiVersion: "kapp.k14s.io/v1alpha1",
    kind: "Config",
    diffMaskRules: [
      {
        path: ["data", "password"],
        resourceMatchers: [{ apiVersionKindMatcher: { apiVersion: "v1", kind: "ConfigMap" } }],
      },
    ],
  };
  await applied(site, [config, configMap("env", { password: "Tr0ub4dor", user: "one" })]);
  const changed = [config, configMap("env", { password: "c0rrect-h0rse", user: "two" })];
  const diff = await site.run(["diff", site.write(changed), "--release", site.release, "-n", site.namespace]);
  t.regex(diff.stdout, /two/);
  t.notRegex(diff.stdout, /Tr0ub4dor|c0rrect-h0rse/);
});
