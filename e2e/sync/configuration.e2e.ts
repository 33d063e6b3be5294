import test from "ava";

import { configurationPace } from "../../lib/sync/config/follow-configuration.ts";
import { openFleet } from "./fleet.ts";
import { controlledClock } from "./controlled-clock.ts";
import { line, textOf } from "./sidecar.ts";
import { configMap, readyAt } from "./sync-site.ts";

/** The file is polled every fifth of a second. */
const clock = controlledClock({ fastTimers: [configurationPace] });

test("units are added and changed with the configuration file, without an effect on the other units", async (t) => {
  const { repository, configure, beginFleet, get, cluster, at } = await openFleet(t);
  const commit = await repository.commit({
    "shop/env.yaml": configMap("shop"),
    "blog/env.yaml": configMap("blog"),
    "blog-2/env.yaml": configMap("blog-2"),
  });
  configure([{ name: "shop" }]);
  const sidecar = beginFleet([], clock);
  await readyAt(sidecar, commit);
  configure([{ name: "shop" }, { name: "blog" }]);
  await readyAt(sidecar, commit, "blog");
  configure([{ name: "shop" }, { name: "blog", maxPrune: "100%", source: { path: "blog-2" } }]);
  await cluster.until(at("configmaps/blog-2"), (map) => map !== undefined);
  await cluster.until(at("configmaps/blog"), (map) => map === undefined);
  await sidecar.received(line("runEnded", { unit: "blog", run: 2 }), 0);
  t.is(sidecar.log().filter(line("runBegun", { unit: "shop" })).length, 1);
  t.truthy(await get("configmaps/shop"));
});

test("a unit removed from the configuration leaves its objects, or deletes them if configured", async (t) => {
  const { repository, configure, beginFleet, get, cluster, at, namespace } = await openFleet(t);
  const commit = await repository.commit({
    "shop/env.yaml": configMap("shop"),
    "stays/env.yaml": configMap("stays"),
    "goes/env.yaml": configMap("goes"),
  });
  configure([{ name: "shop" }, { name: "stays" }, { name: "goes", onRemove: "delete" }]);
  const sidecar = beginFleet([], clock);
  const names = ["shop", "stays", "goes"];
  await Promise.all(names.map(async (name) => readyAt(sidecar, commit, name)));
  const unit = (name: string): string => `/apis/converge.dev/v1/namespaces/${namespace}/units/${name}`;
  await Promise.all(names.map(async (name) => cluster.until(unit(name), (found) => found !== undefined)));
  configure([{ name: "shop" }]);
  await Promise.all(
    ["stays", "goes"].map(async (name) => cluster.until(unit(name), (found) => found === undefined)),
  );
  t.is(await get("configmaps/goes"), undefined);
  t.truthy(await get("configmaps/stays"));
  t.truthy(await get("configmaps/shop"));
  t.is((await cluster.api("GET", unit("shop"))).status, 200);
  t.is((await cluster.api("GET", at("secrets/converge-goes"))).status, 404);
  t.deepEqual(
    sidecar
      .log()
      .filter(line("removed"))
      .map((said) => `${textOf(said, "unit")} ${textOf(said, "policy")}`)
      .toSorted(),
    ["goes delete", "stays orphan"],
  );
});

test("a unit removed from the configuration while no sidecar ran is removed at the next start", async (t) => {
  const { repository, configure, beginFleet, cluster, at, namespace } = await openFleet(t);
  const commit = await repository.commit({
    "shop/env.yaml": configMap("shop"),
    "goes/env.yaml": configMap("goes"),
  });
  configure([{ name: "shop" }, { name: "goes", onRemove: "delete" }]);
  const first = beginFleet();
  await readyAt(first, commit, "goes");
  const unit = `/apis/converge.dev/v1/namespaces/${namespace}/units/goes`;
  await cluster.until(unit, (found) => found !== undefined);
  await first.stop();
  configure([{ name: "shop" }]);
  const second = beginFleet();
  await cluster.until(unit, (found) => found === undefined);
  t.is((await cluster.api("GET", at("configmaps/goes"))).status, 404);
  t.true(second.log().some(line("removed", { unit: "goes" })));
});

test("with a fault in the file the previous configuration stays in force, until the fault is fixed", async (t) => {
  const { repository, configure, beginFleet, get } = await openFleet(t);
  configure([{ name: "shop" }]);
  const sidecar = beginFleet([], clock);
  await readyAt(sidecar, await repository.commit({ "shop/env.yaml": configMap("shop", { a: "1" }) }));
  configure("apiVersion: converge.dev/v1\nkind: Sync\nunits:\n  - nane: shop\n");
  const reported = await sidecar.received(line("notice", { level: "error" }), 0);
  t.regex(textOf(reported), /stays in effect: .*sync\.yaml:4:5: .*nane/);
  const commit = await repository.commit({
    "shop/env.yaml": configMap("shop", { a: "2" }),
    "blog/env.yaml": configMap("blog"),
  });
  await readyAt(sidecar, commit);
  t.like(await get("configmaps/shop"), { data: { a: "2" } });
  configure([{ name: "shop" }, { name: "blog" }]);
  await readyAt(sidecar, commit, "blog");
});
