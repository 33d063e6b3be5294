import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { type Workload, presentPods } from "./current-pods.ts";

/** A part, written `name<owner`: its uid is its name. */
function part(written: string, metadata: JsonObject = {}): JsonObject {
  const [name = "", owner] = written.split("<");
  const ownerReferences = owner === undefined ? [] : [{ uid: owner }];
  return { metadata: { name, uid: name, ownerReferences, ...metadata } };
}

function workload(written: string, metadata: JsonObject = {}, status: JsonObject = {}): JsonObject {
  const [apiVersion = "", kind = ""] = written.split(" ");
  return { apiVersion, kind, metadata: { name: "web", uid: "web", ...metadata }, status };
}

const revision = (number: string): JsonObject => ({
  annotations: { "deployment.kubernetes.io/revision": number },
});
const hash = (text: string): JsonObject => ({ labels: { "controller-revision-hash": text } });
const ofGeneration = (generation: string): JsonObject => ({
  labels: { "pod-template-generation": generation },
});

/** The names of the pods that belong to a workload's current revision. */
const areCurrent = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, owner: JsonObject, parts: Partial<Workload>, names: readonly string[]) {
    const found = presentPods(owner, { pods: [], replicaSets: [], ...parts });
    t.deepEqual(
      found.map((pod) => (pod["metadata"] as JsonObject)["name"]),
      names,
    );
  },
});

const replicaSets = [
  part("old<web", revision("1")),
  part("new<web", revision("2")),
  part("other<db", revision("2")),
];
const pods = [part("a<old"), part("b<new"), part("c<other"), part("d")];
test(
  areCurrent,
  "a Deployment's pods are those of its newest ReplicaSet",
  workload("apps/v1 Deployment", revision("2")),
  { pods, replicaSets },
  ["b"],
);
test(
  areCurrent,
  "a Deployment that its controller has not observed has no current pods",
  workload("apps/v1 Deployment"),
  { pods, replicaSets },
  [],
);
test(
  areCurrent,
  "before its controller has observed a change, a Deployment has no current pods",
  workload("apps/v1 Deployment", { ...revision("2"), generation: 3 }, { observedGeneration: 2 }),
  { pods, replicaSets },
  [],
);
test(
  areCurrent,
  "once its controller has observed a change, a Deployment has the pods of the new ReplicaSet",
  workload("apps/v1 Deployment", { ...revision("2"), generation: 3 }, { observedGeneration: 3 }),
  { pods, replicaSets },
  ["b"],
);

const ofImage = (image: string, labels: JsonObject = {}): JsonObject => ({
  spec: { template: { metadata: { labels: { app: "web", ...labels } }, spec: { containers: [{ image }] } } },
});
const ofTemplate = [
  { ...part("old<web", revision("2")), ...ofImage("web:1", { "pod-template-hash": "5d9c" }) },
];
test(
  areCurrent,
  "a ReplicaSet has the template of its Deployment, and a label that it adds",
  { ...workload("apps/v1 Deployment", revision("2")), ...ofImage("web:1") },
  { pods, replicaSets: ofTemplate },
  ["a"],
);
test(
  areCurrent,
  "while a Deployment is scaled before the rollout of a new template, it has no current pods",
  { ...workload("apps/v1 Deployment", revision("2")), ...ofImage("web:2") },
  { pods, replicaSets: ofTemplate },
  [],
);

const hashed = [part("a<web", hash("x")), part("b<web", hash("y")), part("c<db", hash("y"))];
test(
  areCurrent,
  "a StatefulSet's pods are those of its update revision",
  workload("apps/v1 StatefulSet", {}, { updateRevision: "y" }),
  { pods: hashed },
  ["b"],
);
test(
  areCurrent,
  "before its controller has observed a change, a StatefulSet has no current pods",
  workload("apps/v1 StatefulSet", { generation: 2 }, { updateRevision: "y", observedGeneration: 1 }),
  { pods: hashed },
  [],
);
test(
  areCurrent,
  "a StatefulSet without an update revision has no current pods",
  workload("apps/v1 StatefulSet"),
  { pods: hashed },
  [],
);

const controllerRevisions = [
  { ...part("r1<web", hash("x")), revision: 1 },
  { ...part("r2<web", hash("y")), revision: 2 },
  { ...part("r9<db", hash("x")), revision: 9 },
];
test(
  areCurrent,
  "a DaemonSet's pods are those of its newest revision",
  workload("apps/v1 DaemonSet"),
  { pods: hashed, controllerRevisions },
  ["b"],
);
test(
  areCurrent,
  "without ControllerRevisions, a DaemonSet's pods are those of the newest template generation",
  workload("apps/v1 DaemonSet"),
  { pods: [part("a<web", ofGeneration("9")), part("b<web", ofGeneration("10"))] },
  ["b"],
);
test(
  areCurrent,
  "before its controller has observed a change, a DaemonSet has no current pods",
  workload("apps/v1 DaemonSet", { generation: 2 }, { observedGeneration: 1 }),
  { pods: hashed, controllerRevisions },
  [],
);
test(
  areCurrent,
  "until a pod of its newest template is created, a DaemonSet has no current pods",
  workload("apps/v1 DaemonSet", { annotations: { "deprecated.daemonset.template.generation": "10" } }),
  { pods: [part("a<web", ofGeneration("9"))] },
  [],
);
test(
  areCurrent,
  "a DaemonSet's pods are those created for its newest template",
  workload("apps/v1 DaemonSet", { annotations: { "deprecated.daemonset.template.generation": "10" } }),
  { pods: [part("a<web", ofGeneration("9")), part("b<web", ofGeneration("10"))] },
  ["b"],
);

test(
  areCurrent,
  "a Job's pods are those that it owns",
  workload("batch/v1 Job"),
  { pods: [part("a<web"), part("b<db")] },
  ["a"],
);
test(
  areCurrent,
  "the only pod of a Pod is the Pod itself",
  workload("v1 Pod"),
  { pods: [part("web"), part("a<web")] },
  ["web"],
);
test(
  areCurrent,
  "a workload without a uid has no pods",
  workload("batch/v1 Job", { uid: "" }),
  { pods: [part("a<")] },
  [],
);
