import test from "ava";

import { noAccess, offlineSession, restMapperOf, shopObject } from "../../../fixtures/offline-session.ts";
import { settle } from "../../../fixtures/controlled-run.ts";
import { hasPods } from "./owned-pods.ts";

const web = shopObject("apps/v1 Deployment web");
const podKinds = restMapperOf("v1 Pod", "apps/v1 ReplicaSet");

/** Kinds whose pods show why an object is not ready. */
const showsPods = test.macro({
  title: (_, written: string, expected: boolean) =>
    `the kind ${written} ${expected ? "has" : "has no"} pods of its own`,
  exec(t, written: string, expected: boolean) {
    const [group = "", kind = ""] = written.split("/");
    t.is(hasPods({ group, kind }), expected);
  },
});

for (const written of [
  "apps/Deployment",
  "apps/StatefulSet",
  "apps/DaemonSet",
  "apps/ReplicaSet",
  "batch/Job",
]) {
  test(showsPods, written, true);
}
test(showsPods, "/ReplicationController", true);
test(showsPods, "/Pod", false);
test(showsPods, "batch/CronJob", false);
test(showsPods, "example.com/Deployment", false);

test("a workload without observed pods has none", (t) => {
  t.deepEqual(offlineSession().pods.of(web), []);
});

test("no pods are read from a server that does not serve them, and access does not count as denied", async (t) => {
  const { pods, events } = offlineSession();
  pods.listen(web, () => t.fail())();
  await pods.read("shop");
  t.false(pods.isBlind("shop"));
  t.deepEqual(events, []);
});

test("a refused watch of pods is reported once per namespace and kind", async (t) => {
  const { pods, events } = offlineSession({ kinds: podKinds });
  for (const name of ["web", "api"]) {
    pods.listen(shopObject(`apps/v1 Deployment ${name}`), () => t.fail());
  }
  await settle();
  t.true(pods.isBlind("shop"));
  t.false(pods.isBlind("infra"));
  const why = `cannot be read, so failing pods are not reported early: ${noAccess}`;
  t.deepEqual(
    events.map((event) => (event.type === "notice" ? event.message : event.type)),
    [`pods of shop ${why}`, `replicasets of shop ${why}`],
  );
});

test("a refused list of pods does not throw, and the pods stay unknown", async (t) => {
  const { pods, events } = offlineSession({ kinds: podKinds });
  await pods.read("shop");
  t.true(pods.isBlind("shop"));
  t.is(events.length, 2);
  t.deepEqual(pods.of(web), []);
});

test("a watch of pods that ends with the run is not reported", async (t) => {
  const { pods, events } = offlineSession({ kinds: podKinds });
  pods.listen(web, () => {});
  pods.close();
  await settle();
  t.false(pods.isBlind("shop"));
  t.deepEqual(events, []);
});
