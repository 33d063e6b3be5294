import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { withKappScope } from "./kapp-scope.ts";

const scope = { "kapp.k14s.io/app": "1", "kapp.k14s.io/association": "v1.a" };
const claim = { metadata: { name: "data" }, spec: {} };

function workload(
  matchLabels: JsonObject,
  labels: JsonObject,
  claims: readonly JsonObject[] = [],
): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name: "web" },
    spec: { selector: { matchLabels }, template: { metadata: { labels } }, volumeClaimTemplates: claims },
  };
}

const manifest = workload({ app: "web" }, { app: "web" }, [claim]);

test("labels that kapp added to a selector, a pod template and volume claim templates are kept", (t) => {
  const live = workload({ app: "web", "kapp.k14s.io/app": "1" }, { app: "web", ...scope }, [
    { metadata: { name: "data", labels: scope }, spec: {} },
  ]);
  t.deepEqual(withKappScope(manifest, live), live);
});

test("a pod template without labels gets those that kapp added", (t) => {
  const bare = { spec: { template: { spec: {} } } };
  t.deepEqual(withKappScope(bare, workload({}, scope)), {
    spec: { template: { spec: {}, metadata: { labels: scope } } },
  });
});

test("an object without kapp's labels, or with its own in the manifest, is sent unchanged", (t) => {
  t.is(withKappScope(manifest, workload({ app: "web" }, { app: "web" })), manifest);
  const own = workload(
    { "kapp.k14s.io/app": "2" },
    { "kapp.k14s.io/app": "2", "kapp.k14s.io/association": "b" },
  );
  t.is(withKappScope(own, workload({ "kapp.k14s.io/app": "1" }, scope)), own);
});

test("the selector of a Service follows the manifest, since it can be changed", (t) => {
  const service = { apiVersion: "v1", kind: "Service", spec: { selector: { app: "web" } } };
  const live = { ...service, spec: { selector: { app: "web", ...scope } } };
  t.is(withKappScope(service, live), service);
});
