import test from "ava";

import { live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";

/** The readiness of an object in converge's own mode. */
const reports = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string) {
    t.is(reported(object), expected);
  },
});

const seen = { metadata: { generation: 1 } };
test(
  reports,
  "a DaemonSet that its controller has not observed is not ready",
  live("apps/v1/DaemonSet", seen),
  "InProgress NoObservedGeneration: its controller has not observed it yet",
);
test(
  reports,
  "a DaemonSet waits for a pod on every node",
  live("apps/v1/DaemonSet", {
    ...seen,
    status: {
      observedGeneration: 1,
      desiredNumberScheduled: 3,
      currentNumberScheduled: 3,
      updatedNumberScheduled: 1,
    },
  }),
  "InProgress LessUpdated: 1 of 3 pods updated",
);
