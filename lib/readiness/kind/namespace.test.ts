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

test(
  reports,
  "an active Namespace is ready",
  live("v1/Namespace", { status: { phase: "Active" } }),
  "Current Active: active",
);
test(
  reports,
  "a Namespace without a phase is not ready",
  live("v1/Namespace"),
  "InProgress NotActive: not active yet",
);
