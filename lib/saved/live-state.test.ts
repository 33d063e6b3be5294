import test from "ava";

import { managedBy } from "../../fixtures/applied-object.ts";
import { createdObject } from "../../fixtures/decided-object.ts";
import { decidedSet, savedSet, type SetCourse } from "../../fixtures/decided-set.ts";
import { object } from "../../fixtures/planned.ts";
import { type JsonObject, stringField } from "../object/json.ts";
import { nameOf } from "../object/metadata.ts";
import { isSameState, liveStateOf, pruneStateOf } from "./live-state.ts";
import type { LiveState } from "./saved-plan.ts";

const base: JsonObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", uid: "1", resourceVersion: "7", generation: 1, labels: { app: "web" } },
  spec: { replicas: 1 },
  status: { replicas: 1 },
};

const metadata = base["metadata"] as JsonObject;

const same = test.macro({
  title: (name) => `${name} does not change the live state`,
  exec: (t, changed: JsonObject) => {
    t.true(isSameState(liveStateOf(base), liveStateOf({ ...base, ...changed })));
  },
});
test("a status", same, { status: { replicas: 2 } });
test("a resource version", same, { metadata: { ...metadata, resourceVersion: "8", generation: 2 } });
test("the order of fields", same, { metadata: Object.fromEntries(Object.entries(metadata).toReversed()) });
test("an annotation that is managed as status", same, {
  metadata: {
    ...metadata,
    annotations: { "deployment.kubernetes.io/revision": "2" },
    managedFields: [
      {
        manager: "kube-controller-manager",
        subresource: "status",
        fieldsV1: { "f:metadata": { "f:annotations": { "f:deployment.kubernetes.io/revision": {} } } },
      },
    ],
  },
});

const other = test.macro({
  title: (name) => `${name} changes the live state`,
  exec: (t, changed: JsonObject) => {
    t.false(isSameState(liveStateOf(base), liveStateOf({ ...base, ...changed })));
  },
});
test("a field of the spec", other, { spec: { replicas: 2 } });
test("a label", other, { metadata: { ...metadata, labels: { app: "shop" } } });
test("a finalizer", other, { metadata: { ...metadata, finalizers: ["example.com/hold"] } });
test("another object of the same name", other, { metadata: { ...metadata, uid: "2" } });
test("an annotation that another manager owns too", other, {
  metadata: {
    ...metadata,
    annotations: { note: "2" },
    managedFields: [
      {
        manager: "a",
        subresource: "status",
        fieldsV1: { "f:metadata": { "f:annotations": { "f:note": {} } } },
      },
      { manager: "b", fieldsV1: { "f:metadata": { "f:annotations": { "f:note": {} } } } },
    ],
  },
});

/** The live states of an object as the plan that decides on it records them. */
async function statesOf(
  set: readonly JsonObject[],
  lives: readonly JsonObject[],
  course: SetCourse = {},
): Promise<readonly (LiveState | null | undefined)[]> {
  return Promise.all(
    lives.map(async (live) => {
      const name = `${stringField(live, "kind") ?? ""}/${nameOf(live)}`;
      const { groups } = await savedSet(decidedSet(set, { ...course, live: { [name]: live } }));
      const decided = groups.flatMap(({ objects }) => objects);
      return decided.find(({ ref }) => ref.endsWith(`/${name}`))?.live;
    }),
  );
}

const left = test.macro({
  title: (name) => `${name} may differ without changing the live state`,
  exec: async (
    t,
    set: readonly JsonObject[],
    bodies: readonly [JsonObject, JsonObject],
    course: SetCourse = {},
  ) => {
    const live = createdObject(set);
    const lives = bodies.map((body) => ({ ...live, ...body }));
    const [then = null, now = null] = await statesOf(set, lives, course);
    t.not(then, null);
    t.true(isSameState(then, now));
    const [, changed = null] = await statesOf(set, [live, { ...live, ...bodies[0], more: {} }], course);
    t.false(isSameState(then, changed));
  },
});
const scaled = (replicas: number): JsonObject => ({ spec: { replicas, paused: true } });
const web = object("Deployment/web", { body: scaled(2) });
const scaler = object("HorizontalPodAutoscaler/web", {
  body: { spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } } },
});
test("replicas that an autoscaler of the set scales", left, [web, scaler], [scaled(2), scaled(5)]);
test("replicas that an autoscaler of the cluster scales", left, [web], [scaled(2), scaled(5)], {
  isAutoscaled: () => true,
});
const role = object("ClusterRole/all", {
  body: { aggregationRule: { clusterRoleSelectors: [] }, rules: [] },
});
test(
  "the rules of an aggregated ClusterRole",
  left,
  [role],
  [{ rules: [] }, { rules: [{ verbs: ["get"] }] }],
);
const certified = (caBundle: string): JsonObject => ({
  webhooks: [{ name: "a.example.com", clientConfig: { caBundle } }],
});
const checks = object("ValidatingWebhookConfiguration/check", { body: certified("") });
test("the CA bundle of a webhook", left, [checks], [certified("YQ=="), certified("Yg==")]);

test("a field of a list entry that is ignored is found at another index of the live list", (t) => {
  const manifest = { ...base, spec: { containers: [{ name: "app", image: "a:1" }] } };
  const owned = { "f:spec": { "f:containers": { 'k:{"name":"app"}': { ".": {}, "f:image": {} } } } };
  const live = (proxy: string, app: string): JsonObject => ({
    ...base,
    metadata: { ...metadata, managedFields: [managedBy("converge", owned)] },
    spec: {
      containers: [
        { name: "proxy", image: proxy },
        { name: "app", image: app },
      ],
    },
  });
  const fields = [{ path: ["spec", "containers", 0, "image"] }];
  const state = (proxy: string, app: string): LiveState => liveStateOf(live(proxy, app), fields, manifest);
  t.true(isSameState(state("p:1", "a:1"), state("p:1", "a:2")));
  t.false(isSameState(state("p:1", "a:1"), state("p:2", "a:1")));
});

test("scaling a workload that is to be pruned does not change its state", (t) => {
  t.true(isSameState(pruneStateOf(base), pruneStateOf({ ...base, spec: { replicas: 5 } })));
  t.false(isSameState(pruneStateOf(base), pruneStateOf({ ...base, spec: { replicas: 1, paused: true } })));
});

test("the live state of an object with hidden values has no digest by which they could be guessed", (t) => {
  const secret = { ...base, apiVersion: "v1", kind: "Secret", data: { word: "YQ==" } };
  t.deepEqual(liveStateOf(secret), { uid: "1", resourceVersion: "7" });
  const marked = { ...base, metadata: { ...metadata, annotations: { "werf.io/sensitive": "true" } } };
  t.deepEqual(liveStateOf(marked), { uid: "1", resourceVersion: "7" });
  t.deepEqual(liveStateOf(base, [], marked), { uid: "1", resourceVersion: "7" });
});
