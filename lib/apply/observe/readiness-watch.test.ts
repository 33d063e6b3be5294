import test from "ava";

import { cronTab, followObject, wordedObservation } from "../../../fixtures/followed-object.ts";
import { offlineSession, shopObject } from "../../../fixtures/offline-session.ts";
import { partOfLabel } from "../../inventory/apply-set.ts";
import type { JsonObject } from "../../object/json.ts";
import { readyWhenAnnotation } from "../../readiness/readiness.ts";

function job(
  conditions: readonly JsonObject[] = [],
  more: JsonObject = {},
  metadata: JsonObject = {},
): JsonObject {
  const status = { startTime: "2026-01-01T00:00:00Z", active: 1, conditions };
  return shopObject("batch/v1 Job migrate", metadata, { spec: {}, status, ...more });
}

const newer = { resourceVersion: "101" };
const going = { ...newer, deletionTimestamp: "2026-01-01T00:00:00Z" };
const complete = { type: "Complete", status: "True" };
const waits = "InProgress: 1 of 2 runs";

test("an object that is ready as it was written needs no watch and no timer", (t) => {
  const run = followObject(shopObject("v1 ConfigMap env"));
  t.deepEqual(run.reported, ["Current: ready"]);
  t.is(run.looks(), 0);
  t.is(run.clock.pending(), 0);
  run.deps.liveObjects.takeGone(shopObject("v1 ConfigMap env", newer));
  t.is(run.reported.length, 1);
});

test("an object on which work is paused needs no watch", (t) => {
  const run = followObject(shopObject("batch/v1 Job migrate", {}, { spec: { suspend: true } }));
  t.deepEqual(run.reported, ["Suspended: it runs once it is resumed"]);
  t.is(run.looks(), 0);
});

test("an object that is not ready is watched until it is", (t) => {
  const run = followObject(cronTab("False"));
  t.is(run.looks(), 1);
  run.deps.liveObjects.take(cronTab("True", newer));
  t.deepEqual(run.reported, [waits, "Current: Ready is True"]);
});

test("a state from before the write says nothing", (t) => {
  const run = followObject(cronTab("False"));
  run.deps.liveObjects.take(cronTab("True", { resourceVersion: "99" }));
  t.deepEqual(run.reported, [waits]);
});

test("a watch that is faster than the response to the write is not missed", (t) => {
  const run = followObject(cronTab("False"), { before: [cronTab("True", newer)] });
  t.deepEqual(run.reported, [waits, "Current: Ready is True"]);
});

test("what the watch has shown before the write says nothing about it", (t) => {
  const run = followObject(cronTab("False"), { before: [cronTab("True", { resourceVersion: "99" })] });
  t.deepEqual(run.reported, [waits]);
});

test("an object that another client has replaced has failed", (t) => {
  const run = followObject(cronTab("False"));
  run.deps.liveObjects.take(cronTab("True", { ...newer, uid: "another" }));
  t.deepEqual(run.reported, [waits, "failed: it was replaced by another object"]);
});

test("an object that is deleted while it is waited for has failed", (t) => {
  const run = followObject(cronTab("False"));
  run.deps.liveObjects.takeGone(cronTab("False", newer));
  t.is(run.reported.at(-1), "failed: it was deleted while converge waited for it");
});

test("a deletion from between the write and the moment it is followed is not missed", (t) => {
  const run = followObject(cronTab("False"), { gone: () => cronTab("False", newer) });
  t.is(run.reported.at(-1), "failed: it was deleted while converge waited for it");
});

test("the deletion of an earlier object of that name says nothing", (t) => {
  const run = followObject(cronTab("False"), {
    gone: () => cronTab("True", { resourceVersion: "90", uid: "zero" }),
  });
  t.deepEqual(run.reported, [waits]);
});

test("an object that leaves the watch of the release because it was written without its label is not deleted", (t) => {
  const run = followObject(cronTab("False"));
  const labelled = { ...newer, labels: { [partOfLabel]: "applyset-other-v1" } };
  run.deps.liveObjects.takeGone(cronTab("False", labelled));
  t.deepEqual(run.reported, [waits]);
});

test("an object that is terminating is reported so, and is still waited for", (t) => {
  const run = followObject(cronTab("False"));
  run.deps.liveObjects.take(cronTab("False", { ...going, finalizers: ["example.com/cleanup"] }));
  t.is(run.reported.at(-1), "Terminating: being deleted, held up by finalizer example.com/cleanup");
});

/** The end of a Job that is followed, by the last event about it. */
const jobEnds = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, last: JsonObject, isGone: boolean, expected: string) {
    const run = followObject(job([], spec(last)));
    if (isGone) {
      run.deps.liveObjects.takeGone(last);
    } else {
      run.deps.liveObjects.take(last);
    }
    // The end of a Job waits that long for the last lines of its log.
    run.clock.pass(300);
    t.is(run.reported[0], "InProgress: 0 of 1 completion; 1 running");
    t.is(run.reported.at(-1), expected);
  },
});

function spec(object: JsonObject): JsonObject {
  return { spec: object["spec"] ?? {} };
}

const removesItself = { spec: { ttlSecondsAfterFinished: 0 } };
const succeeded = { status: { startTime: "2026-01-01T00:00:00Z", succeeded: 1 } };

test(
  jobEnds,
  "a Job that completes is ready",
  job([complete], {}, newer),
  false,
  "Current: 0 of 1 completion",
);
test(
  jobEnds,
  "a completed Job that is being removed has completed",
  job([complete], {}, going),
  false,
  "done: completed",
);
test(
  jobEnds,
  "a completed Job that is gone has completed",
  job([complete], {}, newer),
  true,
  "done: completed",
);
test(
  jobEnds,
  "a Job that removes itself has completed once its pods have succeeded",
  job([], { ...removesItself, ...succeeded }, newer),
  true,
  "done: completed",
);
test(
  jobEnds,
  "a Job that removes itself before any pod has succeeded was deleted",
  job([], removesItself, newer),
  true,
  "failed: it was deleted while converge waited for it",
);
test(
  jobEnds,
  "a Job without a TTL that is gone was deleted, whatever its pods have done",
  job([], succeeded, newer),
  true,
  "failed: it was deleted while converge waited for it",
);
test(
  jobEnds,
  "a Job that has failed is reported with its own reason, even if it is removed",
  job([{ type: "Failed", status: "True", message: "backoff limit" }], removesItself, newer),
  true,
  "Failed: backoff limit",
);

/** A ConfigMap that is ready when its data say so. */
function phased(phase: string, version: string): JsonObject {
  const annotations = { [readyWhenAnnotation]: "jsonpath={.data.phase}=done" };
  return shopObject("v1 ConfigMap env", { resourceVersion: version, annotations }, { data: { phase } });
}

test("the annotation of the author decides when the object is ready", (t) => {
  const run = followObject(phased("begun", "100"));
  run.deps.liveObjects.take(phased("done", "101"));
  t.deepEqual(
    run.reported.map((line) => line.split(":")[0]),
    ["InProgress", "Current"],
  );
});

test("a Pod of a hook is ready when it has completed, any other when it runs", (t) => {
  const running = shopObject(
    "v1 Pod web",
    {},
    {
      status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
    },
  );
  const states = [true, false].map(
    (completes) => followObject(running, { completes }).reported[0]?.split(":")[0],
  );
  t.deepEqual(states, ["InProgress", "Current"]);
});

test("an object that another client manages is judged without being followed", (t) => {
  const { deps, clock } = offlineSession();
  const judged = deps.readiness.judge(cronTab("False"), { again: () => t.fail() });
  t.like(judged, { state: "InProgress", message: "1 of 2 runs" });
  t.is(clock.pending(), 0);
});

test("two followers of one object each get their own reports, and stop on their own", (t) => {
  const { deps } = offlineSession();
  const reported: string[] = [];
  const stops = ["first", "second"].map((name) =>
    deps.readiness.follow(cronTab("False"), { changed: false })((observation) =>
      reported.push(`${name} ${wordedObservation(observation)}`),
    ),
  );
  stops[0]?.();
  deps.liveObjects.take(cronTab("True", newer));
  t.deepEqual(reported, [`first ${waits}`, `second ${waits}`, "second Current: Ready is True"]);
});
