import test from "ava";

import { type PlainRule, ruledPlan } from "../../../fixtures/ruled-plan.ts";
import { hook, object, objectNamed, planned, type ObjectWords } from "../../../fixtures/planned.ts";
import { type JsonObject, valueAt, field, objectField, stringField } from "../../object/json.ts";
import type { ObjectFieldRule } from "../../object/field-rule.ts";
import { type Candidate, candidatesOf, createdForm, sentForm } from "./candidate.ts";
import type { PlannedObject } from "../../plan/plan.ts";

const marks = { id: "applyset-test-v1", hash: "hash" };

/** The only object of a set, ready to be decided on; `/replicas` and the like are left to the cluster. */
function candidate(
  written: string,
  words: ObjectWords = {},
  pointers: readonly string[] = [],
): Candidate<PlannedObject> {
  const { plan } = planned([object(written, words)]);
  const [found] = candidatesOf(ruledPlan(plan, [{ pointers }]));
  if (found === undefined) {
    throw new Error(`${written} is not planned`);
  }
  return found;
}

function metadataOf(sent: JsonObject): JsonObject {
  return objectField(sent, "metadata");
}

test("a namespaced object is sent with the namespace that it resolves to", (t) => {
  t.like(metadataOf(sentForm(candidate("ConfigMap/env"), marks)), { name: "env", namespace: "default" });
  const elsewhere = candidate("ConfigMap/env", { namespace: "shop" });
  t.like(metadataOf(sentForm(elsewhere, marks)), { name: "env", namespace: "shop" });
});

test("a cluster-scoped object is sent without a namespace, even if it names one", (t) => {
  const sent = sentForm(candidate("ClusterRole/reader", { namespace: "shop" }), marks);
  t.false("namespace" in metadataOf(sent));
  t.is(stringField(metadataOf(sent), "name"), "reader");
});

test("an object is sent with the ApplySet label and its manifest hash, in addition to its own labels and annotations", (t) => {
  const words = { labels: { app: "web" }, annotations: { note: "mine" } };
  const { labels, annotations } = metadataOf(sentForm(candidate("ConfigMap/env", words), marks));
  t.deepEqual(labels, { app: "web", "applyset.kubernetes.io/part-of": marks.id });
  t.like(annotations, { note: "mine" });
  t.regex(stringField(annotations, "converge.dev/applied") ?? "", /^hash\.[\w-]{8}$/);
});

test("a hook is sent without the ApplySet label and the hash, even if its manifest contains them", (t) => {
  const words = {
    annotations: { ...hook("pre-install"), "converge.dev/applied": "old.12345678" },
    labels: { app: "web", "applyset.kubernetes.io/part-of": "applyset-other-v1" },
  };
  const { labels, annotations } = metadataOf(sentForm(candidate("Job/migrate", words), marks));
  t.deepEqual(labels, { app: "web" });
  t.deepEqual(annotations, hook("pre-install"));
});

test("a CRD from the crds folder of a chart is sent with the manifest hash, but without the ApplySet label", (t) => {
  const { plan } = planned({
    "chart/crds/a.yaml": [object("CustomResourceDefinition/crontabs.example.com")],
  });
  const [found] = candidatesOf(plan);
  const { labels, annotations } = found === undefined ? {} : metadataOf(sentForm(found, marks));
  t.is(labels, undefined);
  t.regex(stringField(annotations, "converge.dev/applied") ?? "", /^hash\./);
});

test("fields that only the server sets are not sent", (t) => {
  const body = { status: { phase: "Active" }, data: { a: "1" } };
  const sent = sentForm(candidate("ConfigMap/env", { body }), marks);
  t.is(field(sent, "status"), undefined);
  t.deepEqual(field(sent, "data"), { a: "1" });
});

/** The replicas with which a Deployment is sent if it exists, and if it does not. */
const replicas = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, made: Candidate, sent: number | undefined, created: number | undefined | "same") {
    t.is(field(objectField(sentForm(made, marks), "spec"), "replicas"), sent);
    const form = createdForm(made, marks);
    t.is(form === undefined ? "same" : field(objectField(form, "spec"), "replicas"), created);
  },
});

const body = { spec: { replicas: 2, paused: false } };
const onCreation = { "werf.io/replicas-on-creation": "3" };

test(
  replicas,
  "an ordinary object is created and updated with the same manifest",
  candidate("Deployment/web", { body }),
  2,
  "same",
);
test(
  replicas,
  "replicas-on-creation is sent only when the object is created",
  candidate("Deployment/web", { body, annotations: onCreation }),
  undefined,
  3,
);
test(
  replicas,
  "replicas-on-creation needs no replicas in the manifest",
  candidate("Deployment/web", { annotations: onCreation }),
  undefined,
  3,
);
test(
  replicas,
  "a field that a rule leaves to the cluster is sent only when the object is created",
  candidate("Deployment/web", { body }, ["/spec/replicas"]),
  undefined,
  2,
);
test(
  replicas,
  "a rule for a field that the object lacks does not change what is sent",
  candidate("Deployment/web", { body }, ["/spec/minReadySeconds"]),
  2,
  "same",
);

test("an object that is created with replicas-on-creation has the ApplySet label and the rest of its spec", (t) => {
  const made = candidate("Deployment/web", { body, annotations: onCreation });
  const created = createdForm(made, marks);
  t.deepEqual(created && objectField(created, "spec"), { replicas: 3, paused: false });
  t.is(field(objectField(metadataOf(created ?? {}), "labels"), "applyset.kubernetes.io/part-of"), marks.id);
});

const web = object("Deployment/web", { body: { spec: { replicas: 2, paused: false } } });

function autoscaler(kind: string, name: string): JsonObject {
  const scaleTargetRef = { apiVersion: "apps/v1", kind, name };
  return object("HorizontalPodAutoscaler/web", { body: { spec: { scaleTargetRef, maxReplicas: 5 } } });
}

/** The candidate for the Deployment among these objects. */
function deployment(objects: readonly JsonObject[], rules: readonly PlainRule[] = []): Candidate {
  const found = candidatesOf(ruledPlan(planned(objects).plan, rules)).find(
    ({ object: { manifest } }) => manifest.kind === "Deployment",
  );
  if (found === undefined) {
    throw new Error("no Deployment is planned");
  }
  return found;
}

test("the candidates are the objects of the plan with their stages, in the order of the plan", (t) => {
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

test("an object that leaves no field to the cluster is compared by its unmodified manifest", (t) => {
  const { plan } = planned([web]);
  const [found] = candidatesOf(plan);
  t.is(found?.value, objectNamed(plan, "Deployment/web").manifest.value);
  t.deepEqual(found?.left, []);
});

/** The replicas by which a Deployment with two replicas is compared. */
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
test(
  scales,
  "an autoscaler of another object does not affect the replicas",
  [web, autoscaler("Deployment", "db")],
  2,
);
test(
  scales,
  "an autoscaler of another kind does not affect the replicas",
  [web, autoscaler("StatefulSet", "web")],
  2,
);
test(
  scales,
  "an autoscaler in another namespace does not affect the replicas",
  [web, { ...autoscaler("Deployment", "web"), metadata: { name: "web", namespace: "other" } }],
  2,
);
test(
  scales,
  "with replicas-on-creation the replicas of the manifest are left to the cluster",
  [{ ...web, metadata: { name: "web", annotations: { "werf.io/replicas-on-creation": "3" } } }],
  undefined,
);

const left = { path: ["spec", "paused"], ceded: true, isCreated: true };

/** Whether `/spec/paused` of a Deployment is compared and sent if a rule names it. */
const leaves = test.macro({
  title: (_, meaning: ObjectFieldRule["meaning"], isCompared: boolean, isSent: boolean) =>
    `a field with a ${meaning} rule is ${isCompared ? "compared" : "not compared"} and is ${isSent ? "sent" : "not sent"}`,
  exec(t, meaning: ObjectFieldRule["meaning"], isCompared: boolean, isSent: boolean) {
    const { value, written } = deployment([web], [{ meaning, pointers: ["/spec/paused"] }]);
    t.is(valueAt(value, ["spec", "paused"]) !== undefined, isCompared);
    t.is(valueAt(written, ["spec", "paused"]) !== undefined, isSent);
    t.is(valueAt(value, ["spec", "replicas"]), 2);
  },
});

test(leaves, "set-once", false, false);
test(leaves, "not-drift", false, true);
test(leaves, "never-take", true, true);
test(leaves, "take-by-force", true, true);

test("a rule for a field that the manifest lacks leaves no field to the cluster", (t) => {
  t.deepEqual(deployment([web], [{ pointers: ["/spec/x"] }]).left, []);
  t.like(deployment([web], [{ pointers: ["/spec/paused"] }]).left[0], left);
});
