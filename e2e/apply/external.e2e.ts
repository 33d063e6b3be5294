import test from "ava";

import { barePod, configMap, dependsOn, refTo } from "./manifests.ts";
import { moment } from "./server-order.ts";
import { openSite } from "./site.ts";

test("an object waits until an external object is ready", async (t) => {
  const site = await openSite(t);
  const database = refTo(site.namespace, ["", "Pod", "database"]);
  const run = site.begin(
    [configMap("after", {}, dependsOn(database)), configMap("free")],
    "--external-deps=wait",
  );
  await run.said(/created .*ConfigMap\/free/);
  await site.create("pods", barePod("database", { "converge.test/ready-after": "1s" }));
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  const waited = moment(await site.get("configmaps/after"));
  t.true(waited > moment(await site.get("pods/database")), stdout);
  t.true(moment(await site.get("configmaps/free")) < moment(await site.get("pods/database")));
});

test("a missing external object ends the run with exit code 3 after its own timeout, and skips its dependents", async (t) => {
  const site = await openSite(t);
  const database = refTo(site.namespace, ["", "Pod", "database"]);
  const { code, stdout } = await site.apply(
    [configMap("after", {}, dependsOn(database)), configMap("free")],
    "--external-deps=wait",
    "--external-timeout=1s",
  );
  t.is(code, 3, stdout);
  t.regex(stdout, /timed out +.*Pod\/database.*it does not exist/);
  t.regex(stdout, /skipped +.*ConfigMap\/after because .*Pod\/database/);
  t.is(await site.get("configmaps/after"), undefined);
  t.truthy(await site.get("configmaps/free"));
});

test("a dependency outside the set is an error unless it is declared external", async (t) => {
  const site = await openSite(t);
  const set = [configMap("after", {}, dependsOn(refTo(site.namespace, ["", "Pod", "database"])))];
  const refused = await site.apply(set);
  t.is(refused.code, 2, refused.stdout);
  t.regex(refused.stderr, /Pod\/database/);
  t.is(await site.get("configmaps/after"), undefined);
  t.is((await site.apply(set, "--external-deps=ignore")).code, 0);
  t.truthy(await site.get("configmaps/after"));
});

test("a werf external dependency blocks the objects of its weight", async (t) => {
  const site = await openSite(t);
  const waiting = {
    "database.external-dependency.werf.io/resource": "pod/database",
    "database.external-dependency.werf.io/namespace": site.namespace,
    "werf.io/weight": "5",
  };
  const run = site.begin([configMap("after", {}, waiting), configMap("free")]);
  await run.said(/created .*ConfigMap\/free/);
  await site.create("pods", barePod("database", { "converge.test/ready-after": "1s" }));
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  t.true(moment(await site.get("configmaps/after")) > moment(await site.get("pods/database")), stdout);
});
