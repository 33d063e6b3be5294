import test from "ava";

import { live, reported } from "../../../fixtures/live-object.ts";
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
  "an active Namespace is ready",
  live("v1/Namespace", { status: { phase: "Active" } }),
  "Current Active: active",
);
test(
  says,
  "a Namespace without a phase is not ready",
  live("v1/Namespace"),
  "InProgress NotActive: not active yet",
);
