import test from "ava";

import { samplePlan, shop } from "../../fixtures/sample-plan.ts";
import { formatRef } from "../object/object-ref.ts";
import { findObject } from "./find-object.ts";

test("a misspelled name that 80,000 objects have is reported with five suggestions", (t) => {
  const [group] = samplePlan({ groups: [{ objects: ["v1 ConfigMap a/settings"] }] }).groups;
  const [first] = group?.objects ?? [];
  if (group === undefined || first === undefined) {
    throw new Error("the plan is empty");
  }
  // So many that copying all candidates for each of them would take minutes.
  const objects = Array.from({ length: 80_000 }, (_, index) => {
    const ref = { ...first.manifest.ref, namespace: `n${index}` };
    return { ...first, manifest: { ...first.manifest, ref, key: formatRef(ref) } };
  });
  t.deepEqual(findObject({ ...shop, groups: [{ ...group, objects }] }, "setings"), {
    kind: "unknown",
    suggestions: [0, 1, 2, 3, 4].map((index) => `/namespaces/n${index}/ConfigMap/settings`),
  });
});
