import test from "ava";

import { ruleResult } from "../../../fixtures/ordered-set.ts";
import { object, pods } from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import { aggregatedApiRule } from "./aggregated-api.ts";

const around = [
  object("Service/api", { body: { spec: { selector: { app: "api" } } } }),
  object("Deployment/api", { body: pods({}, { app: "api" }) }),
  object("StatefulSet/api", { body: pods({}, { app: "api" }) }),
  object("metrics.example.com/v1/Metric/a"),
  object("metrics.example.com/v1/Rule/b"),
  object("metrics.example.com/v2/Metric/c"),
  object("metrics.example.com.evil/v1/Metric/d"),
];
const serves = test.macro((t, spec: JsonObject, ...expected: readonly string[]) => {
  const api = object("APIService/v1.metrics.example.com", { body: { spec } });
  t.deepEqual(ruleResult(aggregatedApiRule, [api, ...around]).edges, expected);
});
const service = { namespace: "default", name: "api" };
const api = "APIService/v1.metrics.example.com";

test(
  "an APIService waits for its servers, and the objects of its group and version wait for it",
  serves,
  { group: "metrics.example.com", version: "v1", service },
  `${api} → Deployment/api ready aggregated-api: spec.service`,
  `${api} → StatefulSet/api ready aggregated-api: spec.service`,
  `Metric/a → ${api} ready aggregated-api: apiVersion`,
  `Rule/b → ${api} ready aggregated-api: apiVersion`,
);
test(
  "objects wait for an APIService even if its server is outside the set",
  serves,
  { group: "metrics.example.com", version: "v2", service: { namespace: "other", name: "api" } },
  `Metric/c → ${api} ready aggregated-api: apiVersion`,
);
test("an APIService without a Service adds no edges", serves, {
  group: "metrics.example.com",
  version: "v1",
});
test(
  "an APIService of a version that no object has still waits for its servers",
  serves,
  { group: "metrics.example.com", version: "v3", service },
  `${api} → Deployment/api ready aggregated-api: spec.service`,
  `${api} → StatefulSet/api ready aggregated-api: spec.service`,
);
