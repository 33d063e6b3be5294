import test from "ava";

import { condition, live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Surroundings } from "../readiness.ts";

/** The readiness of an object in converge's own mode. */
const reports = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string, around: Partial<Surroundings> = {}) {
    t.is(reported(object, around), expected);
  },
});

const refused = condition(
  "ReplicaFailure=True",
  "FailedCreate",
  'pods "web-1" is forbidden:\nexceeded quota',
);
function deployment(status: JsonObject, spec: JsonObject = {}): JsonObject {
  return live("apps/v1/Deployment", { spec: { replicas: 3, ...spec }, status });
}
const full = { replicas: 3, updatedReplicas: 3, availableReplicas: 3, readyReplicas: 3 };
const isAvailable = { conditions: [condition("Available=True")] };
const late = condition("Progressing=False", "ProgressDeadlineExceeded", "ReplicaSet has timed out");
test(
  reports,
  "a Deployment with all its replicas is ready",
  deployment({ ...full, ...isAvailable }),
  "Current Available: 3 replicas available",
);
test(
  reports,
  "a Deployment with an unavailable replica is in progress",
  deployment({ ...full, availableReplicas: 2 }),
  "InProgress LessAvailable: 2 of 3 replicas available",
);
test(
  reports,
  "a Deployment waits until old replicas have terminated",
  deployment({ ...full, replicas: 4 }),
  "InProgress ExtraPods: waiting for 1 old replica to terminate",
);
test(
  reports,
  "a Deployment that exceeds its progress deadline has failed",
  deployment({ ...full, conditions: [late] }),
  "Failed ProgressDeadlineExceeded: no progress within its deadline",
);
test(
  reports,
  "a Deployment reports why no pods can be created, on one line",
  deployment({ conditions: [refused] }),
  'InProgress LessReplicas: 0 of 3 replicas created: pods "web-1" is forbidden: exceeded quota',
);
test(
  reports,
  "a Deployment paused during its rollout is suspended",
  deployment({ availableReplicas: 1 }, { paused: true }),
  "Suspended Paused: paused, 1 of 3 replicas available",
);
test(
  reports,
  "a Deployment paused after its rollout is ready, despite the reason DeploymentPaused",
  deployment(
    {
      replicas: 3,
      updatedReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      conditions: [condition("Available=True"), condition("Progressing=Unknown", "DeploymentPaused")],
    },
    { paused: true, progressDeadlineSeconds: 600 },
  ),
  "Current Paused: paused, 3 of 3 replicas available",
);
test(
  reports,
  "a Deployment with an older observed generation is not ready",
  live("apps/v1/Deployment", { metadata: { generation: 2 }, status: { ...full, observedGeneration: 1 } }),
  "InProgress LatestGenerationNotObserved: its controller has observed generation 1, not yet 2",
);
