import test from "ava";

import { recordedPlan, stateOf } from "../../../fixtures/recorded-sync.ts";
import { recordedAt } from "../../../fixtures/recorded-run.ts";
import { stateMessage } from "./sync-messages.ts";

test("a plan that waits for approval is logged with the command that approves it", (t) => {
  const state = stateOf("blog", {
    phase: "AwaitingApproval",
    message: "plan dddddddddddd waits for approval: 1 to update",
    pendingPlan: recordedPlan,
  });
  t.deepEqual(stateMessage(state, recordedAt), {
    level: "warning",
    lines: [
      "plan dddddddddddd waits for approval: 1 to update",
      `approve it with: kubectl -n converge-system annotate --overwrite unit/blog converge.dev/approve=${recordedPlan.digest}`,
    ],
  });
});
