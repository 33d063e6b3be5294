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

const refused = condition(
  "ReplicaFailure=True",
  "FailedCreate",
  'pods "web-1" is forbidden:\nexceeded quota',
);
test(
  reports,
  "a ReplicaSet waits for its replicas",
  live("apps/v1/ReplicaSet", { status: {} }),
  "InProgress LessLabelled: 0 of 1 replica created",
);
test(
  reports,
  "a ReplicationController waits for its replicas",
  live("v1/ReplicationController", { status: {} }),
  "InProgress LessLabelled: 0 of 1 replica created",
);
test(
  reports,
  "a ReplicaSet reports why no pods can be created",
  live("apps/v1/ReplicaSet", { status: { conditions: [refused] } }),
  'InProgress ReplicaFailure: its pods cannot be created: pods "web-1" is forbidden: exceeded quota',
);
