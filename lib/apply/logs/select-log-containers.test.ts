import test from "ava";

import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { byPriority, containerRuns } from "./select-log-containers.ts";

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
