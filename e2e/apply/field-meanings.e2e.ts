import { writeFileSync } from "node:fs";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { testFolder } from "../git/test-folder.ts";
import { configMap } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite } from "./site.ts";

function rulesFile(t: ExecutionContext, rules: readonly JsonObject[]): string {
  const path = join(testFolder(t), "rules.yaml");
  writeFileSync(path, JSON.stringify({ apiVersion: "converge.dev/v1alpha1", kind: "FieldRules", rules }));
  return path;
}

function annotated(data: Readonly<Record<string, string>>): JsonObject {
  const annotations = {
    "converge.dev/set-once": "/data/theirs",
    "converge.dev/not-drift": '.data | .["any"]',
  };
  return { ...configMap("env", data), metadata: { name: "env", annotations } };
}

function labelled(data: Readonly<Record<string, string>>): JsonObject {
  return { ...configMap("env", data), metadata: { name: "env", labels: { team: "a" } } };
}

test("annotations leave a field to the cluster, or correct it only when the object is written anyway", async (t) => {
  const site = await openSite(t);
  const set = annotated({ ours: "1", theirs: "1", any: "1" });
  t.is((await site.apply([set])).code, 0);
  await site.patch("configmaps/env?fieldManager=somebody", { data: { theirs: "2", any: "2" } });
  const mark = await site.cluster.auditMark();
  const again = await site.apply([set]);
  t.is(again.code, 0, again.stdout);
  const diff = await site.run(["diff", site.write([set]), "--release", site.release, "-n", site.namespace]);
  t.is(diff.code, 0, diff.stdout);
  t.regex(diff.stdout, /data\.any differs in the cluster, which alone causes no write: not-drift/);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  t.is((await site.apply([annotated({ ours: "2", theirs: "1", any: "1" })])).code, 0);
  t.deepEqual((await site.get("configmaps/env"))?.data, { ours: "2", theirs: "2", any: "1" });
});

test("never-take leaves a field to another manager, and take-by-force overrides another manager", async (t) => {
  const site = await openSite(t);
  const rules = rulesFile(t, [
    { labels: "team=a", meaning: "never-take", pointers: ["/data/theirs"] },
    { labels: "team=a", meaning: "take-by-force", pointers: ["/data/ours"] },
  ]);
  const flags = ["--fields", rules, "--force-conflicts=false"];
  t.is((await site.apply([labelled({ ours: "1", theirs: "1", more: "1" })], ...flags)).code, 0);
  await site.patch("configmaps/env?fieldManager=somebody", { data: { theirs: "2", ours: "2" } });
  const again = await site.apply([labelled({ ours: "1", theirs: "1", more: "1" })], ...flags);
  t.is(again.code, 0, again.stdout);
  t.deepEqual((await site.get("configmaps/env"))?.data, { ours: "1", theirs: "2", more: "1" });
  const mark = await site.cluster.auditMark();
  t.is((await site.apply([labelled({ ours: "1", theirs: "1", more: "1" })], ...flags)).code, 0);
  const other = await site.apply([labelled({ ours: "1", theirs: "3", more: "1" })], ...flags);
  t.is(other.code, 0, other.stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  await site.patch("configmaps/env?fieldManager=somebody", { data: { more: "2" } });
  const refused = await site.apply([labelled({ ours: "1", theirs: "1", more: "1" })], ...flags);
  t.is(refused.code, 1);
  t.regex(refused.stdout, /conflicts with other field managers: \.data\.more of somebody/);
});

function secret(password: string, team: string): JsonObject {
  const metadata = { name: "access", labels: { team } };
  return { apiVersion: "v1", kind: "Secret", metadata, stringData: { password, user: "app" } };
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64");
}

test("set-once and never-take apply to the stringData of a Secret", async (t) => {
  const site = await openSite(t);
  const rules = rulesFile(t, [
    { kinds: ["Secret"], meaning: "set-once", pointers: ["/stringData/password"] },
    { kinds: ["Secret"], meaning: "never-take", pointers: ["/data/user"] },
  ]);
  const flags = ["--fields", rules];
  t.is((await site.apply([secret("first", "a")], ...flags)).code, 0);
  const second = await site.apply([secret("second", "b")], ...flags);
  t.is(second.code, 0, second.stdout);
  t.deepEqual((await site.get("secrets/access"))?.data, { password: encode("first"), user: encode("app") });
  await site.patch("secrets/access?fieldManager=somebody", { stringData: { user: "other" } });
  const mark = await site.cluster.auditMark();
  t.is((await site.apply([secret("third", "b")], ...flags)).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  t.is((await site.apply([secret("third", "c")], ...flags)).code, 0);
  t.deepEqual((await site.get("secrets/access"))?.data, { password: encode("first"), user: encode("other") });
});

test("ignoreDifferences of an Argo CD Application are left to the cluster", async (t) => {
  const site = await openSite(t);
  const path = join(testFolder(t), "application.yaml");
  const application = {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Application",
    metadata: { name: "shop" },
    spec: {
      syncPolicy: { syncOptions: ["RespectIgnoreDifferences=true"] },
      ignoreDifferences: [{ kind: "ConfigMap", jqPathExpressions: [".data.theirs"] }],
    },
  };
  writeFileSync(path, JSON.stringify(application));
  const set = [configMap("env", { ours: "1", theirs: "1" })];
  t.is((await site.apply(set, "--fields", path)).code, 0);
  await site.patch("configmaps/env?fieldManager=somebody", { data: { theirs: "2" } });
  t.is((await site.apply([configMap("env", { ours: "2", theirs: "1" })], "--fields", path)).code, 0);
  t.deepEqual((await site.get("configmaps/env"))?.data, { ours: "2", theirs: "2" });
});
