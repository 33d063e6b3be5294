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
