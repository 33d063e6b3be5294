import test from "ava";
import * as fc from "fast-check";

import { managedBy } from "../../../fixtures/applied-object.ts";
import { adoptedHelm, createdObject, decisionOn } from "../../../fixtures/decided-object.ts";
import { hook, object } from "../../../fixtures/planned.ts";
import { withValue, without } from "../../inventory/conflict.ts";
import {
  isArray,
  type JsonObject,
  type JsonValue,
  objectField,
  type Path,
  valueAt,
  sameJson,
} from "../../object/json.ts";
import type { PlainRule } from "../../../fixtures/ruled-plan.ts";

const web = object("Deployment/web", {
  body: { spec: { replicas: 2, paused: false, template: { metadata: { labels: { app: "web" } } } } },
});
const live = createdObject([web]);

/** The managed fields of a live object with its first entry changed, and further entries. */
function withOwnership(
  change: (fields: JsonObject) => JsonObject,
  ...others: readonly JsonObject[]
): JsonObject {
  const path = ["metadata", "managedFields"];
  const entries = valueAt(live, path);
  const [ours = {}] = isArray(entries) ? (entries as readonly JsonObject[]) : [];
  const changed: JsonValue = [{ ...ours, fieldsV1: change(objectField(ours, "fieldsV1")) }, ...others];
  return withValue(live, path, changed);
}

const same = (fields: JsonObject): JsonObject => fields;
const replicasField: Path = ["f:spec", "f:replicas"];
const edited = managedBy(
  "kubectl-edit",
  { "f:spec": { "f:replicas": {} } },
  {
    apiVersion: "apps/v1",
    operation: "Update",
  },
);

/** Whether a Deployment is sent again, given its live state. */
const sends = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, state: JsonObject, expected: "apply" | "unchanged") {
    t.is(decisionOn([web], state).type, expected);
  },
});

test(sends, "an object that has not changed since it was sent is not sent again", live, "unchanged");
test(
  sends,
  "a value that another manager has changed is sent again, since that manager owns the field now",
  withOwnership((fields) => without(fields, replicasField), edited),
  "apply",
);
test(
  sends,
  "a field that another manager co-owns with the same value is not sent again",
  withOwnership(same, edited),
  "unchanged",
);
test(
  sends,
  "a field that was removed is sent again",
  withOwnership((fields) => without(fields, replicasField)),
  "apply",
);
test(
  sends,
  "a field that the manifest no longer holds is removed by sending it again",
  withOwnership((fields) => ({ ...fields, "f:data": { "f:old": {} } })),
  "apply",
);
test(
  sends,
  "values that the server has set by default cause no write",
  withValue(live, ["spec"], { ...objectField(live, "spec"), revisionHistoryLimit: 10 }),
  "unchanged",
);
test(
  sends,
  "a status that a controller has set causes no write",
  { ...live, status: { readyReplicas: 1 } },
  "unchanged",
);
test(
  sends,
  "an annotation that another user has added causes no write",
  withValue(live, ["metadata", "annotations"], {
    ...objectField(objectField(live, "metadata"), "annotations"),
    note: "mine",
  }),
  "unchanged",
);
test(
  sends,
  "an object that is being deleted is sent again",
  withValue(live, ["metadata"], {
    ...objectField(live, "metadata"),
    deletionTimestamp: "2026-01-01T00:00:00Z",
  }),
  "apply",
);
test(
  sends,
  "an object that lost the label of the release is sent again",
  withValue(live, ["metadata", "labels"], {}),
  "apply",
);
test(
  sends,
  "an object that was applied with another API version is sent again",
  withValue(live, ["metadata", "managedFields", 0, "apiVersion"], "apps/v1beta1"),
  "apply",
);
test(
  sends,
  "an object whose fields another manager has applied is sent again",
  withValue(live, ["metadata", "managedFields", 0, "manager"], "flux"),
  "apply",
);

test("a manifest with another value is sent again, but not one with only another order of its fields", (t) => {
  const { replicas, ...rest } = objectField(web, "spec");
  t.is(decisionOn([{ ...web, spec: { ...rest, replicas: replicas ?? null } }], live).type, "unchanged");
  t.is(decisionOn([{ ...web, spec: { ...rest, replicas: 3 } }], live).type, "apply");
  t.is(decisionOn([{ ...web, spec: rest }], live).type, "apply");
});

test("an unchanged object of another release is sent when it is taken over", (t) => {
  t.is(
    decisionOn([web], createdObject([web], { id: "applyset-other-v1" }), { policy: "force-adopt" }).type,
    "apply",
  );
});

test("a hook is applied each time, even if the release owns it and it is unchanged", (t) => {
  const annotations = {
    ...hook("pre-install"),
    "helm.sh/hook-delete-policy": "hook-failed",
    "werf.io/ownership": "release",
  };
  const made = object("ConfigMap/env", { annotations });
  t.like(decisionOn([made], createdObject([made])), { type: "apply", replaces: false });
});

test("an unchanged object with the delete policy before-creation is replaced", (t) => {
  const made = object("ConfigMap/env", { annotations: { "werf.io/delete-policy": "before-creation" } });
  t.like(decisionOn([made], createdObject([made])), { type: "apply", replaces: true });
});

test("an unchanged object with fields of Helm is sent when its Helm release is adopted", (t) => {
  const helm = managedBy("helm", { "f:spec": { "f:paused": {} } }, { apiVersion: "apps/v1" });
  const shared = withOwnership(same, helm);
  t.is(decisionOn([web], shared).type, "unchanged");
  t.is(decisionOn([web], shared, { adopted: adoptedHelm }).type, "apply");
});

const scaler = managedBy(
  "kube-controller-manager",
  { "f:spec": { "f:replicas": {} } },
  {
    apiVersion: "apps/v1",
    operation: "Update",
    subresource: "scale",
  },
);

test("replicas that an autoscaler in the cluster has changed are left to it", (t) => {
  const scaled = withOwnership((fields) => without(fields, replicasField), scaler);
  const options = {
    isAutoscaled: (key: string): boolean => key === "apps/namespaces/default/Deployment/web",
  };
  t.is(decisionOn([web], scaled).type, "apply");
  t.is(decisionOn([web], scaled, options).type, "unchanged");
  const decision = decisionOn([{ ...web, spec: { replicas: 2, paused: true } }], scaled, options);
  t.like(decision, { type: "apply", resent: { spec: { replicas: 2, paused: true } } });
  t.deepEqual(decision.type === "apply" && decision.sent["spec"], { paused: true });
});

test("an autoscaler does not affect an object whose manifest has no replicas", (t) => {
  const plain = object("Deployment/web", { body: { spec: { paused: false } } });
  t.is(decisionOn([plain], createdObject([plain]), { isAutoscaled: () => true }).type, "unchanged");
});

function ruled(rule: PlainRule): { readonly rules: readonly PlainRule[] } {
  return { rules: [rule] };
}

test("a change in the cluster of a field that a rule leaves to the cluster causes no write", (t) => {
  const options = ruled({ pointers: ["/spec/replicas"] });
  const made = createdObject([web], options);
  t.is(valueAt(made, ["spec", "replicas"]), 2);
  t.is(decisionOn([web], made, options).type, "unchanged");
  const changed = withValue(made, ["spec", "replicas"], 7);
  const path = ["metadata", "managedFields", 0, "fieldsV1"];
  const ceded = withValue(
    changed,
    path,
    without(objectField(valueAt(changed, path.slice(0, -1)), "fieldsV1"), replicasField),
  );
  t.is(decisionOn([web], ceded, options).type, "unchanged");
  t.is(
    decisionOn([{ ...web, spec: { ...objectField(web, "spec"), replicas: 9 } }], ceded, options).type,
    "unchanged",
  );
});

test("fields of a manager that a rule names are given up, and not sent", (t) => {
  const keda = managedBy("keda", { "f:spec": { "f:replicas": {} } });
  const taken = withOwnership((fields) => without(fields, replicasField), keda);
  const options = ruled({ managers: ["keda"] });
  t.is(decisionOn([web], taken, ruled({ managers: ["flux"] })).type, "apply");
  t.is(decisionOn([web], taken, options).type, "unchanged");
  const decision = decisionOn([{ ...web, spec: { replicas: 9, paused: true } }], taken, options);
  t.like(decision, { type: "apply", transfer: { ceded: { paths: [["spec", "replicas"]] } } });
  t.deepEqual(decision.type === "apply" && decision.sent["spec"], { paused: true });
});

const takenByKeda = withOwnership(
  (fields) => without(fields, replicasField),
  managedBy("keda", { "f:spec": { "f:replicas": {} } }),
);

test("a field with a not-drift rule causes no write, but is corrected by a write for another reason", (t) => {
  const options = ruled({ meaning: "not-drift", pointers: ["/spec/replicas"] });
  const made = createdObject([web], options);
  t.is(valueAt(made, ["spec", "replicas"]), 2);
  const fieldsPath = ["metadata", "managedFields", 0, "fieldsV1"];
  const entry = valueAt(made, fieldsPath.slice(0, -1));
  const changed = withValue(made, fieldsPath, without(objectField(entry, "fieldsV1"), replicasField));
  t.is(decisionOn([web], changed, options).type, "unchanged");
  const scaled = { ...web, spec: { ...objectField(web, "spec"), replicas: 9 } };
  t.is(decisionOn([scaled], changed, options).type, "unchanged");
  const decision = decisionOn([{ ...web, spec: { replicas: 9, paused: true } }], changed, options);
  t.like(decision, { type: "apply", transfer: { ceded: { paths: [] } } });
  t.deepEqual(decision.type === "apply" && decision.sent["spec"], { replicas: 9, paused: true });
});

test("a field with a never-take rule is not taken from another manager, but set while it has none", (t) => {
  const options = ruled({ meaning: "never-take", pointers: ["/spec/replicas"] });
  t.is(decisionOn([web], takenByKeda, options).type, "unchanged");
  const decision = decisionOn([{ ...web, spec: { replicas: 9, paused: true } }], takenByKeda, options);
  t.deepEqual(decision.type === "apply" && decision.sent["spec"], { paused: true });
  const free = withOwnership((fields) => without(fields, replicasField));
  t.is(decisionOn([web], free, options).type, "apply");
});

test("a field with a take-by-force rule is sent and listed as taken", (t) => {
  const options = ruled({ meaning: "take-by-force", pointers: ["/spec/replicas"] });
  const decision = decisionOn([web], takenByKeda, options);
  t.like(decision, { type: "apply", taking: [{ paths: [["spec", "replicas"]] }] });
});

const anyData = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("", "x", "y"), { minKeys: 1 });

function config(data: JsonObject): JsonObject {
  return object("ConfigMap/env", { body: { data } });
}

test("any applied ConfigMap is unchanged until its manifest has other data", (t) => {
  const law = fc.property(anyData, anyData, (first, second) => {
    const expected = sameJson(first, second) ? "unchanged" : "apply";
    return decisionOn([config(second)], createdObject([config(first)])).type === expected;
  });
  t.notThrows(() => fc.assert(law, { numRuns: 50 }));
});
