import test from "ava";
import * as fc from "fast-check";

import { live, reported, testMoment } from "../../fixtures/live-object.ts";
import type { JsonObject } from "../object/json.ts";
import { readinessModes, readinessStates } from "./readiness.ts";
import { computeReadiness } from "./compute-readiness.ts";

/** The readiness of an object in converge's own mode. */
const reports = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, object: JsonObject, expected: string) {
    t.is(reported(object), expected);
  },
});

test(
  reports,
  "an object that is being deleted reports the finalizers that block the deletion",
  live("example.com/v1/Widget", {
    metadata: { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["example.com/cleanup"] },
  }),
  "Terminating Terminating: being deleted, held up by finalizer example.com/cleanup",
);
test("readiness never throws and has a message of one line and limited length for any object", (t) => {
  const kinds = [
    "v1/Pod",
    "v1/Service",
    "apps/v1/Deployment",
    "batch/v1/Job",
    "apps/v1/DaemonSet",
    "example.com/v1/Widget",
  ];
  const text = fc.string({ unit: "binary", maxLength: 600 });
  const conditions = fc.array(
    fc.record({
      type: fc.constantFrom("Ready", "Failed", "Available", "Stalled"),
      status: fc.constantFrom("True", "False", "x"),
      reason: text,
      message: text,
    }),
    { maxLength: 3 },
  );
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({ conditions, phase: fc.constantFrom("Running", "Pending", "Failed"), message: text }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      body,
      fc.jsonValue(),
      fc.constantFrom(...readinessModes),
      (kind, status, spec, mode) => {
        const object = JSON.parse(JSON.stringify(live(kind, { status, spec } as never))) as JsonObject;
        const { state, reason, message } = computeReadiness(object, {
          mode,
          now: testMoment,
          pods: [object],
        });
        t.true(readinessStates.includes(state));
        t.regex(reason, /^[A-Za-z][\w,:.-]*$/);
        t.notRegex(message, /[\p{Cc}\p{Zl}\p{Zp}]/u);
        t.true(message.length > 0 && message.length <= 610);
      },
    ),
  );
});

test("a message of nothing but control characters is replaced by the reason", (t) => {
  const conditions = [{ type: "Stalled", status: "True", reason: "Broken", message: "\u0000\n" }];
  const { reason, message } = computeReadiness(live("example.com/v1/Widget", { status: { conditions } }), {
    mode: "converge",
    now: testMoment,
  });
  t.is(message, reason);
});
