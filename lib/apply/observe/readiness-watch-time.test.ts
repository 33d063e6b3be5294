import test from "ava";

import { cronTab, followObject } from "../../../fixtures/followed-object.ts";
import { offlineSession, shopObject } from "../../../fixtures/offline-session.ts";
import { refOf } from "../../object/metadata.ts";

const newer = { resourceVersion: "101" };
const waits = "InProgress: 1 of 2 runs";

/** A CRD whose resources have a status. */
const definition = shopObject(
  "apiextensions.k8s.io/v1 CustomResourceDefinition crontabs.example.com",
  {},
  {
    spec: {
      group: "example.com",
      names: { kind: "CronTab", plural: "crontabs" },
      versions: [
        {
          name: "v1",
          served: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { properties: { status: { properties: { conditions: {} } } } } },
        },
      ],
    },
  },
);
const silent = shopObject("example.com/v1 CronTab nightly");

test("an object that this run has changed counts as ready if its controller does not report within 30 s", (t) => {
  const run = followObject(silent, { definitions: [definition], changed: true });
  t.deepEqual(run.reported, ["InProgress: waiting for its controller to report"]);
  run.clock.pass(29_999);
  t.is(run.reported.length, 1);
  run.clock.pass(1);
  t.deepEqual(run.reported.slice(1), ["Current: its controller has not reported"]);
});

test("an object that this run has not changed counts as ready immediately without a report of its controller", (t) => {
  const run = followObject(silent, { definitions: [definition], changed: false });
  t.deepEqual(run.reported, ["Current: its controller has not reported"]);
});

test("a report of the controller within 30 s ends the wait for it", (t) => {
  const run = followObject(silent, { definitions: [definition], changed: true });
  run.clock.pass(10_000);
  run.deps.liveObjects.take(cronTab("False", newer));
  run.clock.pass(20_000);
  t.deepEqual(run.reported.slice(1), [waits]);
});

test("a readiness that changes only by time is marked as such", (t) => {
  const { deps, clock } = offlineSession({
    objects: [{ ref: refOf(definition), value: definition, comesAfter: false }],
  });
  const byTimes: (boolean | undefined)[] = [];
  deps.readiness.follow(silent, { changed: true })((observation) => {
    byTimes.push(observation.type === "readiness" ? observation.byTime : undefined);
  });
  clock.pass(30_000);
  t.deepEqual(byTimes, [false, true]);
});

test("an object without watch events is read after 30 s, then at increasing intervals", (t) => {
  const run = followObject(cronTab("False"));
  const reads = [29_999, 1, 59_999, 1, 119_999, 1].map((time) => {
    run.clock.pass(time);
    return run.reads();
  });
  t.deepEqual(reads, [0, 1, 1, 2, 2, 3]);
});

test("a watch event about the object postpones the next read", (t) => {
  const run = followObject(cronTab("False"));
  run.clock.pass(29_000);
  run.deps.liveObjects.take(cronTab("False", newer));
  run.clock.pass(29_999);
  t.is(run.reads(), 0);
  run.clock.pass(1);
  t.is(run.reads(), 1);
});

test("an outdated watch event does not postpone the next read", (t) => {
  const run = followObject(cronTab("False"));
  run.clock.pass(29_000);
  run.deps.liveObjects.take(cronTab("False", { resourceVersion: "99" }));
  run.clock.pass(1000);
  t.is(run.reads(), 1);
});

test("an object that is no longer followed is not judged or read", (t) => {
  const run = followObject(silent, { definitions: [definition], changed: true });
  run.stop();
  t.is(run.clock.pending(), 0);
  run.deps.liveObjects.take(cronTab("True", newer));
  run.clock.pass(600_000);
  t.is(run.reported.length, 1);
  t.is(run.reads(), 0);
});
