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
const terminating = { ...newer, deletionTimestamp: "2026-01-01T00:00:00Z" };
const complete = { type: "Complete", status: "True" };
const waits = "InProgress: 1 of 2 runs";

test("an object that is ready when it is written needs no watch and no timer", (t) => {
  const run = followObject(shopObject("v1 ConfigMap env"));
  t.deepEqual(run.reported, ["Current: ready"]);
  t.is(run.looks(), 0);
  t.is(run.clock.pending(), 0);
  run.deps.liveObjects.takeGone(shopObject("v1 ConfigMap env", newer));
  t.is(run.reported.length, 1);
});

test("a suspended object needs no watch", (t) => {
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

test("a watch event from before the write is ignored", (t) => {
  const run = followObject(cronTab("False"));
  run.deps.liveObjects.take(cronTab("True", { resourceVersion: "99" }));
  t.deepEqual(run.reported, [waits]);
});

test("a watch event that arrives before the response to the write is used", (t) => {
  const run = followObject(cronTab("False"), { before: [cronTab("True", newer)] });
  t.deepEqual(run.reported, [waits, "Current: Ready is True"]);
});

test("a state that was cached before the write is ignored", (t) => {
  const run = followObject(cronTab("False"), { before: [cronTab("True", { resourceVersion: "99" })] });
  t.deepEqual(run.reported, [waits]);
});

test("an object that another client replaces fails", (t) => {
  const run = followObject(cronTab("False"));
  run.deps.liveObjects.take(cronTab("True", { ...newer, uid: "another" }));
  t.deepEqual(run.reported, [waits, "failed: it was replaced by another object"]);
});

test("an object that is deleted during the wait fails", (t) => {
  const run = followObject(cronTab("False"));
  run.deps.liveObjects.takeGone(cronTab("False", newer));
  t.is(run.reported.at(-1), "failed: it was deleted while converge waited for it");
});

test("a deletion between the write and the start of following is noticed", (t) => {
  const run = followObject(cronTab("False"), { gone: () => cronTab("False", newer) });
  t.is(run.reported.at(-1), "failed: it was deleted while converge waited for it");
});

test("the deletion of an earlier object with the same name is ignored", (t) => {
  const run = followObject(cronTab("False"), {
    gone: () => cronTab("True", { resourceVersion: "90", uid: "zero" }),
  });
  t.deepEqual(run.reported, [waits]);
});

test("an object that leaves the watch of the release because its label changed does not count as deleted", (t) => {
  const run = followObject(cronTab("False"));
  const labelled = { ...newer, labels: { [partOfLabel]: "applyset-other-v1" } };
  run.deps.liveObjects.takeGone(cronTab("False", labelled));
  t.deepEqual(run.reported, [waits]);
});

test("a terminating object is reported as such and still awaited", (t) => {
  const run = followObject(cronTab("False"));
  run.deps.liveObjects.take(cronTab("False", { ...terminating, finalizers: ["example.com/cleanup"] }));
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
    // The end of a Job waits this long for the last lines of its log.
    run.clock.pass(2000);
    t.is(run.reported[0], "InProgress: 0 of 1 completion; 1 running");
    t.is(run.reported.at(-1), expected);
  },
});

function spec(object: JsonObject): JsonObject {
  return { spec: object["spec"] ?? {} };
}

const removesItself = { spec: { ttlSecondsAfterFinished: 0 } };
const succeeded = { status: { startTime: "2026-01-01T00:00:00Z", succeeded: 1 } };

test(jobEnds, "a completed Job is ready", job([complete], {}, newer), false, "Current: 0 of 1 completion");
test(
  jobEnds,
  "a completed Job that is terminating counts as completed",
  job([complete], {}, terminating),
  false,
  "done: completed",
);
test(
  jobEnds,
  "a completed Job that is deleted counts as completed",
  job([complete], {}, newer),
  true,
  "done: completed",
);
test(
  jobEnds,
  "a Job with a TTL that is deleted after its pods have succeeded counts as completed",
  job([], { ...removesItself, ...succeeded }, newer),
  true,
  "done: completed",
);
test(
  jobEnds,
  "a Job with a TTL that is deleted before a pod has succeeded fails as deleted",
  job([], removesItself, newer),
  true,
  "failed: it was deleted while converge waited for it",
);
test(
  jobEnds,
  "a Job without a TTL that is deleted fails, even if its pods have succeeded",
  job([], succeeded, newer),
  true,
  "failed: it was deleted while converge waited for it",
);
test(
  jobEnds,
  "a failed Job is reported with its own reason, even if it is deleted",
  job([{ type: "Failed", status: "True", message: "backoff limit" }], removesItself, newer),
  true,
  "Failed: backoff limit",
);

/** A ConfigMap that is ready if its phase is `done`. */
function phased(phase: string, version: string): JsonObject {
  const annotations = { [readyWhenAnnotation]: "jsonpath={.data.phase}=done" };
  return shopObject("v1 ConfigMap env", { resourceVersion: version, annotations }, { data: { phase } });
}

test("the readiness annotation of the manifest decides when an object is ready", (t) => {
  const run = followObject(phased("begun", "100"));
  run.deps.liveObjects.take(phased("done", "101"));
  t.deepEqual(
    run.reported.map((line) => line.split(":")[0]),
    ["InProgress", "Current"],
  );
});

test("a hook Pod is ready when it has completed, other Pods when they run", (t) => {
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

test("an object is judged without following it", (t) => {
  const { deps, clock } = offlineSession();
  const judged = deps.readiness.judge(cronTab("False"), { again: () => t.fail() });
  t.like(judged, { state: "InProgress", message: "1 of 2 runs" });
  t.is(clock.pending(), 0);
});

test("two followers of one object get separate reports and stop independently", (t) => {
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
