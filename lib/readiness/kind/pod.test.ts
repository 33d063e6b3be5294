import test from "ava";

import { condition, live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";

/** The readiness of an object in converge's own mode. */
const reports = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string) {
    t.is(reported(object), expected);
  },
});

test(
  reports,
  "a Pod with the condition Ready is ready",
  live("v1/Pod", { status: { phase: "Running", conditions: [condition("Ready=True")] } }),
  "Current Ready: ready",
);
test(
  reports,
  "a Pod that has succeeded is ready",
  live("v1/Pod", { status: { phase: "Succeeded" } }),
  "Current Completed: completed",
);
test(
  reports,
  "a Pod in the phase Failed has failed, with its reason and message",
  live("v1/Pod", {
    status: { phase: "Failed", reason: "Evicted", message: "The node was low on resource: memory." },
  }),
  "Failed PodFailed: Evicted: The node was low on resource: memory",
);
test(
  reports,
  "a failed Pod reports the exit code of its container",
  live("v1/Pod", {
    status: {
      phase: "Failed",
      containerStatuses: [{ name: "app", state: { terminated: { exitCode: 3, reason: "Error" } } }],
    },
  }),
  "Failed PodFailed: container app ended with exit code 3 (Error)",
);
test(
  reports,
  "a Pod without a node reports the message of the scheduler",
  live("v1/Pod", {
    status: {
      phase: "Pending",
      conditions: [condition("PodScheduled=False", "Unschedulable", "0/3 nodes are available")],
    },
  }),
  "InProgress Unschedulable: pending; pod web is not scheduled: 0/3 nodes are available",
);

test("a hook Pod is ready once it has succeeded, or once it is Ready with ignore-restart-policy: true", (t) => {
  const status = { phase: "Running", conditions: [condition("Ready=True")] };
  const annotated = (value: string): JsonObject => {
    const annotations = { "argocd.argoproj.io/ignore-restart-policy": value };
    return { ...live("v1/Pod", { status }), metadata: { name: "web", annotations } };
  };
  const completing = { completes: true };
  t.is(reported(annotated("false"), completing), "InProgress PodRunning: running, not completed yet");
  t.is(reported(annotated("true"), completing), "Current Ready: ready");
});
