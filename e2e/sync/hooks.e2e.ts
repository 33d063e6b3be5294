import test from "ava";

import { job } from "../apply/manifests.ts";
import { setWritesOf } from "./fleet.ts";
import { line, textOf } from "./sidecar.ts";
import { configMap, openSyncSite, readyAt, type SyncSite } from "./sync-site.ts";

const hook = JSON.stringify(
  job("migrate", { annotations: { "helm.sh/hook": "pre-install,pre-upgrade", "helm.sh/hook-weight": "1" } }),
);

/** The number of creations of the hook since the start of the test. */
async function counting({ cluster, requests }: SyncSite): Promise<() => Promise<number>> {
  const mark = await cluster.auditMark();
  return async () =>
    setWritesOf(await requests(mark)).filter((write) => write === "patch jobs/migrate").length;
}

test("a hook runs once for a set, and not again for drift, a periodic check or a restart", async (t) => {
  const site = await openSyncSite(t);
  const { repository, beginSync, patch, cluster, at } = site;
  const hooks = await counting(site);
  const commit = await repository.commit({
    "deploy/job.yaml": hook,
    "deploy/env.yaml": configMap("env", { a: "1" }),
  });
  const first = beginSync(["--recheck", "1s"]);
  await readyAt(first, commit);
  t.is(await hooks(), 1);
  await first.received(line("runEnded", { reason: "recheck", verdict: "converged" }), 0);
  await patch("configmaps/env", { data: { a: "2" } });
  await cluster.until(at("configmaps/env"), (map) => map?.data?.["a"] === "1");
  await first.stop();
  const second = beginSync();
  await readyAt(second, commit);
  t.is(await hooks(), 1);
  // A commit that does not change the set starts no run either.
  await readyAt(second, await repository.commit({ "README.md": "hello\n" }));
  t.is(await hooks(), 1);
  await readyAt(second, await repository.commit({ "deploy/env.yaml": configMap("env", { a: "3" }) }));
  t.is(await hooks(), 2);
  t.falsy([...first.log(), ...second.log()].some(line("state", { phase: "Failed" })));
});

test("a failed hook runs again when a new commit retries the set", async (t) => {
  const site = await openSyncSite(t);
  const { repository, beginSync, get } = site;
  const failing = JSON.stringify(
    job("migrate", {
      annotations: { "helm.sh/hook": "pre-install,pre-upgrade" },
      pod: { "converge.test/pod": "fail" },
    }),
  );
  await repository.commit({ "deploy/job.yaml": failing, "deploy/env.yaml": configMap("env") });
  const sidecar = beginSync();
  const failed = await sidecar.received(line("state", { phase: "Failed" }), 0);
  t.regex(textOf(failed), /Job\/migrate/);
  t.is(await get("configmaps/env"), undefined);
  await readyAt(sidecar, await repository.commit({ "deploy/job.yaml": hook }));
  t.truthy(await get("configmaps/env"));
});
