/** Options of Argo CD for single objects, and the hooks that decide whether an object is applied. */
import { randomUUID } from "node:crypto";

import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { type Annotations, configMap, definition, deployment, job, service } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

/** Annotations of Argo CD. */
function argo(words: Readonly<Record<string, string>>): Annotations {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [`argocd.argoproj.io/${key}`, value]),
  );
}

/** The annotation with these options of a sync. */
function options(...words: readonly string[]): Annotations {
  return argo({ "sync-options": words.join(",") });
}

/** The writes of a command that has to succeed. */
async function writesIn(
  site: Site,
  command: () => Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>,
): Promise<readonly string[]> {
  const mark = await site.cluster.auditMark();
  const { code, stdout, stderr } = await command();
  if (code !== 0) {
    throw new Error(stdout + stderr);
  }
  return objectWritesOf(await site.requests(mark));
}

for (const option of ["Prune=false", "Delete=false"]) {
  test(`an object with ${option} is neither pruned nor deleted`, async (t) => {
    const site = await openSite(t);
    const kept = configMap("kept", {}, options(option));
    t.is((await site.apply([kept, configMap("env")])).code, 0);
    t.deepEqual(await writesIn(site, () => site.apply([configMap("env")])), ["patch configmaps/kept"]);
    t.is((await site.apply([kept, configMap("env")])).code, 0);
    await writesIn(site, () => site.remove());
    t.not(await site.get("configmaps/kept"), undefined);
    t.is(await site.get("configmaps/env"), undefined);
  });
}

test("an object with Delete=confirm is deleted only if the live object is approved for deletion", async (t) => {
  const site = await openSite(t);
  const words = options("Delete=confirm");
  t.is((await site.apply([configMap("kept", {}, words), configMap("gone", {}, words)])).code, 0);
  await site.patch("configmaps/gone", {
    metadata: { annotations: argo({ "deletion-approved": "2026-01-01T00:00:00Z" }) },
  });
  const writes = await writesIn(site, () => site.remove());
  t.true(writes.includes("delete configmaps/gone"));
  t.not(await site.get("configmaps/kept"), undefined);
});

/** A ConfigMap with immutable data. */
function sealed(revision: string, ...words: readonly string[]): JsonObject {
  return { ...configMap("sealed", { revision }, options(...words)), immutable: true };
}

for (const option of ["Replace=true", "Force=true"]) {
  test(`an object with ${option} is recreated only if an immutable field changes`, async (t) => {
    const site = await openSite(t);
    t.is((await site.apply([sealed("1", option)])).code, 0);
    t.deepEqual(await writesIn(site, () => site.apply([sealed("1", "Prune=true", option)])), [
      "patch configmaps/sealed",
    ]);
    t.deepEqual(await writesIn(site, () => site.apply([sealed("2", option)])), [
      "delete configmaps/sealed",
      "patch configmaps/sealed",
    ]);
    t.deepEqual((await site.get("configmaps/sealed"))?.["data"], { revision: "2" });
  });
}

/** A Service with a field that Services do not have. */
function odd(annotations: Annotations): JsonObject {
  return { ...service("web", { annotations }), odd: 1 };
}

test("with Validate=false, unknown fields are left to the server to refuse, and other objects are applied", async (t) => {
  const site = await openSite(t);
  const mark = await site.cluster.auditMark();
  t.is((await site.apply([odd({}), configMap("env")])).code, 2);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  const { code, stdout } = await site.apply([odd(options("Validate=false")), configMap("env")]);
  t.is(code, 1, stdout);
  t.regex(stdout, /failed +Service\/web: .*\.odd: field not declared in schema/);
  t.deepEqual(objectWritesOf(await site.requests(mark)), ["patch configmaps/env"]);
});

test("objects with and without PruneLast=true are pruned after all waves and hooks", async (t) => {
  const site = await openSite(t);
  const old = configMap("old", {}, { ...options("PruneLast=true"), ...argo({ "sync-wave": "-5" }) });
  t.is((await site.apply([old, configMap("older"), configMap("env"), configMap("more")])).code, 0);
  const set = [
    configMap("env", { revision: "2" }),
    configMap("more", { revision: "2" }, argo({ "sync-wave": "3" })),
    job("check", { annotations: argo({ hook: "PostSync" }) }),
  ];
  const writes = await writesIn(site, () => site.apply(set, "--max-prune", "100%"));
  t.deepEqual(writes.slice(0, 3), ["patch configmaps/env", "patch configmaps/more", "patch jobs/check"]);
  t.deepEqual(writes.slice(3).toSorted(), ["delete configmaps/old", "delete configmaps/older"]);
});

test("a custom resource with SkipDryRunOnMissingResource=true waits for a CRD that another client creates", async (t) => {
  const site = await openSite(t);
  const group = `missing-${randomUUID().slice(0, 8)}.example.com`;
  const crd = definition(group, "Cog");
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions`;
  t.teardown(() => site.cluster.api("DELETE", `${path}/cogs.${group}`));
  const cog = {
    apiVersion: `${group}/v1`,
    kind: "Cog",
    metadata: { name: "a", annotations: options("SkipDryRunOnMissingResource=true") },
    status: {},
  };
  const running = site.begin([configMap("env"), cog]);
  await site.cluster.until(site.at("configmaps/env"), (found) => found !== undefined);
  await site.cluster.api("POST", path, crd);
  const { code, stdout } = await running.ended;
  t.is(code, 0, stdout);
  t.not(await site.get(`${group}/cogs/a`), undefined);
});

for (const [option, note] of [
  ["ServerSideApply=false", /ServerSideApply=false is not needed/],
  ["ClientSideApplyMigration=false", /ClientSideApplyMigration=false is not needed/],
] as const) {
  test(`an object with ${option} is still applied by server-side apply, and a note is printed`, async (t) => {
    const site = await openSite(t);
    const set = [configMap("env", {}, options(option))];
    const plan = await site.run(["plan", site.write(set)]);
    t.regex(plan.stdout + plan.stderr, note);
    t.deepEqual(await writesIn(site, () => site.apply(set)), ["patch configmaps/env"]);
    const fields = (await site.get("configmaps/env"))?.metadata["managedFields"];
    t.true(JSON.stringify(fields).includes('"operation":"Apply"'));
  });
}

/** Three ConfigMaps, one of which has that revision. */
function onlyOneChanges(revision: string): readonly JsonObject[] {
  return [
    configMap("a", {}, options("ApplyOutOfSyncOnly=true")),
    configMap("b"),
    configMap("c", { revision }),
  ];
}

test("an unchanged object is not written, with or without ApplyOutOfSyncOnly=true", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply(onlyOneChanges("1"))).code, 0);
  t.deepEqual(await writesIn(site, () => site.apply(onlyOneChanges("2"))), ["patch configmaps/c"]);
});

test("neither the run nor other objects wait for an object with ignore-healthcheck", async (t) => {
  const site = await openSite(t);
  const never = { "converge.test/pod": "unready" };
  const writes = await writesIn(site, () =>
    site.apply([
      deployment("never", { annotations: argo({ "ignore-healthcheck": "true" }), pod: never }),
      configMap("later", {}, argo({ "sync-wave": "1" })),
    ]),
  );
  t.deepEqual(writes, ["patch deployments/never", "patch configmaps/later"]);
});

/** A ConfigMap of that revision among hooks. */
function withHooks(revision: string): readonly JsonObject[] {
  return [
    configMap("env", { revision }),
    job("before", { annotations: argo({ hook: "PreSync" }) }),
    job("both", { annotations: argo({ hook: "PreSync,PostSync", "sync-wave": "1" }) }),
    job("within", { annotations: argo({ hook: "Sync", "sync-wave": "1" }) }),
    job("after", { annotations: argo({ hook: "PostSync" }) }),
    job("never", { annotations: argo({ hook: "Skip" }) }),
  ];
}

test("PreSync, Sync and PostSync hooks, and hooks of two phases, run at every change", async (t) => {
  const site = await openSite(t);
  t.deepEqual(await writesIn(site, () => site.apply(withHooks("1"))), [
    "patch jobs/before",
    "patch jobs/both",
    "patch configmaps/env",
    "patch jobs/within",
    "patch jobs/after",
    "delete jobs/both",
    "patch jobs/both",
  ]);
  t.deepEqual(await writesIn(site, () => site.apply(withHooks("2"))), [
    "delete jobs/before",
    "patch jobs/before",
    "delete jobs/both",
    "patch jobs/both",
    "patch configmaps/env",
    "delete jobs/within",
    "patch jobs/within",
    "delete jobs/after",
    "patch jobs/after",
    "delete jobs/both",
    "patch jobs/both",
  ]);
  t.is(await site.get("batch/jobs/never"), undefined);
});

test("PreDelete and PostDelete hooks run before and after a deletion, and are not applied earlier", async (t) => {
  const site = await openSite(t);
  const set = [
    configMap("env"),
    job("first", { annotations: argo({ hook: "PreDelete" }) }),
    job("last", { annotations: argo({ hook: "PostDelete", "hook-delete-policy": "HookSucceeded" }) }),
  ];
  t.deepEqual(await writesIn(site, () => site.apply(set)), ["patch configmaps/env"]);
  t.deepEqual(await writesIn(site, () => site.remove()), [
    "patch jobs/first",
    "delete configmaps/env",
    "patch jobs/last",
    "delete jobs/last",
  ]);
});

/** A hook that the server would name, with that image. */
function migration(image: string): JsonObject {
  const { metadata: _, ...rest } = job("", { podSpec: { containers: [{ name: "app", image }] } });
  return {
    ...rest,
    metadata: { generateName: "migrate-", annotations: argo({ hook: "PreSync" }) },
  };
}

/** The writes without the digits of generated names, each once. */
function withoutDigits(writes: readonly string[]): readonly string[] {
  return [...new Set(writes.map((write) => write.replace(/-[0-9a-f]{8}$/, "")))];
}

test("a hook with generateName is replaced at each run, and gets another name only when it changes", async (t) => {
  const site = await openSite(t);
  const first = await writesIn(site, () => site.apply([migration("app:1"), configMap("env")]));
  t.deepEqual(withoutDigits(first), ["patch jobs/migrate", "patch configmaps/env"]);
  const again = await writesIn(site, () => site.apply([migration("app:1"), configMap("env")]));
  t.deepEqual(again, [first[0]?.replace("patch", "delete"), first[0]]);
  const other = await writesIn(site, () => site.apply([migration("app:2"), configMap("env")]));
  t.deepEqual(withoutDigits(other), ["patch jobs/migrate"]);
  t.not(other[0], first[0]);
});
