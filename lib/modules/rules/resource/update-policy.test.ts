import test from "ava";

import { updateRulesOf } from "./update-policy.ts";

test("an unquoted version bound is read as in the check of module.yaml", (t) => {
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
