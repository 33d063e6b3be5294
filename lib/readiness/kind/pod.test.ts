import test from "ava";

import { condition, live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";

/** What an object says in converge's own mode. */
const says = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string) {
    t.is(reported(object), expected);
  },
});

test(
  says,
  "a Pod that is ready is ready",
  live("v1/Pod", { status: { phase: "Running", conditions: [condition("Ready=True")] } }),
  "Current Ready: ready",
);
test(
  says,
  "a Pod that has succeeded is ready",
  live("v1/Pod", { status: { phase: "Succeeded" } }),
  "Current Completed: completed",
);
test(
  says,
  "a Pod that has failed has failed",
  live("v1/Pod", {
    status: { phase: "Failed", reason: "Evicted", message: "The node was low on resource: memory." },
  }),
  "Failed PodFailed: Evicted: The node was low on resource: memory",
);
test(
  says,
  "a Pod whose container ended badly has failed",
  live("v1/Pod", {
    status: {
      phase: "Failed",
      containerStatuses: [{ name: "app", state: { terminated: { exitCode: 3, reason: "Error" } } }],
    },
  }),
  "Failed PodFailed: container app ended with exit code 3 (Error)",
);
test(
  says,
  "a Pod without a node tells what the scheduler says",
  live("v1/Pod", {
    status: {
      phase: "Pending",
      conditions: [condition("PodScheduled=False", "Unschedulable", "0/3 nodes are available")],
    },
  }),
  "InProgress Unschedulable: pending; pod web is not scheduled: 0/3 nodes are available",
);

test("a Pod that is a hook is ready once it has succeeded, unless Argo CD would judge it as one that runs on", (t) => {
  const status = { phase: "Running", conditions: [condition("Ready=True")] };
  const annotated = (value: string): JsonObject => {
    const annotations = { "argocd.argoproj.io/ignore-restart-policy": value };
    return { ...live("v1/Pod", { status }), metadata: { name: "web", annotations } };
  };
  const completing = { completes: true };
  t.is(reported(annotated("false"), completing), "InProgress PodRunning: running, not completed yet");
  t.is(reported(annotated("true"), completing), "Current Ready: ready");
});
