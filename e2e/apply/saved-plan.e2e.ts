import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import test from "ava";

import type { Recorded } from "../../fixtures/recording-shell.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import { limited } from "../limited-release.ts";
import { configMap, definition } from "./manifests.ts";
import { after, before, savedUpgrade, savePlan } from "./saved-site.ts";
import { objectWritesOf, writesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

test("a saved plan is applied unchanged, and applying it again writes nothing and reports that", async (t) => {
  const site = await openSite(t);
  const file = await savedUpgrade(site);
  t.is(statSync(file).mode % 0o1000, 0o600);
  const text = readFileSync(file, "utf8");
  t.is((await savePlan(site, after)).code, 0);
  t.is(readFileSync(file, "utf8"), text, "the same state gives the same bytes");
  const shown = await site.run(["show-plan", file], { kubeconfig: "/nonexistent" });
  t.is(shown.code, 0, shown.stderr);
  t.regex(shown.stdout, /ConfigMap\/env +update/);
  t.regex(shown.stdout, /ConfigMap\/same +unchanged/);
  t.regex(shown.stdout, /ConfigMap\/new +create/);
  t.regex(shown.stdout, /prune ConfigMap\/gone/);
  t.regex(shown.stdout, /~ data\.a: .*1.* → .*2/);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.run(["apply", "--plan", file]);
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)).toSorted(), [
    "delete configmaps/gone",
    "patch configmaps/env",
    "patch configmaps/new",
  ]);
  const next = await site.cluster.auditMark();
  const again = await site.run(["apply", "--plan", file]);
  t.is(again.code, 0, again.stdout);
  t.regex(again.stdout + again.stderr, /applied already, as revision 2/);
  t.deepEqual(writesOf(await site.requests(next)), []);
});

const refuses = test.macro({
  title: (_, what: string) => `a saved plan is refused after ${what}, and nothing is written`,
  exec: async (t, _: string, change: (site: Site) => Promise<unknown>, says: RegExp) => {
    const site = await openSite(t);
    const file = await savedUpgrade(site);
    await change(site);
    const mark = await site.cluster.auditMark();
    const { code, stdout, stderr } = await site.run(["apply", "--plan", file]);
    t.is(code, 2, stdout);
    t.regex(stdout + stderr, says);
    t.deepEqual(writesOf(await site.requests(mark)), []);
    t.not((await site.get("configmaps/env"))?.data?.["a"], "2");
  },
});

test(
  refuses,
  "another manager has changed an object",
  async (site: Site) => site.patch("configmaps/env?fieldManager=someone", { data: { b: "3" } }),
  /ConfigMap\/env was changed by .*someone/,
);
test(
  refuses,
  "another manager has changed an object that the plan leaves unchanged",
  async (site: Site) => site.patch("configmaps/same?fieldManager=someone", { data: { b: "3" } }),
  /ConfigMap\/same was changed by .*someone/,
);
test(
  refuses,
  "the deletion of an object",
  async (site: Site) => site.cluster.api("DELETE", site.at("configmaps/env")),
  /ConfigMap\/env was deleted/,
);
test(
  refuses,
  "the creation of an object that the plan creates",
  async (site: Site) => site.create("configmaps?fieldManager=someone", configMap("new", { b: "3" })),
  /ConfigMap\/new was created by someone/,
);
test(
  refuses,
  "a change of an object that the plan prunes",
  async (site: Site) => site.patch("configmaps/gone?fieldManager=someone", { data: { b: "3" } }),
  /ConfigMap\/gone, to be pruned, was changed/,
);
test(
  refuses,
  "a new revision of the release",
  async (site: Site) => site.apply([...before, configMap("more")]),
  /newest revision of the release is revision 2 .*was revision 1/,
);

test("a saved plan is applied although the status of an object has changed", async (t) => {
  const site = await openSite(t);
  const file = await savedUpgrade(site);
  await site.patch("apps/deployments/web/status", { status: { observedGeneration: 1, replicas: 1 } });
  const { code, stdout } = await site.run(["apply", "--plan", file]);
  t.is(code, 0, stdout);
  t.is((await site.get("configmaps/env"))?.data?.["a"], "2");
});

test("with --if-changed=replan, changed objects are planned again, and changed decisions are reported", async (t) => {
  const site = await openSite(t);
  const file = await savedUpgrade(site);
  await site.cluster.api("DELETE", site.at("configmaps/same"));
  const { code, stdout, stderr } = await site.run(["apply", "--plan", file, "--if-changed=replan"]);
  t.is(code, 0, stdout);
  t.regex(stdout + stderr, /since the plan was saved: ConfigMap\/same was deleted/);
  t.regex(stdout + stderr, /planned again: ConfigMap\/same: create instead of unchanged/);
  t.not(await site.get("configmaps/same"), undefined);
});

test("a saved plan of another cluster, or of another server version, is refused", async (t) => {
  const site = await openSite(t);
  const { file } = await savePlan(site, [configMap("env")]);
  const plan: JsonObject = JSON.parse(readFileSync(file, "utf8"));
  const applied = async (fields: JsonObject): Promise<Recorded> => {
    writeFileSync(file, JSON.stringify({ ...plan, ...fields }));
    return site.run(["apply", "--plan", file]);
  };
  const elsewhere = await applied({ cluster: "0a0a0a0a-0000-4000-8000-000000000000" });
  t.is(elsewhere.code, 2);
  t.regex(elsewhere.stdout + elsewhere.stderr, /saved for another cluster/);
  const older = await applied({ server: "v1.30.0" });
  t.is(older.code, 2);
  t.regex(older.stdout + older.stderr, /the API server is v\S+ now, and was v1\.30\.0/);
  t.is(await site.get("configmaps/env"), undefined);
});

test("a saved plan adopts an object without an owner, and refuses an object of another release", async (t) => {
  const site = await openSite(t);
  await site.create("configmaps?fieldManager=someone", configMap("free", { a: "0" }));
  const other = await site.run([
    "apply",
    site.write([configMap("taken")]),
    "--release",
    "other",
    "-n",
    site.namespace,
  ]);
  t.is(other.code, 0, other.stdout);
  const { file, code, stdout } = await savePlan(site, [
    configMap("free", { a: "1" }),
    configMap("taken", { a: "1" }),
  ]);
  t.is(code, 0, stdout);
  t.regex(stdout, /ConfigMap\/free +take-over/);
  t.regex(stdout, /ConfigMap\/taken +refused: .*other/);
  const { code: end } = await site.run(["apply", "--plan", file]);
  t.is(end, 1);
  t.is((await site.get("configmaps/free"))?.data?.["a"], "1");
  t.is((await site.get("configmaps/taken"))?.data?.["a"], undefined);
});

test("a saved plan is refused after a change of a CRD that its objects need", async (t) => {
  const site = await openSite(t);
  const group = `${site.namespace}.example.com`;
  const platform = site.run([
    "apply",
    site.write([definition(group, "Cog")]),
    "--release",
    "platform",
    "-n",
    site.namespace,
  ]);
  t.is((await platform).code, 0);
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`;
  t.teardown(async () => site.cluster.api("DELETE", path));
  const cog = { apiVersion: `${group}/v1`, kind: "Cog", metadata: { name: "one" } };
  const { file, code, stderr } = await savePlan(site, [cog]);
  t.is(code, 0, stderr);
  const shortNames = { spec: { names: { shortNames: ["cg"] } } };
  t.is((await site.cluster.api("PATCH", path, shortNames)).status, 200);
  const mark = await site.cluster.auditMark();
  const { code: end, stdout, stderr: errors } = await site.run(["apply", "--plan", file]);
  t.is(end, 2, stdout);
  t.regex(stdout + errors, new RegExp(`the CRD cogs\\.${group} was changed`));
  t.deepEqual(writesOf(await site.requests(mark)), []);
});

test("saving and applying a plan needs no more permissions than an apply", async (t) => {
  const site = await openSite(t);
  const path = site.write([configMap("env", { a: "1" })]);
  const { run } = await limited(t, site, { path });
  const file = join(dirname(path), "plan.json");
  const saved = await run("plan", path, "--save", file);
  t.is(saved.code, 0, saved.stderr);
  const { code, stdout, stderr } = await run("apply", "--plan", file);
  t.is(code, 0, stdout);
  t.regex(stdout + stderr, /cannot be verified that the plan was saved for this cluster/);
  t.is((await site.get("configmaps/env"))?.data?.["a"], "1");
});

test("no plan is saved if an apply would be refused, and the cluster is not changed", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply(["a", "b", "c", "d", "e", "f"].map((name) => configMap(name)))).code, 0);
  const mark = await site.cluster.auditMark();
  const { code, stderr, file } = await savePlan(site, [configMap("a")]);
  t.is(code, 2);
  t.regex(stderr, /--max-prune/);
  t.false(existsSync(file));
  t.is((await savePlan(site, [configMap("a")], "--max-prune", "100%")).code, 0);
  // Only the body of a deletion shows whether it is a dry run, and the log has no bodies.
  const writes = writesOf(await site.requests(mark));
  t.deepEqual(
    writes.filter((write) => !write.startsWith("delete ")),
    [],
  );
  t.not(await site.get("configmaps/d"), undefined);
  const { code: end, stdout } = await site.run(["apply", "--plan", file]);
  t.is(end, 0, stdout);
  t.is(await site.get("configmaps/d"), undefined);
});
