import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { newestMinor } from "./supported-versions.ts";
import { loadBuiltinSchemas } from "./load-builtin-schemas.ts";

const newest = await loadBuiltinSchemas(newestMinor);

// What the API server of Kubernetes 1.36 takes and refuses, by a dry run of a create and of an apply, both
// strict.

const judged = test.macro({
  exec(t, _name: string, object: JsonObject, ...found: string[]) {
    const faults = newest?.check(object).faults ?? [];
    t.deepEqual(
      faults.map(({ path, message }) => `${formatFieldPath(path)}: ${message}`),
      found,
    );
  },
  title: (_, name: string, __: JsonObject, ...found: string[]) =>
    `${name}: ${found.length === 0 ? "taken" : "refused"}`,
});

const named = { metadata: { name: "web" } };
const inBatch = { apiVersion: "batch/v1", ...named };
test(
  judged,
  "a pod without spec",
  { apiVersion: "v1", kind: "Pod", ...named },
  "spec.containers: is required",
);
test(
  judged,
  "a pod whose spec is null",
  { apiVersion: "v1", kind: "Pod", ...named, spec: null },
  "spec.containers: is required",
);
test(judged, "a Job without spec", { ...inBatch, kind: "Job" }, "spec.template: is required");
test(
  judged,
  "a CronJob whose template of a Job is empty",
  { ...inBatch, kind: "CronJob", spec: { schedule: "* * * * *", jobTemplate: {} } },
  "spec.jobTemplate.spec.template: is required",
);
test(
  judged,
  "a workload without a template of its pods' spec",
  {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    ...named,
    spec: { selector: { matchLabels: { app: "web" } } },
  },
  "spec.template.spec.containers: is required",
);
test(judged, "a kind without spec in which nothing is required", {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  ...named,
});
