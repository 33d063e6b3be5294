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

const registered = (text: string): JsonObject =>
  live("apiregistration.k8s.io/v1/APIService", {
    status: { conditions: [condition(text, "MissingEndpoints", "no endpoints")] },
  });
test(
  reports,
  "an available APIService is ready",
  registered("Available=True"),
  "Current Available: available",
);
test(
  reports,
  "an unavailable APIService is in progress, with the reason",
  registered("Available=False"),
  "InProgress MissingEndpoints: Available is False: no endpoints",
);
test(
  reports,
  "an APIService that the API server has not checked yet is not ready",
  live("apiregistration.k8s.io/v1/APIService"),
  "InProgress AvailabilityUnknown: the API server has not tried it yet",
);
