import test, { type ExecutionContext } from "ava";

import type { Cluster } from "../../lib/client/model/cluster.ts";
import { requestsOf, writesOf } from "../apply/server-order.ts";
import { testCluster, type TestCluster } from "../control-plane/test-cluster.ts";
import { call, fastClock, openTestCluster } from "../open-test-cluster.ts";
import { startApiProxy } from "../api-proxy.ts";
import { eventsOf, isReadyAt, openSite, phaseIs, siteIn, truths, untilReported } from "./status-site.ts";
import { defineUnits, readyAt, revisionOf, runOf, stateOf, reportedUnit } from "./reported-unit.ts";

let plane: TestCluster;

test.before(async () => {
  plane = await testCluster();
  await defineUnits(plane);
});

test("kubectl waits for a unit, and shows its status", async (t) => {
  const site = await openSite(t, plane);
  const waits = site.kubectl("wait", "--for=condition=Ready", "unit/shop", "--timeout=60s");
  const arrives = site.kubectl(
    "wait",
    `--for=jsonpath={.status.appliedRevision.commit}=${"a".repeat(40)}`,
    "unit/shop",
    "--timeout=60s",
  );
  site.report(stateOf("Reconciling", { attempted: revisionOf("a") }), 1000);
  const working = await site.until(phaseIs("Reconciling"));
  t.deepEqual(truths(working).slice(0, 3), ["Ready=Unknown", "Reconciling=True", "Stalled=False"]);
  site.report(readyAt("a"));
  t.is((await waits).trim(), "unit.converge.dev/shop condition met");
  t.is((await arrives).trim(), "unit.converge.dev/shop condition met");
  const table = (await site.kubectl("get", "units")).trim().split("\n");
  t.is(table[0]?.replaceAll(/ +/g, " "), "NAME READY PHASE REVISION STATUS AGE");
  t.regex(table[1] ?? "", /^shop +True +Ready +main@aaaaaaaaaaaa +ready +\d+s$/);
  t.like(await site.until(phaseIs("Ready")), {
    metadata: { labels: { "converge.dev/sync": "main" }, generation: 1 },
    spec: {
      source: { url: "https://git.example.com/shop.git", ref: "main" },
      release: "shop",
      interval: "15s",
    },
    status: { observedGeneration: 1, keptBy: "sync-0", health: { ready: 2 } },
  });
});

test("a Unit is written only when its state changes", async (t) => {
  const site = await openSite(t, plane);
  site.report(readyAt("a"));
  await site.until(phaseIs("Ready"));
  const mark = await plane.auditMark();
  // A check without changes, a correction that is over soon, and a changed configuration with the same
  // content.
  site.report(stateOf("Reconciling", { observed: revisionOf("a"), attempted: revisionOf("a") }), 5000);
  site.report(readyAt("a", { lastReadyAt: 5, message: "main@aaaaaaaaaaaa: 2 objects" }), 9000);
  await site.status.configure([reportedUnit("shop")]);
  site.clock.pass(0);
  site.report(readyAt("a", { lastReadyAt: 6 }), 1000);
  // Of several states in a row the last one counts.
  for (const failures of [1, 2, 3]) {
    site.report(stateOf("Failed", { failures, attempted: revisionOf("b"), observed: revisionOf("b") }), 0);
  }
  site.clock.pass(20);
  const failed = await site.until(phaseIs("Failed"));
  t.is(failed.status?.["failures"], 3);
  t.deepEqual(writesOf(requestsOf(await plane.auditSince(mark, site.namespace))), ["patch units/shop"]);
  t.like(failed.status, { appliedRevision: { commit: "a".repeat(40) } });
});

test("progress is reported at most once a second", async (t) => {
  const site = await openSite(t, plane);
  site.report(stateOf("Reconciling", { attempted: revisionOf("a"), message: "begins" }), 1000);
  await site.until(phaseIs("Reconciling"));
  const mark = await plane.auditMark();
  for (let count = 0; count < 30; count += 1) {
    site.report(stateOf("Reconciling", { attempted: revisionOf("a"), message: `${count} of 30` }), 33);
    await plane.api("GET", "/version");
  }
  site.clock.pass(1000);
  await site.until(({ status }) => status?.["message"] === "29 of 30");
  const writes = writesOf(requestsOf(await plane.auditSince(mark, site.namespace)));
  t.true(writes.length <= 2, writes.join());
});

test("a deleted Unit is recreated with its status", async (t) => {
  const site = await openSite(t, plane);
  site.report(readyAt("a"));
  const { metadata, spec } = await site.until(phaseIs("Ready"));
  await plane.api("DELETE", site.path);
  const again = await untilReported(
    site,
    (unit) => unit.metadata.uid !== metadata.uid && phaseIs("Ready")(unit),
  );
  t.deepEqual(again.spec, spec);
});

test("units that are no longer configured are found by their status, and can be removed", async (t) => {
  const site = await openSite(t, plane, [
    reportedUnit("shop"),
    reportedUnit("old", { release: "older", onRemove: "delete" }),
  ]);
  site.status.emitSync({ type: "state", at: site.clock.now(), state: { ...readyAt("a"), name: "old" } });
  site.clock.pass(1000);
  await plane.until(site.path.replace("shop", "old"), (unit) => unit !== undefined && phaseIs("Ready")(unit));
  const other = siteIn(t, {
    plane,
    cluster: await openTestCluster(t, plane.kubeconfig),
    namespace: site.namespace,
  });
  t.deepEqual(await other.status.configure([reportedUnit("shop")]), [
    { name: "old", release: "older", namespace: site.namespace, onRemove: "delete" },
  ]);
  await other.status.forget("old");
  t.is((await plane.api("GET", site.path.replace("shop", "old"))).status, 404);
});

test("a unit of another sidecar is left alone", async (t) => {
  const site = await openSite(t, plane);
  const other = siteIn(t, { ...site, sync: "second" });
  await other.status.configure([reportedUnit("shop", { release: "other" })]);
  other.clock.pass(0);
  await other.said(/sidecar main has a unit of that name/);
  other.report(readyAt("b"));
  site.report(readyAt("a"));
  t.like(await site.until(phaseIs("Ready")), {
    spec: { release: "shop" },
    status: { appliedRevision: { short: "main@aaaaaaaaaaaa" } },
  });
});

function isOfUnits(path: string): boolean {
  return path.startsWith("/apis/converge.dev/");
}

/**
 * Reports a unit to a server that has the CRD of units and does not serve it yet; `asked` counts the requests
 * for units.
 */
async function reportUnserved(t: ExecutionContext): Promise<{
  readonly cluster: Cluster;
  readonly proxy: Awaited<ReturnType<typeof startApiProxy>>;
  readonly site: ReturnType<typeof siteIn>;
  readonly asked: () => number;
}> {
  const namespace = await plane.createNamespace(t);
  const proxy = await startApiProxy(t, plane);
  proxy.change((path) => (isOfUnits(path) ? { answer: { status: 404 } } : {}));
  // Discovery lists the kind before the server starts to serve it.
  const cluster = await openTestCluster(t, proxy.access, fastClock);
  await cluster.discover(call());
  const site = siteIn(t, { plane, cluster, namespace });
  t.deepEqual(await site.status.configure([reportedUnit("shop")]), []);
  return { cluster, proxy, site, asked: () => proxy.asked.filter(isOfUnits).length };
}

/**
 * Advances the clock until the sidecar asks for units again. Returns the milliseconds by which it was
 * advanced.
 */
async function untilAsked({
  site,
  asked,
}: Pick<Awaited<ReturnType<typeof reportUnserved>>, "site" | "asked">): Promise<number> {
  const [begun, before] = [site.clock.now(), asked()];
  while (asked() === before) {
    site.clock.pass(500);
    await plane.api("GET", "/version");
  }
  return site.clock.now() - begun;
}

test("units are reported soon if their CRD is created shortly after the sidecar started", async (t) => {
  const { proxy, site, asked } = await reportUnserved(t);
  t.is(asked(), 1);
  t.regex(site.notices.join(), /^warning: writing units .*kubectl apply -f deploy\/crd\/units\.yaml$/);
  site.report(readyAt("a"), 2000);
  while (asked() < 2) {
    await plane.api("GET", "/version");
  }
  t.is(site.notices.length, 1);
  proxy.change(() => ({}));
  t.true((await untilAsked({ site, asked })) < 120_000);
  await untilReported(site, phaseIs("Ready"));
  t.true(site.notices.includes("note: writing units works again"));
});

test("units are reported as soon as discovery finds a CRD that was missing for a long time", async (t) => {
  const { cluster, proxy, site, asked } = await reportUnserved(t);
  site.report(readyAt("a"));
  // Each failure doubles the pause, up to an hour; a change of what the server serves comes earlier.
  while (asked() < 13) {
    site.clock.pass(3_600_000);
    await plane.api("GET", "/version");
  }
  t.is(site.notices.length, 1);
  proxy.change(() => ({}));
  await cluster.discover(call(), true);
  t.true((await untilAsked({ site, asked })) < 120_000);
  await untilReported(site, phaseIs("Ready"));
});

test("a server that was unreachable for a while gets the latest state", async (t) => {
  const namespace = await plane.createNamespace(t);
  const proxy = await startApiProxy(t, plane);
  const site = siteIn(t, {
    plane,
    cluster: await openTestCluster(t, proxy.access, fastClock),
    namespace,
  });
  await site.status.configure([reportedUnit("shop")]);
  site.clock.pass(0);
  await site.until(() => true);
  proxy.change(() => ({ answer: { status: 503 } }));
  proxy.cut();
  site.report(readyAt("a"));
  while (site.notices.length === 0) {
    await plane.api("GET", "/version");
    site.clock.pass(1000);
  }
  t.regex(site.notices.join(), /^warning: writing unit shop in namespace/);
  site.report(readyAt("b"), 20);
  proxy.change(() => ({}));
  t.truthy(await untilReported(site, isReadyAt("b")));
});

test("a missing permission for units is reported once", async (t) => {
  const namespace = await plane.createNamespace(t);
  const kubeconfig = await plane.kubeconfigFor(t, { namespace, rules: [] });
  const site = siteIn(t, { plane, cluster: await openTestCluster(t, kubeconfig), namespace });
  t.deepEqual(await site.status.configure([reportedUnit("shop")]), []);
  site.report(readyAt("a"), 100_000);
  t.is(site.notices.length, 1);
  t.regex(site.notices.join(), /cannot list resource "units".*sidecar main needs permission to/);
});

test("repeated events of a unit are recorded as one Event with a count", async (t) => {
  const site = await openSite(t, plane);
  site.report(readyAt("b"));
  await site.until(phaseIs("Ready"));
  const emit = (unit: string): void => {
    const at = site.clock.now();
    site.status.emitSync({ type: "revision", at, unit, revision: revisionOf("a") });
    site.status.emitSync({ type: "sourceFailed", at, unit, message: "no\u001B[31m answer" });
  };
  emit("shop");
  emit("shop");
  emit("shop");
  site.status.emitSync({ type: "runEnded", at: site.clock.now(), run: runOf("revision") });
  await site.status.close();
  const unit = await site.until(() => true);
  const events = await eventsOf(site);
  t.deepEqual(events.map(({ type, reason, note }) => `${type} ${reason}: ${note}`).toSorted(), [
    "Normal Applied: main@aaaaaaaaaaaa: no objects in 1.5s",
    "Normal NewRevision: main@aaaaaaaaaaaa: Commit a",
    "Warning SourceFailed: no [31m answer",
  ]);
  t.true(events.every(({ regarding }) => regarding.uid === unit.metadata.uid));
  t.like(
    events.find(({ reason }) => reason === "NewRevision"),
    { series: { count: 2 } },
  );
  t.regex(await site.kubectl("describe", "unit", "shop"), /SourceFailed/);
});

test("pending reports are written when the reporter is closed", async (t) => {
  const site = await openSite(t, plane);
  site.report(readyAt("a"), 0);
  await site.status.close();
  t.like(await site.until(() => true), { status: { phase: "Ready" } });
});

test("progress is not reported after the reporter is closed", async (t) => {
  const site = await openSite(t, plane);
  site.report(readyAt("a"));
  await site.until(phaseIs("Ready"));
  site.report(stateOf("Reconciling", { attempted: revisionOf("b") }), 0);
  await site.status.close();
  t.like(await site.until(() => true), { status: { phase: "Ready" } });
});
