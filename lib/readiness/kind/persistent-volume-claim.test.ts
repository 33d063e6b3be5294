import test from "ava";

import { live, reported } from "../../../fixtures/live-object.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Surroundings } from "../readiness.ts";

/** The readiness of an object in converge's own mode. */
const reports = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string, around: Partial<Surroundings> = {}) {
    t.is(reported(object, around), expected);
  },
});

const pending = live("v1/PersistentVolumeClaim", { status: { phase: "Pending" } });
test(
  reports,
  "a PersistentVolumeClaim is ready when it is bound",
  live("v1/PersistentVolumeClaim", { status: { phase: "Bound" } }),
  "Current Bound: bound",
);
test(
  reports,
  "a pending PersistentVolumeClaim is ready with the binding mode WaitForFirstConsumer",
  pending,
  "Current WaitForFirstConsumer: it is bound when the first pod uses it",
  { bindingMode: "WaitForFirstConsumer" },
);
test(
  reports,
  "a pending PersistentVolumeClaim with an unknown binding mode is in progress",
  pending,
  "InProgress NotBound: not bound, its phase is Pending",
);
test(
  reports,
  "a PersistentVolumeClaim that has lost its volume has failed",
  live("v1/PersistentVolumeClaim", { status: { phase: "Lost" } }),
  "Failed ClaimLost: it has lost its volume",
);
