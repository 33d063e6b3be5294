import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { newestMinor } from "./supported-versions.ts";
import { loadBuiltinSchemas } from "./load-builtin-schemas.ts";

const newest = await loadBuiltinSchemas(newestMinor);

// What the API server of Kubernetes 1.36 accepts and refuses in strict dry runs of a create and of an apply.

const testCheck = test.macro({
  exec(t, _name: string, object: JsonObject, ...found: string[]) {
    const faults = newest?.check(object).faults ?? [];
    t.deepEqual(
      faults.map(({ path, message }) => `${formatFieldPath(path)}: ${message}`),
      found,
    );
  },
  title: (_, name: string, __: JsonObject, ...found: string[]) =>
    `${name} is ${found.length === 0 ? "accepted" : "refused"}`,
});

const named = { metadata: { name: "web" } };
const inBatch = { apiVersion: "batch/v1", ...named };
test(
  testCheck,
  "a pod without spec",
  { apiVersion: "v1", kind: "Pod", ...named },
  "spec.containers: is required",
);
test(
  testCheck,
  "a pod whose spec is null",
  { apiVersion: "v1", kind: "Pod", ...named, spec: null },
  "spec.containers: is required",
);
test(testCheck, "a Job without spec", { ...inBatch, kind: "Job" }, "spec.template: is required");
test(
  testCheck,
  "a CronJob with an empty jobTemplate",
  { ...inBatch, kind: "CronJob", spec: { schedule: "* * * * *", jobTemplate: {} } },
  "spec.jobTemplate.spec.template: is required",
);
test(
  testCheck,
  "a ReplicaSet without a pod template",
  {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    ...named,
    spec: { selector: { matchLabels: { app: "web" } } },
  },
  "spec.template.spec.containers: is required",
);
test(testCheck, "an object without a spec that has no required fields", {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  ...named,
});
