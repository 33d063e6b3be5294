import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { defines, object, planned, pods, waitsOf } from "../../../fixtures/planned.ts";

const service = (name: string): JsonObject =>
  object(`Service/${name}`, { body: { spec: { selector: { app: name } } } });
const server = (name: string, spec: JsonObject = {}): JsonObject =>
  object(`Deployment/${name}`, { body: pods(spec, { app: name }) });

test("a custom resource waits for the workload behind its conversion webhook", (t) => {
  const client = { service: { namespace: "default", name: "hook" } };
  const result = planned([
    object("CustomResourceDefinition/things.example.com", {
      body: defines("example.com", "Thing", {
        conversion: { strategy: "Webhook", webhook: { clientConfig: client } },
      }),
    }),
    service("hook"),
    server("hook"),
    object("example.com/v1/Thing/x"),
  ]);
  t.deepEqual(waitsOf(result, "Thing/x"), [
    "CustomResourceDefinition/things.example.com ready custom-resource",
    "Deployment/hook ready conversion-webhook",
  ]);
});

test("an APIService waits for its server, and the objects of its group and version wait for it", (t) => {
  const result = planned([
    object("APIService/v1.example.com", {
      body: { spec: { group: "example.com", version: "v1", service: { namespace: "default", name: "api" } } },
    }),
    service("api"),
    server("api"),
    object("example.com/v1/Thing/x"),
    object("example.com/v2/Thing/y"),
  ]);
  t.deepEqual(waitsOf(result, "APIService/v1.example.com"), [
    "Service/api present reference",
    "Deployment/api ready aggregated-api",
  ]);
  t.deepEqual(waitsOf(result, "Thing/x"), ["APIService/v1.example.com ready aggregated-api"]);
  t.deepEqual(waitsOf(result, "Thing/y"), []);
});

const profile = "kind: KubeSchedulerConfiguration\nprofiles:\n  - schedulerName: mine\n";

test("a pod with a custom schedulerName waits for the workload that provides the profile", (t) => {
  const result = planned([
    object("ConfigMap/config", { body: { data: { "config.yaml": profile } } }),
    server("scheduler", { volumes: [{ configMap: { name: "config" } }] }),
    object("Pod/served", { body: { spec: { schedulerName: "mine" } } }),
    object("Pod/plain", { body: { spec: { schedulerName: "default-scheduler" } } }),
  ]);
  t.deepEqual(waitsOf(result, "Pod/served"), ["Deployment/scheduler ready scheduler"]);
  t.deepEqual(waitsOf(result, "Pod/plain"), []);
});
