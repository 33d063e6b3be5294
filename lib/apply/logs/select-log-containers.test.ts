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

const logRuns = test.macro({
  title: (name) => name ?? "",
  exec: (t, status: JsonObject, keys: readonly string[]) => {
    const found = containerRuns(pod([{ name: "app", restartCount: 0, ...status }]));
    t.deepEqual(
      found.map(({ key, previous }) => (previous ? `${key} previous` : key)),
      keys,
    );
  },
});

test("a running container has a log", logRuns, { state: running }, ["web-0/app/0"]);
test("a terminated container has a log", logRuns, { state: ended }, ["web-0/app/0"]);
test("a container that has not started has no log", logRuns, { state: waiting, lastState: {} }, []);
test("a container without a state has no log", logRuns, {}, []);
test(
  "a container that waits for a restart has the log of its last run",
  logRuns,
  { state: waiting, lastState: ended, restartCount: 2 },
  ["web-0/app/2"],
);
test(
  "a restarted container has the log of its previous run too",
  logRuns,
  { state: running, lastState: ended, restartCount: 3 },
  ["web-0/app/2 previous", "web-0/app/3"],
);

test("init containers have logs and come first", (t) => {
  const status = { initContainerStatuses: [{ name: "prepare", restartCount: 0, state: ended }] };
  const both = pod([{ name: "app", restartCount: 0, state: running }], "web-0", status);
  t.deepEqual(
    containerRuns(both).map(({ container }) => container),
    ["prepare", "app"],
  );
});

test("pods that are not ready have priority, then the newest", (t) => {
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

/** Whether the containers of a pod in this phase have ended, and whether another pod replaces it. */
const phases = test.macro({
  title: (_, phase: string, isOver: boolean, isLost: boolean) =>
    `a pod in phase "${phase}" ${isOver ? "has" : "has not"} finished and ${isLost ? "has" : "has not"} failed`,
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

/** Whether a pod with these container statuses counts as failing. */
const troubles = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, statuses: readonly JsonObject[], expected: boolean) {
    t.is(isInTrouble(pod(statuses)), expected);
  },
});

const completed: JsonObject = { terminated: { exitCode: 0 } };

test(troubles, "a pod without containers is not failing", [], false);
test(troubles, "a pod with running containers is not failing", [{ name: "app", state: running }], false);
test(troubles, "a pod with a completed container is not failing", [{ name: "app", state: completed }], false);
test(
  troubles,
  "a pod with a container that ended with an error is failing",
  [{ name: "app", state: ended }],
  true,
);
test(
  troubles,
  "a pod with a container that was restarted after an error is failing",
  [{ name: "app", state: running, lastState: ended }],
  true,
);
test(
  troubles,
  "a pod with a container that was restarted after its completion is not failing",
  [{ name: "app", state: running, lastState: completed }],
  false,
);
test(
  troubles,
  "a pod with one failing container among several is failing",
  [
    { name: "app", state: running },
    { name: "proxy", state: ended },
  ],
  true,
);

/** Whether a pod with these conditions is ready. */
const readies = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, conditions: readonly JsonObject[], expected: boolean) {
    t.is(isReady(pod([], "web-0", { conditions })), expected);
  },
});

test(readies, "a pod whose Ready condition is True is ready", [{ type: "Ready", status: "True" }], true);
test(
  readies,
  "a pod whose Ready condition is False is not ready",
  [{ type: "Ready", status: "False" }],
  false,
);
test(
  readies,
  "a pod with only the condition ContainersReady is not ready",
  [{ type: "ContainersReady", status: "True" }],
  false,
);
test(readies, "a pod without conditions is not ready", [], false);

/** Whether the log of each run of a container is complete. */
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

test(complete, "the log of a running container is not complete", { state: running }, [false]);
test(complete, "the log of a terminated container is complete", { state: ended }, [true]);
test(
  complete,
  "only the previous log of a restarted container is complete",
  { state: running, lastState: ended },
  [true, false],
);
test(
  complete,
  "the log of a container that waits for a restart is complete",
  { state: waiting, lastState: ended },
  [true],
);

test("a run of a container has the namespace, pod and container of its log", (t) => {
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
