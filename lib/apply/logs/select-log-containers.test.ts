import test from "ava";

import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import {
  byPriority,
  containerRuns,
  hasFailed,
  hasFinished,
  isInTrouble,
  isReady,
} from "./select-log-containers.ts";

const running: JsonObject = { running: { startedAt: "2026-11-21T08:00:00Z" } };
const ended: JsonObject = { terminated: { exitCode: 1 } };
const waiting: JsonObject = { waiting: { reason: "CrashLoopBackOff" } };

function pod(statuses: readonly JsonObject[], name = "web-0", status: JsonObject = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "shop", uid: name, creationTimestamp: "2026-11-21T08:00:00Z" },
    status: { containerStatuses: statuses, ...status },
  };
}

const lives = test.macro({
  title: (name) => name ?? "",
  exec: (t, status: JsonObject, keys: readonly string[]) => {
    const found = containerRuns(pod([{ name: "app", restartCount: 0, ...status }]));
    t.deepEqual(
      found.map(({ key, previous }) => (previous ? `${key} previous` : key)),
      keys,
    );
  },
});

test("a container that runs has a log", lives, { state: running }, ["web-0/app/0"]);
test("a container that has ended has a log", lives, { state: ended }, ["web-0/app/0"]);
test("a container that has not begun has none", lives, { state: waiting, lastState: {} }, []);
test("a container without a state has none", lives, {}, []);
test(
  "a container that waits for its next life has the log of its last",
  lives,
  { state: waiting, lastState: ended, restartCount: 2 },
  ["web-0/app/2"],
);
test(
  "a container in its next life has the last words of the one before too",
  lives,
  { state: running, lastState: ended, restartCount: 3 },
  ["web-0/app/2 previous", "web-0/app/3"],
);

test("init containers have logs, and come first", (t) => {
  const status = { initContainerStatuses: [{ name: "prepare", restartCount: 0, state: ended }] };
  const both = pod([{ name: "app", restartCount: 0, state: running }], "web-0", status);
  t.deepEqual(
    containerRuns(both).map(({ container }) => container),
    ["prepare", "app"],
  );
});

test("pods that are not ready are of more interest, then the newest", (t) => {
  const ready = { conditions: [{ type: "Ready", status: "True" }] };
  const older = pod([], "older");
  const newer = {
    ...pod([], "newer"),
    metadata: { name: "newer", creationTimestamp: "2026-11-21T09:00:00Z" },
  };
  const pods = [pod([], "ready", ready), older, newer, pod([], "alike")];
  t.deepEqual(
    byPriority(pods).map((each) => stringField(objectField(each, "metadata"), "name")),
    ["newer", "alike", "older", "ready"],
  );
});

/** The phases in which the containers of a pod have ended for good, and in which another pod takes its place. */
const phases = test.macro({
  title: (_, phase: string) => `whether a pod in phase "${phase}" has ended`,
  exec(t, phase: string, isOver: boolean, isLost: boolean) {
    const one = pod([], "web-0", phase === "" ? {} : { phase });
    t.deepEqual([hasFinished(one), hasFailed(one)], [isOver, isLost]);
  },
});

test(phases, "Pending", false, false);
test(phases, "Running", false, false);
test(phases, "Succeeded", true, false);
test(phases, "Failed", true, true);
test(phases, "Unknown", false, false);
test(phases, "", false, false);

/** Containers that show that something is wrong with their pod. */
const troubles = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, statuses: readonly JsonObject[], expected: boolean) {
    t.is(isInTrouble(pod(statuses)), expected);
  },
});

const completed: JsonObject = { terminated: { exitCode: 0 } };

test(troubles, "a pod without containers is not in trouble", [], false);
test(troubles, "a pod whose containers run is not in trouble", [{ name: "app", state: running }], false);
test(troubles, "a container that has ended well is no trouble", [{ name: "app", state: completed }], false);
test(troubles, "a container that has ended with an error is trouble", [{ name: "app", state: ended }], true);
test(
  troubles,
  "a container that was restarted after an error is trouble",
  [{ name: "app", state: running, lastState: ended }],
  true,
);
test(
  troubles,
  "a container that was restarted after it had ended well is no trouble",
  [{ name: "app", state: running, lastState: completed }],
  false,
);
test(
  troubles,
  "one container among several is enough",
  [
    { name: "app", state: running },
    { name: "proxy", state: ended },
  ],
  true,
);

/** The conditions by which a pod is ready. */
const readies = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, conditions: readonly JsonObject[], expected: boolean) {
    t.is(isReady(pod([], "web-0", { conditions })), expected);
  },
});

test(readies, "a pod whose Ready condition is True is ready", [{ type: "Ready", status: "True" }], true);
test(readies, "a pod whose Ready condition is False is not", [{ type: "Ready", status: "False" }], false);
test(
  readies,
  "a pod whose containers alone are ready is not",
  [{ type: "ContainersReady", status: "True" }],
  false,
);
test(readies, "a pod without conditions is not ready", [], false);

/** What is known of the first run of a container: whether its log is complete, and whether its pod is ready. */
const complete = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, status: JsonObject, expected: readonly boolean[]) {
    const found = containerRuns(pod([{ name: "app", restartCount: 1, ...status }]));
    t.deepEqual(
      found.map(({ isOver }) => isOver),
      [...expected],
    );
  },
});

test(complete, "the log of a container that runs goes on", { state: running }, [false]);
test(complete, "the log of a container that has ended is complete", { state: ended }, [true]);
test(complete, "of a restarted container the earlier log is complete", { state: running, lastState: ended }, [
  true,
  false,
]);
test(
  complete,
  "while a container waits for its next run its log is complete",
  { state: waiting, lastState: ended },
  [true],
);

test("a run belongs to the container, the pod and the namespace that its log is asked for", (t) => {
  const status = { conditions: [{ type: "Ready", status: "True" }] };
  t.deepEqual(containerRuns(pod([{ name: "app", restartCount: 0, state: running }], "web-0", status)), [
    {
      key: "web-0/app/0",
      namespace: "shop",
      pod: "web-0",
      container: "app",
      previous: false,
      isOver: false,
      isReady: true,
    },
  ]);
});
