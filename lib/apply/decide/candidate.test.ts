import test from "ava";

import { hook, object, objectNamed, planned } from "../../../fixtures/planned.ts";
import type { IgnoredDifference } from "../../inventory/ignored-differences.ts";
import { type JsonObject, valueAt } from "../../object/json.ts";
import { type Candidate, candidatesOf } from "./candidate.ts";

const web = object("Deployment/web", { body: { spec: { replicas: 2, paused: false } } });

function autoscaler(kind: string, name: string): JsonObject {
  const scaleTargetRef = { apiVersion: "apps/v1", kind, name };
  return object("HorizontalPodAutoscaler/web", { body: { spec: { scaleTargetRef, maxReplicas: 5 } } });
}

/** The candidate that is a Deployment of these. */
function deployment(objects: readonly JsonObject[], ignored: readonly IgnoredDifference[] = []): Candidate {
  const found = candidatesOf(planned(objects).plan, ignored).find(
    ({ object: { manifest } }) => manifest.kind === "Deployment",
  );
  if (found === undefined) {
    throw new Error("no Deployment is planned");
  }
  return found;
}

test("the candidates are the objects of the plan, in its order, with their stages", (t) => {
  const { plan } = planned([
    object("ConfigMap/env"),
    object("Job/migrate", { annotations: hook("pre-install") }),
    object("Job/smoke", { annotations: hook("post-install") }),
    object("CustomResourceDefinition/crontabs.example.com"),
  ]);
  t.deepEqual(
    candidatesOf(plan).map(({ object: { manifest }, stage }) => `${stage} ${manifest.name}`),
    plan.groups.flatMap(({ stage, objects }) => objects.map(({ manifest }) => `${stage} ${manifest.name}`)),
  );
  t.true(
    candidatesOf(plan).every(({ object: one }) => plan.groups.some(({ objects }) => objects.includes(one))),
  );
});

test("an object whose fields are all its own is decided on with its manifest as it is", (t) => {
  const { plan } = planned([web]);
  const [found] = candidatesOf(plan);
  t.is(found?.value, objectNamed(plan, "Deployment/web").manifest.value);
  t.deepEqual(found?.left, []);
});

/** The replicas that a Deployment of two is decided on with. */
const scales = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, objects: readonly JsonObject[], expected: number | undefined) {
    t.is(valueAt(deployment(objects).value, ["spec", "replicas"]), expected);
  },
});

test(
  scales,
  "replicas are left to an autoscaler of the set",
  [web, autoscaler("Deployment", "web")],
  undefined,
);
test(scales, "an autoscaler of another object leaves the replicas", [web, autoscaler("Deployment", "db")], 2);
test(scales, "an autoscaler of another kind leaves the replicas", [web, autoscaler("StatefulSet", "web")], 2);
test(
  scales,
  "an autoscaler in another namespace leaves the replicas",
  [web, { ...autoscaler("Deployment", "web"), metadata: { name: "web", namespace: "other" } }],
  2,
);
test(
  scales,
  "replicas for the creation leave the others to the cluster",
  [{ ...web, metadata: { name: "web", annotations: { "werf.io/replicas-on-creation": "3" } } }],
  undefined,
);

function ignoring(facts: Partial<IgnoredDifference>): IgnoredDifference {
  return {
    group: "apps",
    kind: "Deployment",
    jsonPointers: ["/spec/paused"],
    managedFieldsManagers: [],
    ...facts,
  };
}

/** Whether a rule of the user leaves a field of a Deployment to the cluster. */
const ignores = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, facts: Partial<IgnoredDifference>, isLeft: boolean) {
    const { value, left } = deployment([web], [ignoring(facts)]);
    t.is(valueAt(value, ["spec", "paused"]) === undefined, isLeft);
    t.deepEqual(left, isLeft ? [{ path: ["spec", "paused"], ceded: true, isCreated: true }] : []);
    t.is(valueAt(value, ["spec", "replicas"]), 2);
  },
});

test(ignores, "an ignored field of a kind is left to the cluster", {}, true);
test(ignores, "a rule for all kinds counts", { group: "*", kind: "*" }, true);
test(ignores, "a rule for this object counts", { name: "web", namespace: "default" }, true);
test(ignores, "a rule for another object does not count", { name: "db" }, false);
test(ignores, "a rule for another namespace does not count", { namespace: "shop" }, false);
test(ignores, "a rule for another kind does not count", { kind: "StatefulSet" }, false);
test(ignores, "a rule for another group does not count", { group: "" }, false);
test(
  ignores,
  "a rule for a field that the manifest lacks leaves nothing",
  { jsonPointers: ["/spec/x"] },
  false,
);
