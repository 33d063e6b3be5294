import test from "ava";

import { samplePlan } from "../../fixtures/sample-plan.ts";
import { explain, explainAfter } from "./explain.ts";

const config = (index: number): string => `/namespaces/a/ConfigMap/n${index}`;

test("a chain of 10,000 objects is explained without a stack overflow", (t) => {
  const objects = Array.from({ length: 10_000 }, (_, index) => ({
    object: `v1 ConfigMap a/n${index}`,
    waitsFor: index === 0 ? [] : [config(index - 1)],
  }));
  const plan = samplePlan({ groups: [{ objects }] });
  t.is(explain(plan, config(9999)).length, 9999);
  t.is(explainAfter(plan, config(9999), config(0))?.length, 9999);
});
