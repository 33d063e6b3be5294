import test from "ava";

import { hook, object, planned } from "../../fixtures/planned.ts";
import { plannedObjects } from "./plan.ts";

test("plannedObjects lists each applied object once, followed by the objects that this action leaves alone", (t) => {
  const { plan } = planned([
    object("Deployment/app"),
    object("Job/twice", { annotations: hook("pre-install,post-install") }),
    object("Job/other", { annotations: hook("pre-upgrade") }),
    object("ConfigMap/env", { annotations: { "werf.io/deploy-on": "upgrade" } }),
  ]);
  t.deepEqual(
    plannedObjects(plan).map(({ name }) => name),
    ["twice", "app", "env", "other"],
  );
});
