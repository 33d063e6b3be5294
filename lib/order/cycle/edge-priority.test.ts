import test from "ava";

import { isHardEdge, strengthOf } from "./edge-priority.ts";

test("namespace and custom-resource edges are the strongest", (t) => {
  t.is(strengthOf("namespace"), 0);
  t.is(strengthOf("custom-resource"), 0);
});

test("explicitly specified edges are hard edges of the second rank", (t) => {
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

test("edges that prevent refused requests are stronger than edges that prevent retries", (t) => {
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
