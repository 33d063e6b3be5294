import test from "ava";

import { deployment, readyWhile, refTo } from "../apply/manifests.ts";
import { startKubelet } from "../control-plane/stand-in-kubelet.ts";
import { type ControlledClock, controlledClock } from "./controlled-clock.ts";
import { forbidMaps } from "./forbid-maps.ts";
import { line, type LogLine, type Sidecar, textOf } from "./sidecar.ts";
import { configMap, openSyncSite, readyAt, type SyncSite } from "./sync-site.ts";

interface Retried {
  readonly sidecar: Sidecar;
  readonly clock: ControlledClock;
}

/** The log line after that many failures in a row. */
async function failed({ sidecar }: Retried, failures: number): Promise<LogLine> {
  return sidecar.received((said) => line("state", { failures })(said) && said["retryAt"] !== undefined, 0);
}

function timeOf(said: LogLine, name: string): number {
  return Date.parse(textOf(said, name));
}

/** Reads the pause before the next retry, and lets it pass. */
async function passPause(retried: Retried, failures: number): Promise<number> {
  const state = await failed(retried, failures);
  const at = timeOf(state, "retryAt");
  retried.clock.wake(({ due }) => Math.abs(due - at) <= 2);
  return (at - timeOf(state, "timestamp")) / 1000;
}

/** Ends the timeout of two hours of the current run, which may be about to begin. */
async function expire({ clock }: Retried, { cluster }: SyncSite): Promise<void> {
  while (clock.wake(({ length }) => length > 7_000_000 && length <= 7_200_000) === 0) {
    await cluster.api("GET", "/version");
  }
}

/** Waits until a pod of the namespace waits for its image. */
async function untilPullFails({ cluster, at }: SyncSite): Promise<void> {
  for await (const pod of cluster.follow(at("pods"))) {
    if (JSON.stringify(pod.status ?? {}).includes("ImagePullBackOff")) {
      return;
    }
  }
}

test("objects that the cluster refuses are retried after growing pauses, until they are accepted", async (t) => {
  const site = await openSyncSite(t);
  const { repository, beginSync, cluster, at, get } = site;
  await forbidMaps(site);
  const clock = controlledClock();
  const commit = await repository.commit({ "deploy/env.yaml": configMap("env") });
  const retried = { clock, sidecar: beginSync([], clock) };
  const state = await failed(retried, 1);
  t.like(state, { phase: "Failed", level: "error" });
  t.regex(textOf(state), /ConfigMap\/env: .*exceeded quota: none/);
  for (const [index, usual] of [5, 10, 20, 40, 80, 160, 300, 300].entries()) {
    const pause = await passPause(retried, index + 1);
    t.true(pause >= usual * 0.89 && pause <= usual * 1.11, `${pause} s after ${index + 1} failures`);
  }
  await failed(retried, 9);
  t.is(await get("configmaps/env"), undefined);
  await cluster.api("DELETE", at("resourcequotas/none"));
  await passPause(retried, 9);
  const ready = await readyAt(retried.sidecar, commit);
  t.is(ready["failures"], undefined);
  t.is(ready["retryAt"], undefined);
  t.true(retried.sidecar.log().some(line("runBegun", { run: 2, reason: "retry" })));
});

test("an object that is not ready in time fails the run, is reported with its reason, and may become ready later", async (t) => {
  const site = await openSyncSite(t);
  const { repository, beginSync, cluster, create, at, namespace } = site;
  startKubelet(t, cluster, namespace);
  const clock = controlledClock();
  const ready = readyWhile(refTo(namespace, ["", "ConfigMap", "gate"]));
  const pod = { ...ready, "converge.test/pod": "image-pull-back-off" };
  const commit = await repository.commit({ "deploy/web.yaml": JSON.stringify(deployment("web", { pod })) });
  const retried = { clock, sidecar: beginSync(["--reconcile-timeout", "2h"], clock) };
  await untilPullFails(site);
  await expire(retried, site);
  const state = await failed(retried, 1);
  t.is(state["phase"], "Failed");
  t.regex(textOf(state), /Deployment\/web: .*ImagePull/);
  await create("configmaps", { metadata: { name: "gate" } });
  await cluster.until(at("apps/deployments/web"), (object) => object?.status?.["readyReplicas"] === 1);
  await passPause(retried, 1);
  t.is((await readyAt(retried.sidecar, commit))["failures"], undefined);
});

test("a new commit does not wait for the pause after a failure", async (t) => {
  const site = await openSyncSite(t);
  const { repository, beginSync } = site;
  await forbidMaps(site);
  const clock = controlledClock();
  await repository.commit({ "deploy/env.yaml": configMap("env") });
  const retried = { clock, sidecar: beginSync([], clock) };
  for (const failures of [1, 2, 3, 4, 5]) {
    await passPause(retried, failures);
  }
  await failed(retried, 6);
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "env" } };
  await readyAt(retried.sidecar, await repository.commit({ "deploy/env.yaml": JSON.stringify(secret) }));
  t.pass();
});

test("a run that takes longer than its unit allows is ended, and retried", async (t) => {
  const site = await openSyncSite(t);
  const { repository, beginSync, cluster, at, get } = site;
  const web = JSON.stringify(deployment("web", { pod: { "converge.test/pod": "unready" } }));
  await repository.commit({ "deploy/env.yaml": configMap("env"), "deploy/web.yaml": web });
  const clock = controlledClock();
  const retried = { clock, sidecar: beginSync(["--timeout", "2h"], clock) };
  await cluster.until(at("apps/deployments/web"), (object) => object?.status?.["updatedReplicas"] === 1);
  await expire(retried, site);
  const state = await failed(retried, 1);
  t.is(state["phase"], "Failed");
  t.regex(textOf(state), /Deployment\/web/);
  t.true(retried.sidecar.log().some(line("runEnded", { run: 1, verdict: "timedOut" })));
  t.truthy(await get("configmaps/env"));
  await passPause(retried, 1);
  await expire(retried, site);
  await failed(retried, 2);
});
