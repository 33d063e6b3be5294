import test from "ava";

import { deployment, dependsOn, configMap as map, refTo } from "../apply/manifests.ts";
import { moment } from "../apply/server-order.ts";
import { openFleet, setWritesOf } from "./fleet.ts";
import { line, textOf } from "./sidecar.ts";
import { configMap, readyAt } from "./sync-site.ts";

/** A Deployment that takes a second to become ready. */
function slow(name: string, version: string): string {
  const pod = { "converge.test/ready-after": "1s", version };
  return JSON.stringify(deployment(name, { pod }));
}

test("each of three chained units starts once the previous one is ready, even if one commit changes all", async (t) => {
  const { repository, configure, beginFleet, get, cluster, requests } = await openFleet(t);
  configure([
    { name: "top", dependsOn: ["middle"] },
    { name: "middle", dependsOn: ["bottom"] },
    { name: "bottom" },
  ]);
  const sidecar = beginFleet();
  for (const version of ["1", "2"]) {
    const mark = await cluster.auditMark();
    const commit = await repository.commit({
      "bottom/web.yaml": slow("bottom", version),
      "middle/web.yaml": slow("middle", version),
      "top/env.yaml": configMap("top", { version }),
    });
    await readyAt(sidecar, commit, "top");
    const moments = await Promise.all(
      ["apps/deployments/bottom", "apps/deployments/middle", "configmaps/top"].map(get),
    );
    t.deepEqual(
      moments.map(moment),
      moments.map(moment).toSorted((left, right) => left - right),
    );
    t.deepEqual(setWritesOf(await requests(mark)), [
      "patch deployments/bottom",
      "patch deployments/middle",
      "patch configmaps/top",
    ]);
  }
});

test("a unit whose dependency fails is blocked without an error of its own, and continues once that is fixed", async (t) => {
  const { repository, configure, beginFleet, get } = await openFleet(t);
  configure([
    { name: "below", timeouts: { reconcile: "1s" } },
    { name: "above", dependsOn: ["below"] },
  ]);
  await repository.commit({
    "below/web.yaml": JSON.stringify(deployment("below", { pod: { "converge.test/pod": "unready" } })),
    "above/env.yaml": configMap("above"),
  });
  const sidecar = beginFleet();
  await sidecar.received(line("state", { unit: "below", phase: "Failed" }), 0);
  const blocked = await sidecar.received(line("state", { unit: "above", phase: "Blocked" }), 0);
  t.like(blocked, { level: "info", message: "waits for unit below", blockedBy: ["below"] });
  t.is(await get("configmaps/above"), undefined);
  const commit = await repository.commit({ "below/web.yaml": JSON.stringify(deployment("below")) });
  await readyAt(sidecar, commit, "above");
  t.false(sidecar.log().some((said) => line("state", { unit: "above" })(said) && said["level"] === "error"));
});

test("a depends-on on an object of another unit waits until that object is ready", async (t) => {
  const { repository, configure, beginFleet, namespace, get } = await openFleet(t);
  configure([{ name: "shop" }, { name: "store" }]);
  const waiting = map("shop", {}, dependsOn(refTo(namespace, ["apps", "Deployment", "store"])));
  const commit = await repository.commit({
    "shop/env.yaml": JSON.stringify(waiting),
    "store/web.yaml": slow("store", "1"),
  });
  const sidecar = beginFleet();
  await Promise.all([readyAt(sidecar, commit), readyAt(sidecar, commit, "store")]);
  t.true(moment(await get("configmaps/shop")) > moment(await get("apps/deployments/store")));
  t.false(sidecar.log().some((said) => line("state")(said) && said["level"] === "error"));
});

test("a depends-on on an object that no unit has is an error that names the object", async (t) => {
  const { repository, configure, beginFleet, namespace, get } = await openFleet(t);
  configure([{ name: "shop" }, { name: "store" }]);
  const missing = refTo(namespace, ["", "ConfigMap", "nowhere"]);
  const commit = await repository.commit({
    "shop/env.yaml": JSON.stringify(map("shop", {}, dependsOn(missing))),
    "store/env.yaml": configMap("store"),
  });
  const sidecar = beginFleet();
  await readyAt(sidecar, commit, "store");
  const stalled = await sidecar.received(line("state", { unit: "shop", phase: "Stalled" }), 0);
  t.true(textOf(stalled).includes(missing), textOf(stalled));
  t.is(await get("configmaps/shop"), undefined);
});

test("units with a cycle of dependencies are refused before anything is sent", async (t) => {
  const { configure, beginFleet, cluster, requests } = await openFleet(t);
  configure([
    { name: "hen", dependsOn: ["egg"] },
    { name: "egg", dependsOn: ["hen"] },
  ]);
  const mark = await cluster.auditMark();
  const { code, stderr } = await beginFleet().ended;
  t.is(code, 2);
  t.regex(stderr, /hen.*egg/);
  t.deepEqual(await requests(mark), []);
});
