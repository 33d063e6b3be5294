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
  "another selector is suspicious",
  [deployment({ selector: { matchLabels: { app: "other" } } }), live],
  ["spec.selector"],
);
test(finds, "what the server has filled in is not", [deployment({ template }), live], []);
test(finds, "a fault that the object has anyway is not", [deployment({ template, replicas: -1 }), live], []);
test(
  finds,
  "an address that the server has given is, with or without the list of addresses",
  [service({ clusterIP: "None", ports: [{ port: 80 }] }), liveService],
  ["spec.clusterIPs[0]"],
);
test(finds, "a Service that names no address is not", [service({ ports: [{ port: 81 }] }), liveService], []);
test(finds, "another version is not compared", [{ ...live, apiVersion: "apps/v1beta1" }, live], []);
