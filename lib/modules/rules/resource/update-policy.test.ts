import test from "ava";

import { updateRulesOf } from "./update-policy.ts";

test("a bound without quotes is read as the check of module.yaml reads it", (t) => {
  const versions = [
    { from: 1.99, to: 2 },
    { from: "1.67", to: 1.75 },
    { from: true, to: null },
  ];
  t.deepEqual(updateRulesOf({ update: { versions } }), [
    { from: "1.99", to: "2.0" },
    { from: "1.67", to: "1.75" },
    { from: "", to: "" },
  ]);
});
