import test from "ava";

import { deployment } from "../apply/manifests.ts";
import { requestsOf } from "../apply/server-order.ts";
import { setWritesOf } from "./fleet.ts";
import { line } from "./sidecar.ts";
import { configMap, openSyncSite, readyAt } from "./sync-site.ts";

const stuck = JSON.stringify(deployment("web", { pod: { "converge.test/pod": "unready" } }));
const healthy = JSON.stringify(deployment("web"));

function hasPod({ status }: { readonly status?: Readonly<Record<string, unknown>> } = {}): boolean {
  return status?.["updatedReplicas"] === 1;
}

test("a rollout that is stuck is left for the next commit at once", async (t) => {
  const { repository, beginSync, at, cluster, requests } = await openSyncSite(t);
  const mark = await cluster.auditMark();
  const sidecar = beginSync();
  await repository.commit({ "deploy/env.yaml": configMap("env", { a: "1" }), "deploy/web.yaml": stuck });
  await cluster.until(at("apps/deployments/web"), hasPod);
  await readyAt(sidecar, await repository.commit({ "deploy/web.yaml": healthy }));
  t.deepEqual(
    sidecar
      .log()
      .filter(line("runEnded"))
      .map(({ verdict }) => verdict),
    ["interrupted", "converged"],
  );
  t.false(sidecar.log().some(line("state", { phase: "Failed" })));
  t.deepEqual(setWritesOf(await requests(mark)).toSorted(), [
    "patch configmaps/env",
    "patch deployments/web",
    "patch deployments/web",
  ]);
});

test("what a new commit finds under way is written to its end, or not at all", async (t) => {
  const { repository, beginSync, get, cluster, namespace } = await openSyncSite(t);
  const mark = await cluster.auditMark();
  const sidecar = beginSync();
  // One weight after the other, so that the run is somewhere in the middle when it is left.
  const names = Array.from({ length: 30 }, (_, index) => `env-${String(index).padStart(2, "0")}`);
  const files = (version: string): Readonly<Record<string, string>> =>
    Object.fromEntries(names.map((name, weight) => [`deploy/${name}.yaml`, weighed(name, weight, version)]));
  await repository.commit(files("1"));
  await cluster.until(`/api/v1/namespaces/${namespace}/configmaps/env-03`, (object) => object !== undefined);
  await readyAt(sidecar, await repository.commit(files("2")));
  const maps = await Promise.all(names.map(async (name) => get(`configmaps/${name}`)));
  t.deepEqual([...new Set(maps.map((map) => map?.data?.["version"]))], ["2"]);
  const events = await cluster.auditSince(mark, namespace);
  // A request that its client has left is answered with a code of its own, and one that it broke off with 5xx.
  const cut = requestsOf(events).filter(({ verb, code }) => verb === "patch" && (code === 0 || code >= 400));
  t.deepEqual(cut, []);
});

function weighed(name: string, weight: number, version: string): string {
  const metadata = { name, annotations: { "werf.io/weight": String(weight) } };
  return JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata, data: { version } });
}

test("of several commits in a row the last one counts", async (t) => {
  const { repository, beginSync, get } = await openSyncSite(t);
  const sidecar = beginSync();
  await repository.commit({ "deploy/web.yaml": stuck });
  await sidecar.heard(line("runBegun"), 0);
  let last = "";
  for (const version of ["1", "2", "3", "4"]) {
    last = await repository.commit({ "deploy/env.yaml": configMap("env", { version }) });
  }
  last = await repository.commit({ "deploy/web.yaml": healthy });
  await readyAt(sidecar, last);
  t.like(await get("configmaps/env"), { data: { version: "4" } });
});
