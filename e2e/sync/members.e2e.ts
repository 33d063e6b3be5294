import test, { type ExecutionContext } from "ava";

import { requestsOf } from "../apply/server-order.ts";
import { testCluster, type TestCluster } from "../control-plane/test-cluster.ts";
import { fastClock, openTestCluster } from "../open-test-cluster.ts";
import { startApiProxy } from "../api-proxy.ts";
import { hasAlive, leases, openGroup, untilAlive } from "./replica-group.ts";
import {
  joinReplica,
  leaseOf,
  type Replica,
  replicatedUnits as units,
  seeEachOther,
  step,
} from "./replica.ts";

let plane: TestCluster;

test.before(async () => {
  plane = await testCluster();
});

/** Asserts that every unit is assigned to exactly one replica. */
function isShared(t: ExecutionContext, replicas: readonly Replica[]): void {
  t.deepEqual(replicas.flatMap(({ kept }) => kept()).toSorted(), units.toSorted());
}

test("a single replica is assigned all units, and only renews its Lease every five seconds", async (t) => {
  const { namespace, replicas, lease, the } = await openGroup(t, ["a"]);
  const a = the("a");
  t.deepEqual(a.kept(), units);
  const mark = await plane.auditMark();
  for (let count = 0; count < 12; count += 1) {
    await step(replicas);
  }
  const asked = requestsOf(await plane.auditSince(mark, namespace));
  t.deepEqual(
    asked.map(({ verb, object }) => `${verb} ${object}`),
    Array.from({ length: 12 }, () => `patch leases/${leaseOf(a)}`),
  );
  t.like(await lease(a), {
    metadata: { labels: { "converge.dev/sync": "main" } },
    spec: { holderIdentity: "a", renewTime: a.time(), acquireTime: "2026-01-02T12:00:00.000000Z" },
  });
  t.deepEqual(a.notices, []);
  await a.members.leave();
  t.is(await lease(a), undefined);
  t.deepEqual(a.kept(), []);
});

test("the units of a replica that leaves move at once", async (t) => {
  const { replicas, lease, the } = await openGroup(t, ["a", "b"]);
  const a = the("a");
  const b = the("b");
  isShared(t, replicas);
  t.true(a.kept().length > 0 && b.kept().length > 0);
  await b.members.leave();
  await untilAlive([a], "a");
  t.deepEqual(a.kept(), units);
  t.is(await lease(b), undefined);
});

test("a replica that dies counts as dead after 15 seconds, its units move, and its Lease is deleted later", async (t) => {
  const { namespace, replicas, lease, the } = await openGroup(t, ["a", "b", "c"]);
  const a = the("a");
  const b = the("b");
  const c = the("c");
  isShared(t, replicas);
  const before = [a.kept(), b.kept()];
  await c.die();
  await step([a, b]);
  await step([a, b]);
  t.true(hasAlive([a, b], "a b c")());
  await step([a, b]);
  t.true(hasAlive([a, b], "a b")());
  isShared(t, [a, b]);
  t.deepEqual(
    [a, b].map(({ kept }, index) => before[index]?.every((unit) => kept().includes(unit))),
    [true, true],
  );
  for (let count = 0; count < 116; count += 1) {
    await step([a, b]);
  }
  t.not(await lease(c), undefined);
  for (let count = 0; count < 2; count += 1) {
    await step([a, b]);
  }
  t.is(await plane.until(`${leases(namespace)}/${leaseOf(c)}`, (object) => object === undefined), undefined);
});

test("a replica that is cut off drops its units before the others take over, and gets them back", async (t) => {
  const { namespace, the } = await openGroup(t, ["a"]);
  const a = the("a");
  const proxy = await startApiProxy(t, plane);
  const b = joinReplica(await openTestCluster(t, proxy.access, fastClock), { namespace, identity: "b" });
  t.teardown(async () => b.members.leave());
  await b.members.joined;
  await untilAlive([a, b], "a b");
  await seeEachOther([a, b]);
  const share = b.kept();
  t.true(share.length > 0);
  proxy.change(() => ({ answer: { status: 503 } }));
  proxy.cut();
  await step([a]);
  b.pass(5000);
  t.deepEqual(b.kept(), share);
  await step([a]);
  b.pass(5000);
  t.deepEqual(b.kept(), []);
  t.true(hasAlive([a], "a b")());
  await step([a]);
  t.true(hasAlive([a], "a")());
  t.deepEqual(a.kept(), units);
  proxy.change(() => ({}));
  const back = b.until(() => b.kept().length > 0);
  await b.idle();
  b.pass(1000);
  await back;
  await untilAlive([a, b], "a b");
  t.deepEqual(b.kept(), share);
  isShared(t, [a, b]);
  t.regex(b.notices.join("\n"), /^warning: the replicas of main cannot coordinate by Leases/);
});

test("a replica without a working watch lists instead, and considers no member dead", async (t) => {
  const { namespace, the } = await openGroup(t, ["a"]);
  const a = the("a");
  const proxy = await startApiProxy(t, plane);
  const b = joinReplica(await openTestCluster(t, proxy.access), { namespace, identity: "b" });
  t.teardown(async () => b.members.leave());
  await b.members.joined;
  await untilAlive([a, b], "a b");
  await seeEachOther([a, b]);
  const share = b.kept();
  const lists = (): number => proxy.asked.filter((path) => /leases\?(?!.*watch=true)/.test(path)).length;
  t.is(lists(), 1);
  proxy.change((path) => (path.includes("watch=true") ? { answer: { status: 503 } } : {}));
  proxy.cut();
  for (let count = 0; count < 8; count += 1) {
    a.pass(5000);
    await a.saw(leaseOf(a), a.time());
    await a.idle();
    b.pass(5000);
    await a.saw(leaseOf(b), b.time());
    await b.idle();
    t.deepEqual(b.kept(), share);
    isShared(t, [a, b]);
  }
  t.true(lists() >= 5, String(lists()));
  await a.members.leave();
  b.pass(5000);
  await b.until(hasAlive([b], "b"));
  t.deepEqual(b.kept(), units);
});

test("a clock that is set forward or back does not make a member count as dead", async (t) => {
  const { replicas, the } = await openGroup(t, ["a", "b"]);
  const a = the("a");
  const share = a.kept();
  a.jump(3_600_000);
  t.deepEqual(a.kept(), []);
  // It renews its own Lease, and has received nothing about the other one since.
  a.pass(5000);
  await a.saw(leaseOf(a), a.time());
  await a.idle();
  t.deepEqual(a.kept(), share);
  await step(replicas);
  t.deepEqual(a.kept(), share);
  isShared(t, replicas);
  a.jump(-7_200_000);
  t.deepEqual(a.kept(), share);
  for (let count = 0; count < 4; count += 1) {
    await step(replicas);
    t.deepEqual(a.kept(), share);
    isShared(t, replicas);
  }
});

test("a deleted Lease is recreated", async (t) => {
  const { namespace, replicas, lease, the } = await openGroup(t, ["a", "b"]);
  const a = the("a");
  const lost = [untilAlive([a], ""), untilAlive([the("b")], "b")];
  await plane.api("DELETE", `${leases(namespace)}/${leaseOf(a)}`);
  await Promise.all(lost);
  await untilAlive(replicas, "a b");
  isShared(t, replicas);
  t.like(await lease(a), { spec: { holderIdentity: "a" } });
});

test("without permission for Leases no units are assigned, and that is reported once", async (t) => {
  const namespace = await plane.createNamespace(t);
  const kubeconfig = await plane.kubeconfigFor(t, { namespace, rules: [] });
  const a = joinReplica(await openTestCluster(t, kubeconfig), { namespace, identity: "a" });
  t.teardown(async () => a.members.leave());
  const tryAgain = async (): Promise<void> => {
    await a.idle();
    a.pass(5000);
    await plane.api("GET", "/version");
  };
  while (a.notices.length < 2) {
    await tryAgain();
  }
  for (let count = 0; count < 5; count += 1) {
    await tryAgain();
  }
  t.deepEqual(a.kept(), []);
  t.is(a.notices.length, 2);
  t.regex(
    a.notices.join("\n"),
    /cannot list resource "leases".*it needs .* permission to list, watch, create/,
  );
  t.regex(a.notices.join("\n"), /cannot patch resource "leases"/);
});

test("each unit is assigned to a replica that is configured with it, and reconfiguration by its owner applies at once", async (t) => {
  const { namespace, replicas, the } = await openGroup(t, ["a", "b"]);
  const a = the("a");
  const b = the("b");
  const [first = "", second = ""] = units;
  t.true(a.members.lists(first) && !a.members.lists("shop"));
  const c = joinReplica(await openTestCluster(t, plane.kubeconfig), {
    namespace,
    identity: "c",
    units: [first, "shop"],
  });
  t.teardown(async () => c.members.leave());
  await untilAlive([...replicas, c], "a b c");
  await seeEachOther([a, b, c]);
  t.deepEqual(
    c.kept().filter((unit) => unit !== first),
    [],
  );
  isShared(t, [a, b, c]);
  t.true(c.members.keeps("shop") && a.members.lists("shop"));
  t.false(a.members.keeps("shop") || b.members.keeps("shop"));
  t.deepEqual(
    [a, b, c].map(({ members }) => members.removes("shop") || members.removes(second)),
    [false, false, false],
  );
  const notices = Promise.all([a, b].map(async (one) => one.until(() => !one.members.lists("shop"))));
  await c.members.configure([first, "blog"]);
  t.true(c.members.keeps("blog"));
  await notices;
  t.is([a, b, c].filter(({ members }) => members.removes("shop")).length, 1);
});
