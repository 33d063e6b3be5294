import test from "ava";

import { condition, live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Surroundings } from "../readiness.ts";

/** What an object says in converge's own mode. */
const says = test.macro({
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
  says,
  "a Deployment with all its replicas is ready",
  deployment({ ...full, ...isAvailable }),
  "Current Available: 3 replicas available",
);
test(
  says,
  "a Deployment counts its replicas",
  deployment({ ...full, availableReplicas: 2 }),
  "InProgress LessAvailable: 2 of 3 replicas available",
);
test(
  says,
  "a Deployment waits for old replicas to end",
  deployment({ ...full, replicas: 4 }),
  "InProgress ExtraPods: waiting for 1 old replica to terminate",
);
test(
  says,
  "a Deployment that makes no progress has failed",
  deployment({ ...full, conditions: [late] }),
  "Failed ProgressDeadlineExceeded: no progress within its deadline",
);
test(
  says,
  "a Deployment tells why no pods can be created, on one line",
  deployment({ conditions: [refused] }),
  'InProgress LessReplicas: 0 of 3 replicas created: pods "web-1" is forbidden: exceeded quota',
);
test(
  says,
  "a Deployment paused in the middle of its rollout is suspended",
  deployment({ availableReplicas: 1 }, { paused: true }),
  "Suspended Paused: paused, 1 of 3 replicas available",
);
test(
  says,
  "a Deployment paused after its rollout is ready, although its conditions say that it is paused",
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
  says,
  "a Deployment whose controller lags behind is not ready",
  live("apps/v1/Deployment", { metadata: { generation: 2 }, status: { ...full, observedGeneration: 1 } }),
  "InProgress LatestGenerationNotObserved: its controller has observed generation 1, not yet 2",
);
