import test from "ava";

import { live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Surroundings } from "../readiness.ts";

/** What an object says in converge's own mode. */
const says = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string, around: Partial<Surroundings> = {}) {
    t.is(reported(object, around), expected);
  },
});

test(says, "a CronJob is ready at once", live("batch/v1/CronJob"), "Current Ready: ready");
test(says, "an Ingress is ready at once", live("networking.k8s.io/v1/Ingress"), "Current Ready: ready");
test(
  says,
  "a disruption budget waits until its generation is seen",
  live("policy/v1/PodDisruptionBudget", { metadata: { generation: 2 }, status: { observedGeneration: 1 } }),
  "InProgress LatestGenerationNotObserved: its controller has observed generation 1, not yet 2",
);
