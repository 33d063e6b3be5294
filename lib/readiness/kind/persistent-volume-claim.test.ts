import test from "ava";

import { live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Surroundings } from "../readiness.ts";

/** What an object says in converge's own mode. */
const says = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string, around: Partial<Surroundings> = {}) {
    t.is(reported(object, around), expected);
  },
});

const pending = live("v1/PersistentVolumeClaim", { status: { phase: "Pending" } });
test(
  says,
  "a claim is ready when it is bound",
  live("v1/PersistentVolumeClaim", { status: { phase: "Bound" } }),
  "Current Bound: bound",
);
test(
  says,
  "a claim that binds at the first use is ready before",
  pending,
  "Current WaitForFirstConsumer: it is bound when the first pod uses it",
  { bindingMode: "WaitForFirstConsumer" },
);
test(
  says,
  "a claim of an unknown class waits to be bound",
  pending,
  "InProgress NotBound: not bound, its phase is Pending",
);
test(
  says,
  "a claim that has lost its volume has failed",
  live("v1/PersistentVolumeClaim", { status: { phase: "Lost" } }),
  "Failed ClaimLost: it has lost its volume",
);
