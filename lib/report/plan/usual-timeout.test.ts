import test from "ava";

import { samplePlan } from "../../../fixtures/sample-plan.ts";
import type { Plan } from "../../plan/plan.ts";
import { timeoutClause, usualTimeout } from "./usual-timeout.ts";

function planOf(...timeouts: readonly number[]): Plan {
  const objects = timeouts.map((timeout, index) => ({ object: `v1 ConfigMap a/c${index}`, timeout }));
  return samplePlan({ groups: [{ objects }] });
}

const says = test.macro({
  title: (_, clause: string, timeouts: readonly number[]) => `of timeouts ${timeouts.join(" ")}: ${clause}`,
  exec: (t, clause: string, timeouts: readonly number[]) => {
    const plan = planOf(...timeouts);
    t.is(timeoutClause(plan, usualTimeout(plan)), clause);
  },
});

test(says, ", may take 1m0s", [60_000]);
test(says, ", each may take 1m0s", [60_000, 60_000]);
test(says, ", each may take 2m0s unless noted", [60_000, 120_000, 120_000]);
test(says, ", each may take 1m0s unless noted", [120_000, 60_000]);
