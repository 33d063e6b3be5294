import test from "ava";

import { line, textOf } from "./sidecar.ts";
import { configMap, openSyncSite, readyAt } from "./sync-site.ts";

test("a sidecar applies the state of git, and each new commit", async (t) => {
  const { repository, beginSync, get, namespace, release, run } = await openSyncSite(t);
  const first = await repository.commit({ "deploy/env.yaml": configMap("env", { a: "1" }) });
  const sidecar = beginSync();
  await readyAt(sidecar, first);
  t.like(await get("configmaps/env"), { data: { a: "1" } });
  const second = await repository.commit({
    "deploy/env.yaml": configMap("env", { a: "2" }),
    "deploy/more.yaml": configMap("more"),
    "elsewhere/no.yaml": configMap("no"),
  });
  await readyAt(sidecar, second);
  t.like(await get("configmaps/env"), { data: { a: "2" } });
  t.truthy(await get("configmaps/more"));
  t.is(await get("configmaps/no"), undefined);
  t.is((await sidecar.stop()).code, 0);
  const { stdout } = await run(["status", "--release", release, "-n", namespace]);
  t.true(
    stdout.includes(
      `managed by unit shop in namespace ${namespace}: Ready, at main@${second.slice(0, 12)}\n`,
    ),
  );
});

test("objects that a commit removes are pruned", async (t) => {
  const { repository, beginSync, get } = await openSyncSite(t);
  const files = Object.fromEntries(
    ["a", "b", "c", "d", "e"].map((name) => [`deploy/${name}.yaml`, configMap(name)]),
  );
  const sidecar = beginSync();
  await readyAt(sidecar, await repository.commit(files));
  await readyAt(sidecar, await repository.commit({ "deploy/c.yaml": undefined }));
  t.is(await get("configmaps/c"), undefined);
  t.truthy(await get("configmaps/a"));
});

test("a broken commit changes nothing, reports the place of its fault, and the next commit recovers", async (t) => {
  const { repository, beginSync, get } = await openSyncSite(t);
  const sidecar = beginSync();
  await readyAt(sidecar, await repository.commit({ "deploy/env.yaml": configMap("env", { a: "1" }) }));
  await repository.commit({ "deploy/env.yaml": undefined, "deploy/web.yaml": "kind: Deployment\n  spec: {" });
  const stalled = await sidecar.received(line("state", { phase: "Stalled" }), 0);
  t.regex(textOf(stalled), /^deploy\/web\.yaml:2:/);
  t.like(await get("configmaps/env"), { data: { a: "1" } });
  await readyAt(sidecar, await repository.commit({ "deploy/web.yaml": configMap("env", { a: "2" }) }));
  t.like(await get("configmaps/env"), { data: { a: "2" } });
});

test("a rewritten history is followed", async (t) => {
  const { repository, beginSync, get } = await openSyncSite(t);
  const sidecar = beginSync();
  await readyAt(sidecar, await repository.commit({ "deploy/env.yaml": configMap("env", { a: "1" }) }));
  await readyAt(sidecar, await repository.commit({ "deploy/env.yaml": configMap("env", { a: "2" }) }));
  await readyAt(sidecar, await repository.forcePush({ "deploy/env.yaml": configMap("env", { a: "0" }) }));
  t.like(await get("configmaps/env"), { data: { a: "0" } });
});

test("a deleted branch changes nothing until it is recreated", async (t) => {
  const { repository, beginSync, get } = await openSyncSite(t);
  const sidecar = beginSync();
  const commit = await repository.commit({ "deploy/env.yaml": configMap("env", { a: "1" }) });
  await readyAt(sidecar, commit);
  await repository.deleteBranch("main");
  const failed = await sidecar.received(line("sourceFailed", { unit: "shop" }), 0);
  t.regex(textOf(failed), /main/);
  t.like(await get("configmaps/env"), { data: { a: "1" } });
  await repository.reset("main", commit);
  await sidecar.received(line("sourceBack", { unit: "shop" }), 0);
  t.falsy(sidecar.log().some(line("state", { phase: "Failed" })));
});

test("a folder without manifests prunes nothing", async (t) => {
  const { repository, beginSync, get } = await openSyncSite(t);
  const sidecar = beginSync();
  await readyAt(sidecar, await repository.commit({ "deploy/env.yaml": configMap("env") }));
  await repository.commit({ "deploy/env.yaml": undefined, "deploy/README.md": "nothing here\n" });
  const stalled = await sidecar.received(line("state", { phase: "Stalled" }), 0);
  t.regex(textOf(stalled), /no manifests/);
  await repository.commit({ "deploy/README.md": undefined, "other/x.yaml": configMap("x") });
  const missing = await sidecar.received(
    (said) => line("state", { phase: "Stalled" })(said) && said["message"] !== stalled["message"],
    0,
  );
  t.regex(textOf(missing), /deploy/);
  t.truthy(await get("configmaps/env"));
});

test("a commit that would prune more than a quarter of the release waits for consent", async (t) => {
  const { repository, beginSync, get } = await openSyncSite(t);
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const sidecar = beginSync();
  const files = names.map((name) => [`deploy/${name}.yaml`, configMap(name)] as const);
  await readyAt(sidecar, await repository.commit(Object.fromEntries(files)));
  const all = Object.fromEntries(files.slice(2).map(([path]) => [path, undefined]));
  await repository.commit(all);
  const stalled = await sidecar.received(line("state", { phase: "Stalled" }), 0);
  t.regex(textOf(stalled), /6/);
  t.truthy(await get("configmaps/h"));
});
