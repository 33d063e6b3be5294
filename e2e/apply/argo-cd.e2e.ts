import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { type Annotations, configMap, deployment, job, service } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

const slowly = { "converge.test/ready-after": "1s" };

/** Annotations of Argo CD. */
function argo(words: Readonly<Record<string, string>>): Annotations {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [`argocd.argoproj.io/${key}`, value]),
  );
}

/** A Job that is a hook of Argo CD and runs until `complete` is called. */
function longHook(name: string, words: Readonly<Record<string, string>>): JsonObject {
  return job(name, { annotations: argo(words), pod: { "converge.test/complete-after": "1h" } });
}

/** Lets the pods of a Job succeed, and waits until it is complete. */
async function complete({ cluster, at }: Site, name: string): Promise<void> {
  const { object: pods } = await cluster.api("GET", `${at("pods")}?labelSelector=job-name=${name}`);
  for (const { metadata } of pods?.items ?? []) {
    await cluster.api("PATCH", at(`pods/${metadata.name}/status`), { status: { phase: "Succeeded" } });
  }
  await cluster.until(at(`batch/jobs/${name}`), (live) => live?.status?.["completionTime"] !== undefined);
}

test("a later sync wave is applied once the earlier wave is ready, and a second run writes nothing", async (t) => {
  const site = await openSite(t);
  const set = [
    configMap("last", {}, argo({ "sync-wave": "2" })),
    deployment("slow", { annotations: argo({ "sync-wave": "-1" }), pod: slowly }),
    configMap("plain"),
  ];
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "patch deployments/slow",
    "patch configmaps/plain",
    "patch configmaps/last",
  ]);
  const again = await site.cluster.auditMark();
  t.is((await site.apply(set)).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(again)), []);
  const removal = await site.cluster.auditMark();
  t.is((await site.remove()).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(removal)), [
    "delete configmaps/last",
    "delete configmaps/plain",
    "delete deployments/slow",
  ]);
});

test("hooks of one sync wave run concurrently, and hooks of the next wave after them", async (t) => {
  const site = await openSite(t);
  const run = site.begin([
    longHook("a", { hook: "PreSync" }),
    longHook("b", { hook: "PreSync" }),
    job("c", { annotations: argo({ hook: "PreSync", "sync-wave": "1" }) }),
    configMap("env"),
  ]);
  for (const name of ["a", "b"]) {
    await site.cluster.until(site.at(`batch/jobs/${name}`), (live) => live?.status?.["ready"] === 1);
  }
  await complete(site, "a");
  await complete(site, "b");
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  const [endB, startC] = [
    Date.parse(String((await site.get("batch/jobs/b"))?.status?.["completionTime"])),
    Date.parse(String((await site.get("batch/jobs/c"))?.status?.["startTime"])),
  ];
  t.true(startC >= endB, stdout);
});

const failing = { "converge.test/pod": "fail" };

test("a SyncFail hook runs only after a failure, and HookFailed deletes the failed hook after it", async (t) => {
  const site = await openSite(t);
  const set = (pod: Annotations): readonly JsonObject[] => [
    job("check", { annotations: argo({ hook: "PostSync", "hook-delete-policy": "HookFailed" }), pod }),
    job("report", { annotations: argo({ hook: "SyncFail" }) }),
    job("hopeless", { annotations: argo({ hook: "SyncFail", "sync-wave": "1" }), pod: failing }),
    configMap("env"),
  ];
  const failed = await site.cluster.auditMark();
  const { code, stdout } = await site.apply(set(failing));
  t.is(code, 1, stdout);
  t.deepEqual(objectWritesOf(await site.requests(failed)), [
    "patch configmaps/env",
    "patch jobs/check",
    "patch jobs/report",
    "patch jobs/hopeless",
    "delete jobs/check",
  ]);
  const repaired = await site.cluster.auditMark();
  const second = await site.apply(set({}));
  t.is(second.code, 0, second.stdout);
  t.deepEqual(objectWritesOf(await site.requests(repaired)), ["patch jobs/check"]);
});

/** A hook that is deleted after a success, and one after it with pods of that lifecycle. */
function migration(pod: Annotations): readonly JsonObject[] {
  return [
    job("migrate", { annotations: argo({ hook: "PreSync", "hook-delete-policy": "HookSucceeded" }) }),
    job("check", { annotations: argo({ hook: "PostSync" }), pod }),
  ];
}

test("HookSucceeded deletes a hook once the whole run has succeeded, not when the hook has", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply(migration(failing));
  t.is(code, 1, stdout);
  t.not(await site.get("batch/jobs/migrate"), undefined);
  const mark = await site.cluster.auditMark();
  const second = await site.apply(migration({}));
  t.is(second.code, 0, second.stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "delete jobs/migrate",
    "patch jobs/migrate",
    "delete jobs/check",
    "patch jobs/check",
    "delete jobs/migrate",
  ]);
});

test("a SyncFail hook of a later wave runs although a SyncFail hook of an earlier wave failed", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply([
    job("check", { annotations: argo({ hook: "PreSync" }), pod: failing }),
    job("hopeless", { annotations: argo({ hook: "SyncFail" }), pod: failing }),
    job("report", { annotations: argo({ hook: "SyncFail", "sync-wave": "1" }) }),
    configMap("env"),
  ]);
  t.is(code, 1, stdout);
  t.not(await site.get("batch/jobs/report"), undefined, stdout);
});

test("a hook of the phases Sync and PostSync runs in both", async (t) => {
  const site = await openSite(t);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([job("check", { annotations: argo({ hook: "Sync,PostSync" }) })]);
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "patch jobs/check",
    "delete jobs/check",
    "patch jobs/check",
  ]);
});

test("an unchanged set with a SyncFail hook sends no writes", async (t) => {
  const site = await openSite(t);
  const set = [configMap("env"), job("report", { annotations: argo({ hook: "SyncFail" }) })];
  t.is((await site.apply(set)).code, 0);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  t.deepEqual(
    await site
      .requests(mark)
      .then((found) => found.filter(({ verb }) => verb !== "get" && verb !== "list" && verb !== "watch")),
    [],
  );
});

test("with --atomic, a SyncFail hook runs before the rollback", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env", { revision: "1" })])).code, 0);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply(
    [
      configMap("env", { revision: "2" }),
      job("check", { annotations: argo({ hook: "PostSync" }), pod: failing }),
      job("report", { annotations: argo({ hook: "SyncFail" }) }),
    ],
    "--atomic",
  );
  t.is(code, 1, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "patch configmaps/env",
    "patch jobs/check",
    "patch jobs/report",
    "patch configmaps/env",
  ]);
});

test("an object with Prune=confirm is pruned only if the live object is approved for deletion", async (t) => {
  const site = await openSite(t);
  const words = argo({ "sync-options": "Prune=confirm" });
  const set = [configMap("kept", {}, words), configMap("gone", {}, words), configMap("env")];
  t.is((await site.apply(set)).code, 0);
  const annotations = { "argocd.argoproj.io/deletion-approved": "2026-01-01T00:00:00Z" };
  await site.cluster.api("PATCH", site.at("configmaps/gone"), { metadata: { annotations } });
  const { code, stdout } = await site.apply(set.slice(2));
  t.is(code, 0, stdout);
  t.is(await site.get("configmaps/gone"), undefined, stdout);
  t.not(await site.get("configmaps/kept"), undefined, stdout);
});

test("with --compat=argocd, a refused object blocks later waves, but not the rest of its own wave", async (t) => {
  const site = await openSite(t);
  // Of the ports that the server does not allocate to other Services.
  const ports = { type: "NodePort", ports: [{ port: 80, nodePort: 30_041 }] };
  const { code, stdout } = await site.apply(
    [
      service("a", { annotations: argo({ "sync-wave": "-1" }), spec: ports }),
      service("b", { spec: ports }),
      deployment("web"),
      configMap("last", {}, argo({ "sync-wave": "1" })),
    ],
    "--compat=argocd",
  );
  t.is(code, 1, stdout);
  t.not(await site.get("apps/deployments/web"), undefined, stdout);
  t.is(await site.get("configmaps/last"), undefined, stdout);
});

test("with --compat=argocd, a wave is written ordered by kind and name, and a second run writes nothing", async (t) => {
  const site = await openSite(t);
  const set = [
    configMap("b"),
    deployment("web"),
    configMap("a", {}, argo({ "sync-wave": "1" })),
    job("sync", { annotations: argo({ hook: "Sync", "hook-delete-policy": "HookSucceeded" }) }),
    configMap("c"),
    configMap("first", {}, argo({ "sync-wave": "-1" })),
  ];
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply(set, "--compat=argocd");
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "patch configmaps/first",
    "patch configmaps/b",
    "patch configmaps/c",
    "patch deployments/web",
    "patch jobs/sync",
    "patch configmaps/a",
    "delete jobs/sync",
  ]);
  const again = await site.cluster.auditMark();
  t.is(
    (
      await site.apply(
        set.filter(({ kind }) => kind !== "Job"),
        "--compat=argocd",
      )
    ).code,
    0,
  );
  t.deepEqual(objectWritesOf(await site.requests(again)), []);
});
