import test from "ava";

import { type SamplePlan, samplePlan } from "../../../fixtures/sample-plan.ts";
import { eventsOf, eventsStart } from "../../../fixtures/sync-timeline.ts";
import { createDashboard } from "./state/dashboard.ts";
import { runView, type RunView } from "./run-view.ts";

const far = { key: "/namespaces/x/ConfigMap/far", group: "", kind: "ConfigMap", namespace: "x", name: "far" };

/** The view of a run that also waits for an object outside of the run. */
function viewOf(plan: SamplePlan): RunView {
  const board = createDashboard({ sync: "main", identity: "pod-1" });
  const events = eventsOf({ unit: "shop", number: 1, plan: samplePlan(plan), at: eventsStart });
  for (const event of events) {
    board.emit(event);
    if (event.type === "apply" && event.event.type === "start") {
      const sending = { type: "sending", at: eventsStart, target: far, operation: "wait" } as const;
      board.emit({ ...event, event: sending });
    }
  }
  const [run] = board.unit("shop")?.runs ?? [];
  if (run === undefined) {
    throw new Error("there is no run");
  }
  return runView(run);
}

const view = viewOf({
  groups: [
    { objects: ["v1 ConfigMap a/one"] },
    {
      after: [1],
      objects: [
        {
          object: "v1 ConfigMap a/two",
          waitsFor: ["/namespaces/a/ConfigMap/one", far.key, "/namespaces/a/Secret/gone"],
        },
      ],
    },
  ],
});

test("the lanes of a run are external objects first, then its groups in order", (t) => {
  t.deepEqual(
    view.lanes.map(({ title }) => title),
    ["in the cluster", "group 1", "group 2"],
  );
  const xs = [2, 0, 1].map((number) => view.objects[number]?.x);
  t.deepEqual(
    xs,
    xs.toSorted((left = 0, right = 0) => left - right),
  );
  t.is(new Set(xs).size, 3);
});

test("edges lead to the objects that wait, and unknown objects have no edges", (t) => {
  t.deepEqual(view.edges, [
    { first: 0, second: 1, until: "ready", rule: "depends-on" },
    { first: 2, second: 1, until: "ready", rule: "depends-on" },
  ]);
});
