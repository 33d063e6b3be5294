import test from "ava";

import { condition, live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";

/** The readiness of an object in converge's own mode. */
const reports = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string) {
    t.is(reported(object), expected);
  },
});

test(
  reports,
  "a HorizontalPodAutoscaler without metrics is ready",
  live("autoscaling/v2/HorizontalPodAutoscaler", {
    status: { conditions: [condition("ScalingActive=False", "FailedGetResourceMetric", "no metrics")] },
  }),
  "Current ScalingInactive: exists, but does not scale: no metrics",
);
