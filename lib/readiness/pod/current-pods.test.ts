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
const born = (generation: string): JsonObject => ({ labels: { "pod-template-generation": generation } });

/** The names of the pods that belong to a workload's present revision. */
const belong = test.macro({
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
  belong,
  "a Deployment's pods are those of its newest ReplicaSet",
  workload("apps/v1 Deployment", revision("2")),
  { pods, replicaSets },
  ["b"],
);
test(
  belong,
  "a Deployment that its controller has not seen has no pods yet",
  workload("apps/v1 Deployment"),
  { pods, replicaSets },
  [],
);

const hashed = [part("a<web", hash("x")), part("b<web", hash("y")), part("c<db", hash("y"))];
test(
  belong,
  "a StatefulSet's pods are those of its update revision",
  workload("apps/v1 StatefulSet", {}, { updateRevision: "y" }),
  { pods: hashed },
  ["b"],
);
test(
  belong,
  "a StatefulSet without a revision has no pods yet",
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
  belong,
  "a DaemonSet's pods are those of its newest revision",
  workload("apps/v1 DaemonSet"),
  { pods: hashed, controllerRevisions },
  ["b"],
);
test(
  belong,
  "without revisions a DaemonSet's pods are those of the newest template",
  workload("apps/v1 DaemonSet"),
  { pods: [part("a<web", born("9")), part("b<web", born("10"))] },
  ["b"],
);

test(
  belong,
  "a Job's pods are those that it owns",
  workload("batch/v1 Job"),
  { pods: [part("a<web"), part("b<db")] },
  ["a"],
);
test(belong, "a Pod is its own", workload("v1 Pod"), { pods: [part("web"), part("a<web")] }, ["web"]);
test(
  belong,
  "what has no uid owns nothing",
  workload("batch/v1 Job", { uid: "" }),
  { pods: [part("a<")] },
  [],
);
