import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { hpaTargets, readConflicts, without } from "./conflict.ts";

/** Checks what is read from the message of a conflict. */
const testConflict = test.macro({
  exec(t, message: string, expected: object) {
    const [conflict] = readConflicts([{ reason: "FieldManagerConflict", message, field: ".spec.replicas" }]);
    t.deepEqual<object | undefined, object>(conflict, { field: ".spec.replicas", ...expected });
  },
  title: (_, message: string) => `the message of a field conflict is parsed: ${message}`,
});

test(testConflict, 'conflict with "kubectl-edit" using apps/v1', { manager: "kubectl-edit" });
test(testConflict, 'conflict with "helm"', { manager: "helm" });
test(testConflict, 'conflict with "hpa" with subresource "scale" using apps/v1 at 2026-01-02T03:04:05Z', {
  manager: "hpa",
  subresource: "scale",
  time: "2026-01-02T03:04:05Z",
});
test(testConflict, String.raw`conflict with "a \"b\"" using v1`, { manager: 'a "b"' });
test(testConflict, "something new", { manager: "something new" });

test("causes with another reason are not field conflicts", (t) => {
  t.deepEqual(readConflicts([{ reason: "FieldValueInvalid", message: "x", field: "spec" }]), []);
});

const web: JsonObject = { kind: "Deployment", spec: { replicas: 2, list: [{ a: 1, b: 2 }, 3] } };

/** Checks a manifest after the removal of a field. */
const testWithout = test.macro({
  exec(t, path: readonly (string | number)[], spec: object) {
    const before = structuredClone(web);
    t.deepEqual<JsonObject, object>(without(web, path), { kind: "Deployment", spec });
    t.deepEqual(web, before);
  },
  title: (_, path: readonly (string | number)[]) =>
    `${path.join(".")} is removed from a manifest without changing the original`,
});

test(testWithout, ["spec", "replicas"], { list: [{ a: 1, b: 2 }, 3] });
test(testWithout, ["spec", "list", 0, "a"], { replicas: 2, list: [{ b: 2 }, 3] });
test(testWithout, ["spec", "list", 1], { replicas: 2, list: [{ a: 1, b: 2 }] });

test("removing a missing field returns the same manifest", (t) => {
  t.is(without(web, ["spec", "paused"]), web);
  t.is(without(web, ["status", "replicas"]), web);
  t.is(without(web, ["spec", "list", 7]), web);
  t.is(without(web, ["constructor"]), web);
  t.is(without(web, []), web);
});

function autoscaler(apiVersion: string, kind: string, scaleTargetRef: JsonObject): JsonObject {
  return { apiVersion, kind, metadata: { name: "a", namespace: "shop" }, spec: { scaleTargetRef } };
}

const target = { apiVersion: "apps/v1", kind: "StatefulSet", name: "db" };

/** Checks which workloads an autoscaler scales. */
const testTarget = test.macro({
  exec(t, object: JsonObject, targets: readonly string[]) {
    t.deepEqual([...hpaTargets([object])], targets);
  },
  title: (name) => name ?? "",
});

test(
  "the target of a HorizontalPodAutoscaler is read",
  testTarget,
  autoscaler("autoscaling/v2", "HorizontalPodAutoscaler", target),
  ["apps/namespaces/shop/StatefulSet/db"],
);
test(
  "the target of a ScaledObject with only a name is a Deployment",
  testTarget,
  autoscaler("keda.sh/v1alpha1", "ScaledObject", { name: "web" }),
  ["apps/namespaces/shop/Deployment/web"],
);
test(
  "the target of a ScaledObject with apiVersion and kind is read",
  testTarget,
  autoscaler("keda.sh/v1alpha1", "ScaledObject", {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Rollout",
    name: "r",
  }),
  ["argoproj.io/namespaces/shop/Rollout/r"],
);
test(
  "the target of a HorizontalPodAutoscaler without a kind is ignored",
  testTarget,
  autoscaler("autoscaling/v2", "HorizontalPodAutoscaler", { name: "web" }),
  [],
);
test(
  "a HorizontalPodAutoscaler of another API group is ignored",
  testTarget,
  autoscaler("example.com/v1", "HorizontalPodAutoscaler", target),
  [],
);

test("an autoscaler without a namespace is in that of the release", (t) => {
  const { metadata: _, ...rest } = autoscaler("autoscaling/v2", "HorizontalPodAutoscaler", target);
  t.deepEqual([...hpaTargets([rest], "web")], ["apps/namespaces/web/StatefulSet/db"]);
});
