import test from "ava";

import { printedRun as printed } from "../../../fixtures/printed-run.ts";
import { after, targetOf } from "../../../fixtures/recorded-run.ts";

const web = "apps/namespaces/shop/Deployment/web";

function render(events: readonly string[]): readonly string[] {
  const trouble = { pods: [], events, logs: [], blockers: [] };
  const target = targetOf(web);
  return printed([after(1, { type: "reconcile", target, operation: "apply", state: "Failed", trouble })])
    .split("\n")
    .slice(1, -1);
}

test("what every pod goes through is no trouble, unless there is no other", (t) => {
  const pulled = "Normal Pulled: Container image is present";
  t.deepEqual(render([pulled, "Warning BackOff: Back-off restarting", "Normal Started: Started"]), [
    "    event: Warning BackOff: Back-off restarting",
  ]);
  t.deepEqual(render([pulled]), [`    event: ${pulled}`]);
});
