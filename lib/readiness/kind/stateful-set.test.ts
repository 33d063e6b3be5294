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

const twoReady = {
  replicas: 2,
  readyReplicas: 2,
  currentReplicas: 2,
  updatedReplicas: 2,
  currentRevision: "a",
  updateRevision: "a",
};
test(
  reports,
  "a StatefulSet with all its replicas ready is ready",
  live("apps/v1/StatefulSet", { spec: { replicas: 2 }, status: twoReady }),
  "Current Ready: 2 of 2 replicas ready",
);
test(
  reports,
  "a StatefulSet with the update strategy OnDelete is ready",
  live("apps/v1/StatefulSet", { spec: { updateStrategy: { type: "OnDelete" } } }),
  "Current OnDelete: its pods are replaced when they are deleted",
);
test(
  reports,
  "a StatefulSet waits until its replicas have been ready for minReadySeconds",
  live("apps/v1/StatefulSet", {
    spec: { replicas: 2, minReadySeconds: 5 },
    status: { ...twoReady, availableReplicas: 1 },
  }),
  "InProgress LessAvailable: 1 of 2 replicas available",
);
test(
  reports,
  "a StatefulSet with a partition waits for the replicas from that ordinal on",
  live("apps/v1/StatefulSet", {
    spec: { replicas: 2, updateStrategy: { rollingUpdate: { partition: 1 } } },
    status: { ...twoReady, updatedReplicas: 0 },
  }),
  "InProgress PartitionRollout: 0 of 1 replica updated",
);
