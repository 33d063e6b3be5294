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

const registered = (text: string): JsonObject =>
  live("apiregistration.k8s.io/v1/APIService", {
    status: { conditions: [condition(text, "MissingEndpoints", "no endpoints")] },
  });
test(
  says,
  "an APIService that is available is ready",
  registered("Available=True"),
  "Current Available: available",
);
test(
  says,
  "an APIService tells why it is not available",
  registered("Available=False"),
  "InProgress MissingEndpoints: Available is False: no endpoints",
);
test(
  says,
  "an APIService that nobody has tried is not ready",
  live("apiregistration.k8s.io/v1/APIService"),
  "InProgress AvailabilityUnknown: the API server has not tried it yet",
);
