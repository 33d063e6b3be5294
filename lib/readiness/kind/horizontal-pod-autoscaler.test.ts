import test from "ava";

import { condition, live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";

/** What an object says in converge's own mode. */
const says = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string) {
    t.is(reported(object), expected);
  },
});

test(
  says,
  "an autoscaler without metrics holds nobody up",
  live("autoscaling/v2/HorizontalPodAutoscaler", {
    status: { conditions: [condition("ScalingActive=False", "FailedGetResourceMetric", "no metrics")] },
  }),
  "Current ScalingInactive: exists, but does not scale: no metrics",
);
