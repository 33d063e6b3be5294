import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { classifyChange } from "./classify-change.ts";

function env(version: string, step: string): JsonObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "env", resourceVersion: version, managedFields: [{ time: version }] },
    data: { step },
  };
}

test("what was not there is created", (t) => {
  t.is(classifyChange(undefined, { object: env("1", "a"), created: true }, false), "created");
});

test("a write that gives no new version has changed nothing", (t) => {
  t.is(classifyChange(env("1", "a"), { object: env("1", "a"), created: false }, false), "unchanged");
  t.is(classifyChange(env("1", "a"), { object: env("2", "a"), created: false }, false), "configured");
});

test("a dry run gives no new version: what it changes shows in the content", (t) => {
  t.is(classifyChange(env("1", "a"), { object: env("1", "b"), created: false }, true), "configured");
  t.is(classifyChange(env("1", "a"), { object: env("2", "a"), created: false }, true), "unchanged");
});

test("a write whose object was created is a creation, even if one of that name was observed before", (t) => {
  t.is(classifyChange(env("1", "a"), { object: env("2", "b"), created: true }, false), "created");
  t.is(classifyChange(undefined, { object: env("1", "a"), created: true }, true), "created");
});

test("an object that was not observed and was not created counts as configured", (t) => {
  t.is(classifyChange(undefined, { object: env("1", "a"), created: false }, false), "configured");
  t.is(classifyChange(undefined, { object: env("1", "a"), created: false }, true), "configured");
});

function counted(generation: number, data: JsonObject): JsonObject {
  const metadata = { name: "env", generation, resourceVersion: String(generation) };
  return { ...env("", ""), metadata, data };
}

test("in a dry run neither the order of fields nor the counters of the server are a change", (t) => {
  const before = counted(1, { a: "1", b: "2" });
  t.is(classifyChange(before, { object: counted(2, { b: "2", a: "1" }), created: false }, true), "unchanged");
  const labelled = { ...before, metadata: { name: "env", labels: { app: "web" } } };
  t.is(classifyChange(before, { object: labelled, created: false }, true), "configured");
});
