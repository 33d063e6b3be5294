import test from "ava";

import { ruleFindings } from "../../../fixtures/checked-builtin.ts";
import { recordedRefusals } from "../../../fixtures/recorded-refusals.ts";

const recorded = recordedRefusals();

test("more than 300 refusals of the API server are recorded", (t) => {
  t.true(recorded.length > 300);
});

for (const [index, { name, object, causes }] of recorded.entries()) {
  test(`${name} (${index}) is refused for the same causes as by the API server`, (t) => {
    t.deepEqual(ruleFindings(object, 36), causes);
  });
}
