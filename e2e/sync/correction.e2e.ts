import test from "ava";

import { deployment } from "../apply/manifests.ts";
import { memberLeaseName } from "../../lib/sync/membership/member-lease.ts";
import { type Fleet, openFleet, setWritesOf } from "./fleet.ts";
import { type ControlledClock, controlledClock } from "./controlled-clock.ts";
import { metric } from "./served.ts";
import { line, type LogLine, textOf } from "./sidecar.ts";
import { configMap, readyAt } from "./sync-site.ts";

test("objects edited or deleted with kubectl are corrected once, and fields of other managers are kept", async (t) => {
  const { repository, configure, beginFleet, kubectl, get, at, cluster, requests } = await openFleet(t);
  configure([{ name: "shop" }]);
  const commit = await repository.commit({
    "shop/env.yaml": configMap("env", { a: "1" }),
    "shop/web.yaml": JSON.stringify(deployment("web", { spec: { replicas: 1 } })),
  });
  const sidecar = beginFleet(["--metrics", "127.0.0.1:0"]);
  t.like(await readyAt(sidecar, commit), { health: { ready: 2, progressing: 0 } });
  const mark = await cluster.auditMark();
  // A run also corrects what changes before it has compared the object.
  const corrected = async (run: number): Promise<unknown> =>
    sidecar.received(line("runEnded", { reason: "drift", run, verdict: "converged" }), 0);
  await kubectl("label", "configmap/env", "team=blue");
  await kubectl("patch", "configmap/env", "--type=merge", "-p", '{"data":{"a":"2","b":"3"}}');
  await cluster.until(at("configmaps/env"), (map) => map?.data?.["a"] === "1");
  await corrected(2);
  await kubectl("scale", "deployment/web", "--replicas=3");
  await cluster.until(at("apps/deployments/web"), (web) => web?.spec?.["replicas"] === 1);
  await corrected(3);
  const { uid } = (await get("configmaps/env"))?.metadata ?? {};
  t.like(await get("configmaps/env"), { data: { a: "1", b: "3" }, metadata: { labels: { team: "blue" } } });
  await kubectl("delete", "configmap/env", "--wait=false");
  await cluster.until(at("configmaps/env"), (map) => map !== undefined && map.metadata.uid !== uid);
  await corrected(4);
  t.deepEqual(setWritesOf(await requests(mark)), [
    "patch configmaps/env",
    "patch deployments/web",
    "patch configmaps/env",
  ]);
  t.deepEqual(
    sidecar
      .log()
      .filter(line("drift"))
      .map((said) => `${textOf(said, "kind")} ${textOf(said, "object").split("/").at(-1) ?? ""}`),
    ["changed env", "changed web", "deleted env"],
  );
  t.is(await metric(sidecar, 'converge_drift_corrections_total{unit="shop"}'), 3);
});

/** Starts a third-party controller that changes a ConfigMap back as soon as it is corrected. */
async function beginRival({ cluster, at, patch }: Fleet, name: string): Promise<() => Promise<void>> {
  const loop = (async () => {
    for (;;) {
      const found = await cluster.until(
        at(`configmaps/${name}`),
        (map) => map?.metadata.labels?.["over"] === "true" || map?.data?.["a"] === "git",
      );
      if (found?.metadata.labels?.["over"] === "true") {
        return;
      }
      await patch(`configmaps/${name}?fieldManager=rival`, { data: { a: "rival" } });
    }
  })();
  return async () => {
    await patch(`configmaps/${name}`, { metadata: { labels: { over: "true" } } });
    await loop;
  };
}

test("corrections pause during a fight, which is reported, and other objects are still corrected", async (t) => {
  const fleet = await openFleet(t);
  const { repository, configure, beginFleet, kubectl, patch, at, cluster, namespace, requests } = fleet;
  configure([{ name: "shop" }]);
  const sidecar = beginFleet();
  const commit = await repository.commit({
    "shop/fought.yaml": configMap("fought", { a: "git" }),
    "shop/other.yaml": configMap("other", { a: "git" }),
  });
  await readyAt(sidecar, commit);
  const mark = await cluster.auditMark();
  const endRival = await beginRival(fleet, "fought");
  const key = `/namespaces/${namespace}/ConfigMap/fought`;
  const fight = await sidecar.received(line("fight", { unit: "shop", object: key }), 0);
  t.deepEqual(fight["rivals"], ["rival"]);
  const unit = await cluster.until(
    `/apis/converge.dev/v1/namespaces/${namespace}/units/shop`,
    (found) => found?.status?.["fights"] !== undefined,
  );
  t.like(unit?.status, { fights: [{ object: key, rivals: ["rival"] }] });
  t.regex(await kubectl("describe", "unit", "shop"), /rival/);
  await kubectl("wait", "--for=condition=Ready=False", "unit/shop", "--timeout=30s");
  await patch("configmaps/other", { data: { a: "drift" } });
  await cluster.until(at("configmaps/other"), (map) => map?.data?.["a"] === "git");
  const writes = setWritesOf(await requests(mark)).filter((write) => write === "patch configmaps/fought");
  // Three corrections are a fight; the run that corrects the other object may bring a fourth one.
  t.true(writes.length <= 4, `${writes.length} corrections`);
  await endRival();
});

test("a fight over an object that a commit removes ends", async (t) => {
  const { repository, configure, beginFleet, cluster, namespace, at, patch, kubectl } = await openFleet(t);
  configure([{ name: "shop" }]);
  const sidecar = beginFleet();
  const other = { "shop/other.yaml": configMap("other", { a: "git" }) };
  await readyAt(
    sidecar,
    await repository.commit({ ...other, "shop/fought.yaml": configMap("fought", { a: "git" }) }),
  );
  for (const _ of [1, 2, 3]) {
    await patch("configmaps/fought", { data: { a: "rival" } });
    await cluster.until(at("configmaps/fought"), (map) => map?.data?.["a"] === "git");
  }
  await sidecar.received(line("fight", { unit: "shop" }), 0);
  await repository.commit({ "shop/fought.yaml": undefined });
  await sidecar.received(line("fightOver", { unit: "shop" }), 0);
  await cluster.until(at("configmaps/fought"), (map) => map === undefined);
  const unit = await cluster.until(
    `/apis/converge.dev/v1/namespaces/${namespace}/units/shop`,
    (found) => found?.status?.["fights"] === undefined,
  );
  t.like(unit?.status, { phase: "Ready" });
  t.regex(await kubectl("events", "--for=unit/shop"), /fought is no longer applied/);
});

/** Advances the clock to a moment in steps in which the Lease of the sidecar is renewed. */
async function letPass({ cluster, at }: Fleet, clock: ControlledClock, moment: number): Promise<void> {
  const lease = at(`coordination.k8s.io/leases/${memberLeaseName({ sync: "fleet", identity: "sync-0" })}`);
  while (clock.now() < moment) {
    clock.set(3000);
    const now = clock.now();
    clock.wake(({ length }) => length >= 1000 && length < 5000);
    await cluster.until(lease, (found) => Date.parse(String(found?.spec?.["renewTime"])) >= now);
  }
}

test("the object of a fight is corrected again when the pause is over", async (t) => {
  const fleet = await openFleet(t);
  const { repository, configure, beginFleet, patch, at, cluster } = fleet;
  configure([{ name: "shop" }]);
  const clock = controlledClock();
  const sidecar = beginFleet(["--identity", "sync-0"], clock);
  await readyAt(sidecar, await repository.commit({ "shop/env.yaml": configMap("env", { a: "git" }) }));
  const change = async (): Promise<unknown> => patch("configmaps/env", { data: { a: "rival" } });
  const corrected = async (): Promise<unknown> =>
    cluster.until(at("configmaps/env"), (map) => map?.data?.["a"] === "git");
  for (const _ of [1, 2, 3]) {
    await change();
    await corrected();
  }
  const fight = timeOf(await sidecar.received(line("fight"), 0));
  const place = sidecar.place();
  // On a slow machine the Lease may be lost: then the unit starts again, which corrects everything, and the
  // object is changed once more.
  for (let reason: unknown = "start"; reason !== "drift";) {
    const before = sidecar.place();
    await change();
    await letPass(fleet, clock, fight + 62_000);
    await corrected();
    reason = (await sidecar.received(line("runBegun"), before))["reason"];
  }
  const again = await sidecar.received(line("runBegun", { reason: "drift" }), place);
  t.true(timeOf(again) - fight >= 60_000, `${timeOf(again) - fight} ms`);
});

function timeOf(said: LogLine): number {
  return Date.parse(textOf(said, "timestamp"));
}
