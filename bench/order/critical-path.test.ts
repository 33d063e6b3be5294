import test from "ava";

import { dependsOn, object, planned, weight } from "../../fixtures/planned.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import { criticalPath, writtenSeconds } from "./critical-path.ts";

/** A Deployment whose pods are ready after that many seconds. */
function timed(
  name: string,
  seconds: number,
  annotations: Readonly<Record<string, string>> = {},
): JsonObject {
  const template = { metadata: { annotations: { "converge.test/ready-after": `${seconds}s` } } };
  return object(`Deployment/${name}`, { annotations, body: { spec: { template } } });
}

function pathOf(...objects: readonly JsonObject[]): number {
  return criticalPath(planned(objects).plan, writtenSeconds);
}

test("a group waits for all objects of the group before", (t) => {
  t.is(pathOf(timed("a", 4), timed("b", 1), timed("c", 4, weight(1)), timed("d", 2.5, weight(2))), 10.5);
});

test("an object waits for what it names only", (t) => {
  const needs = dependsOn("apps/namespaces/default/Deployment/b");
  t.is(pathOf(timed("a", 4), timed("b", 1), timed("c", 4, needs)), 5);
});

test("an object without pods takes no time", (t) => {
  t.is(pathOf(object("ConfigMap/env")), 0);
});
