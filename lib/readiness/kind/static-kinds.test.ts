import test from "ava";

import { live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Surroundings } from "../readiness.ts";

/** The readiness of an object in converge's own mode. */
const reports = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string, around: Partial<Surroundings> = {}) {
    t.is(reported(object, around), expected);
  },
});

test(reports, "a CronJob is ready at once", live("batch/v1/CronJob"), "Current Ready: ready");
test(reports, "an Ingress is ready at once", live("networking.k8s.io/v1/Ingress"), "Current Ready: ready");
test(
  reports,
  "a PodDisruptionBudget waits until its generation is observed",
  live("policy/v1/PodDisruptionBudget", { metadata: { generation: 2 }, status: { observedGeneration: 1 } }),
  "InProgress LatestGenerationNotObserved: its controller has observed generation 1, not yet 2",
);
