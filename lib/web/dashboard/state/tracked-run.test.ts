import test from "ava";

import { samplePlan } from "../../../../fixtures/sample-plan.ts";
import { eventsOf, eventsStart } from "../../../../fixtures/sync-timeline.ts";
import { createDashboard } from "./dashboard.ts";

const plan = samplePlan({
  groups: [
    { weight: 0, objects: ["v1 ConfigMap shop/bound", { object: "v1 ConfigMap shop/freed", freed: true }] },
    { weight: 5, after: [1], objects: ["v1 ConfigMap shop/late"] },
    { stage: "post", after: [1, 2], objects: ["batch/v1 Job shop/check"] },
  ],
});

test("a run reports which barriers ignore freed objects, and what these wait for instead", (t) => {
  const units = [{ name: "shop", dependsOn: [] }];
  const board = createDashboard({ sync: "main", identity: "pod-1", units });
  for (const event of eventsOf({ unit: "shop", number: 1, plan, at: eventsStart, verdict: "converged" })) {
    board.emit(event);
  }
  const run = board.unit("shop")?.runs[0];
  t.deepEqual(
    run?.groups.map(({ barriers }) => barriers),
    [[], [-1], [1, 2]],
  );
  t.deepEqual(
    run?.objects.map(({ after }) => after),
    [undefined, [], undefined, undefined],
  );
});
