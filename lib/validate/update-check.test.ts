import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { loadUpdateCheck } from "./update-check.ts";

const template = {
  metadata: { labels: { app: "web" } },
  spec: { containers: [{ name: "app", image: "app:1" }] },
};

function deployment(spec: JsonObject): JsonObject {
  const selector = { matchLabels: { app: "web" } };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web" },
    spec: { selector, ...spec },
  };
}

function service(spec: JsonObject): JsonObject {
  return { apiVersion: "v1", kind: "Service", metadata: { name: "web" }, spec };
}

const live = deployment({ template, replicas: 1, progressDeadlineSeconds: 600 });
const liveService = service({ clusterIP: "10.0.0.1", clusterIPs: ["10.0.0.1"], ports: [{ port: 80 }] });

const finds = test.macro({
  title: (_, what: string) => what,
  exec: async (t, _: string, [applied, before]: readonly [JsonObject, JsonObject], expected: object) => {
    t.deepEqual((await loadUpdateCheck())?.(applied, before), expected);
  },
});

test(
  finds,
  "a changed selector of a Deployment is reported",
  [deployment({ selector: { matchLabels: { app: "other" } } }), live],
  ["spec.selector"],
);
test(
  finds,
  "fields that the server has set are not reported as changes",
  [deployment({ template }), live],
  [],
);
test(
  finds,
  "a fault that does not result from the change is not reported",
  [deployment({ template, replicas: -1 }), live],
  [],
);
test(
  finds,
  "a change of an assigned clusterIP is reported even without clusterIPs",
  [service({ clusterIP: "None", ports: [{ port: 80 }] }), liveService],
  ["spec.clusterIPs[0]"],
);
test(
  finds,
  "a Service without a clusterIP is not reported",
  [service({ ports: [{ port: 81 }] }), liveService],
  [],
);
test(
  finds,
  "objects of different API versions are not compared",
  [{ ...live, apiVersion: "apps/v1beta1" }, live],
  [],
);
