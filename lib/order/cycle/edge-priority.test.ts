import test from "ava";

import { isHardEdge, strengthOf } from "./edge-priority.ts";

test("what cannot exist without the other is never given up for anything", (t) => {
  t.is(strengthOf("namespace"), 0);
  t.is(strengthOf("custom-resource"), 0);
});

test("what somebody specified is given up for no implicit edge", (t) => {
  for (const rule of [
    "depends-on",
    "deploy-dependency",
    "delete-dependency",
    "external-dependency",
  ] as const) {
    t.is(strengthOf(rule), 1);
    t.true(isHardEdge(rule));
  }
});

test("edges without which the API server refuses are stronger than those without which something is retried", (t) => {
  const refused = [
    "conversion-webhook",
    "aggregated-api",
    "admission-webhook",
    "admission-policy",
    "controller",
    "scheduler",
  ] as const;
  const retried = ["grants", "reference", "guards"] as const;
  for (const strong of refused) {
    for (const weak of retried) {
      t.true(strengthOf(strong) < strengthOf(weak));
      t.false(isHardEdge(strong) || isHardEdge(weak));
    }
  }
});
