import test from "ava";

import { ruleFindings } from "../../../fixtures/checked-builtin.ts";
import { recordedRefusals } from "../../../fixtures/recorded-refusals.ts";

const recorded = recordedRefusals();

test("there are recorded refusals for most rules", (t) => {
  t.true(recorded.length > 300);
});

for (const [index, { name, object, causes }] of recorded.entries()) {
  test(`${name} (${index}) is refused as by the API server`, (t) => {
    t.deepEqual(ruleFindings(object, 36), causes);
  });
}
