import test from "ava";

import { configMap, job } from "./manifests.ts";
import { objectWritesOf, writesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

function migrate(image: string): ReturnType<typeof job> {
  return job("migrate", {
    spec: { ttlSecondsAfterFinished: 3600 },
    podSpec: { containers: [{ name: "app", image }] },
  });
}

/** Deletes the Job as the TTL controller does. */
async function runOut(site: Site): Promise<void> {
  const path = site.at("batch/jobs/migrate");
  await site.cluster.api("DELETE", `${path}?propagationPolicy=Background`);
  await site.cluster.until(path, (object) => object === undefined);
}

test("a completed Job that its TTL removed does not run again until its manifest changes", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([migrate("app:1"), configMap("env")])).code, 0);
  await runOut(site);
  const mark = await site.cluster.auditMark();
  const again = await site.apply([migrate("app:1"), configMap("env")]);
  t.is(again.code, 0, again.stdout);
  t.deepEqual(writesOf(await site.requests(mark)), []);
  const beside = await site.apply([migrate("app:1"), configMap("env", { key: "new" })]);
  t.is(beside.code, 0, beside.stdout);
  t.is(await site.get("batch/jobs/migrate"), undefined);
  const changed = await site.apply([migrate("app:2"), configMap("env", { key: "new" })]);
  t.is(changed.code, 0, changed.stdout);
  t.truthy(await site.get("batch/jobs/migrate"));
});

test("a deleted Job without a TTL runs again", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([job("migrate")])).code, 0);
  await runOut(site);
  const mark = await site.cluster.auditMark();
  const again = await site.apply([job("migrate")]);
  t.is(again.code, 0, again.stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), ["patch jobs/migrate"]);
});
