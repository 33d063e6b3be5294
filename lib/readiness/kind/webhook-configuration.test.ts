import test from "ava";

import { live, testMoment, reported } from "../../../fixtures/live-object.ts";

const configuration = live("admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration");

test("a webhook configuration that this run has changed is ready one second after the change", (t) => {
  const waits = "InProgress Spreading: until every API server has loaded it";
  t.is(reported(configuration, { changedAt: testMoment }), `${waits} (again in 1000 ms)`);
  t.is(reported(configuration, { changedAt: testMoment - 999 }), `${waits} (again in 1 ms)`);
  t.is(reported(configuration, { changedAt: testMoment - 1000 }), "Current InPlace: exists");
});

test("an unchanged webhook configuration is ready, in kstatus mode also a changed one", (t) => {
  t.is(reported(configuration), "Current InPlace: exists");
  t.regex(reported(configuration, { mode: "kstatus", changedAt: testMoment }), /^Current /);
});
