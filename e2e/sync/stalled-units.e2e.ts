import test from "ava";

import { dependsOn, configMap as map, refTo } from "../apply/manifests.ts";
import { openFleet } from "./fleet.ts";
import { line, textOf } from "./sidecar.ts";
import { configMap, openSyncSite, readyAt } from "./sync-site.ts";

test("while a broken commit stalls a unit, the last applied set is still corrected", async (t) => {
  const { repository, beginSync, get, patch } = await openSyncSite(t);
  const sidecar = beginSync();
  await readyAt(sidecar, await repository.commit({ "deploy/env.yaml": configMap("env", { a: "1" }) }));
  await repository.commit({ "deploy/bad.yaml": "kind: [" });
  const stalled = await sidecar.received(line("state", { phase: "Stalled" }), 0);
  const from = sidecar.place();
  await patch("configmaps/env", { data: { a: "drift" } });
  await sidecar.received(line("runEnded", { reason: "drift", verdict: "converged" }), from);
  t.like(await get("configmaps/env"), { data: { a: "1" } });
  const again = await sidecar.received(line("state", { phase: "Stalled" }), from);
  t.is(again["message"], stalled["message"]);
});

test("while a unit waits for another, the last applied set is still corrected", async (t) => {
  const { repository, configure, beginFleet, get, patch } = await openFleet(t);
  configure([{ name: "below" }, { name: "above", dependsOn: ["below"] }]);
  const sidecar = beginFleet();
  const files = { "below/env.yaml": configMap("below"), "above/env.yaml": configMap("above", { a: "1" }) };
  await readyAt(sidecar, await repository.commit(files), "above");
  const before = sidecar.place();
  await repository.commit({ "below/env.yaml": "kind: [", "above/env.yaml": configMap("above", { a: "2" }) });
  await sidecar.received(line("state", { unit: "above", phase: "Blocked" }), before);
  const from = sidecar.place();
  await patch("configmaps/above", { data: { a: "drift" } });
  await sidecar.received(line("runEnded", { unit: "above", reason: "drift", verdict: "converged" }), from);
  t.like(await get("configmaps/above"), { data: { a: "1" } });
  await sidecar.received(line("state", { unit: "above", phase: "Blocked" }), from);
});

test("a unit that waited for a reverted commit is ready again", async (t) => {
  const { repository, configure, beginFleet } = await openFleet(t);
  configure([{ name: "below" }, { name: "above", dependsOn: ["below"] }]);
  const sidecar = beginFleet();
  const files = { "below/env.yaml": configMap("below"), "above/env.yaml": configMap("above") };
  const good = await repository.commit(files);
  await readyAt(sidecar, good, "above");
  const before = sidecar.place();
  await repository.commit({ "below/env.yaml": "kind: [" });
  await sidecar.received(line("state", { unit: "above", phase: "Blocked" }), before);
  const from = sidecar.place();
  await repository.reset("main", good);
  const ready = await sidecar.received(line("state", { unit: "above", phase: "Ready" }), from);
  t.is(ready["applied"], good);
});

test("a misspelled depends-on stalls its unit, even if a dependent unit was never planned", async (t) => {
  const { repository, configure, beginFleet, namespace } = await openFleet(t);
  configure([{ name: "base" }, { name: "app", dependsOn: ["base"] }]);
  const missing = refTo(namespace, ["", "ConfigMap", "nowhere"]);
  await repository.commit({
    "base/env.yaml": JSON.stringify(map("base", {}, dependsOn(missing))),
    "app/env.yaml": configMap("app"),
  });
  const sidecar = beginFleet();
  const stalled = await sidecar.received(line("state", { unit: "base", phase: "Stalled" }), 0);
  t.true(JSON.stringify(stalled["message"]).includes("nowhere"));
});

test("repeated failures are one entry in the history", async (t) => {
  const { repository, beginSync, run, namespace, release } = await openSyncSite(t);
  const sidecar = beginSync();
  await repository.commit({
    "deploy/env.yaml": configMap("env"),
    "deploy/bad.yaml": JSON.stringify({
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "bad" },
      // Only the server knows the range of its node ports.
      spec: { type: "NodePort", ports: [{ port: 80, nodePort: 1 }] },
    }),
  });
  await sidecar.received(line("runEnded", { reason: "retry", verdict: "failed" }), 0);
  await sidecar.stop();
  const { stdout } = await run(["history", "--release", release, "-n", namespace, "-o", "json"]);
  const { revisions } = JSON.parse(stdout);
  t.is(revisions.length, 1, stdout);
});

test("a commit that does not change the files of a unit starts no run", async (t) => {
  const { repository, beginSync, patch, get } = await openSyncSite(t);
  const sidecar = beginSync();
  await readyAt(sidecar, await repository.commit({ "deploy/env.yaml": configMap("env", { a: "1" }) }));
  const from = sidecar.place();
  await readyAt(sidecar, await repository.commit({ "elsewhere/env.yaml": configMap("other") }));
  t.false(sidecar.log().slice(from).some(line("runBegun")));
  await patch("configmaps/env", { data: { a: "drift" } });
  await sidecar.received(line("runEnded", { reason: "drift", verdict: "converged" }), from);
  t.like(await get("configmaps/env"), { data: { a: "1" } });
});

test("files behind a symbolic link are read, wherever they are", async (t) => {
  const { repository, beginSync, get } = await openSyncSite(t);
  const sidecar = beginSync();
  const link = { "deploy/env.yaml": { link: "../common/env.yaml" } };
  await readyAt(
    sidecar,
    await repository.commit({ ...link, "common/env.yaml": configMap("env", { a: "1" }) }),
  );
  await readyAt(sidecar, await repository.commit({ "common/env.yaml": configMap("env", { a: "2" }) }));
  t.like(await get("configmaps/env"), { data: { a: "2" } });
});

test("a refused revision names the setting that would allow it, and its first error in the result", async (t) => {
  const { repository, configure, beginFleet } = await openFleet(t);
  configure([{ name: "shop", maxPrune: 0, interval: "1s" }]);
  const sidecar = beginFleet();
  const kept = { "shop/env.yaml": configMap("env") };
  await readyAt(sidecar, await repository.commit({ ...kept, "shop/gone.yaml": configMap("gone") }), "shop");
  await repository.commit({ "shop/gone.yaml": undefined });
  const refused = await sidecar.received(line("runEnded", { verdict: "refused" }), 0);
  t.regex(textOf(refused, "message"), /more than maxPrune: 0 allows; if this is intended, add maxPrune: 1$/);
  const place = sidecar.place();
  await repository.commit({ "shop/bad.yaml": "kind: [" });
  const faulty = await sidecar.received(line("runEnded", { verdict: "refused" }), place);
  t.regex(textOf(faulty, "message"), /bad\.yaml:\d+:\d+: /);
});
