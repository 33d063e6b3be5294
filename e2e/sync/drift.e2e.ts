import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { configMap, definition, deployment, job, service } from "../apply/manifests.ts";
import { requestsOf } from "../apply/server-order.ts";
import { type Guard, openYard, type Yard } from "./guarded-release.ts";

/** A change to a release of these manifests once it is applied, and the drift that is expected. */
interface Deed {
  readonly manifests: readonly JsonObject[];
  readonly act: (yard: Yard) => Promise<unknown>;
  readonly expected: readonly string[];
}

/** The last drift event: those before it have been received by then. */
const last = "changed /ConfigMap/zz-last by kubectl-edit";
const lastMap = configMap("zz-last", { a: "1" });

function edit(yard: Yard, path: string, body: object, manager = "kubectl-edit"): Promise<unknown> {
  return yard.site.patch(`${path}${path.includes("?") ? "&" : "?"}fieldManager=${manager}`, body);
}

async function remove({ site }: Yard, path: string): Promise<void> {
  await site.cluster.api("DELETE", site.at(path));
}

async function startGuard(yard: Yard, manifests: readonly JsonObject[]): Promise<Guard> {
  const made = await yard.apply(manifests);
  if (made.result.verdict !== "converged") {
    throw new Error(JSON.stringify(made.result));
  }
  return yard.guard(made);
}

async function editLast(yard: Yard, guard: Guard): Promise<void> {
  await edit(yard, "configmaps/zz-last", { data: { a: "2" } });
  await guard.until("edited", () => guard.words().includes(last));
}

const drifts = test.macro(async (t, { manifests, act, expected }: Deed) => {
  const yard = await openYard(t);
  const guard = await startGuard(yard, [...manifests, lastMap]);
  t.deepEqual(guard.words(), []);
  await act(yard);
  await guard.until("as expected", () => expected.every((line) => guard.words().includes(line)));
  await editLast(yard, guard);
  t.deepEqual(guard.words().toSorted(), [...expected, last].toSorted());
});

const env = configMap("env", { a: "1" });
const autoscaler = {
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  metadata: { name: "web" },
  spec: { maxReplicas: 5, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
};

test("a field of the release that someone edits has drifted", drifts, {
  manifests: [env],
  act: (yard) => edit(yard, "configmaps/env", { data: { a: "2" } }),
  expected: ["changed /ConfigMap/env by kubectl-edit"],
});

test("a field of the release that someone removes has drifted, and the change has no manager", drifts, {
  manifests: [env],
  act: (yard) => edit(yard, "configmaps/env", { data: { a: null } }),
  expected: ["changed /ConfigMap/env"],
});

test("fields of other managers are no drift", drifts, {
  manifests: [env, deployment("web")],
  act: async (yard) => {
    await edit(yard, "configmaps/env", { data: { b: "2" }, metadata: { labels: { team: "a" } } });
    await edit(yard, "apps/deployments/web", { metadata: { annotations: { note: "a" } } });
  },
  expected: [],
});

test("a deleted object has drifted", drifts, {
  manifests: [env],
  act: (yard) => remove(yard, "configmaps/env"),
  expected: ["deleted /ConfigMap/env"],
});

test("an object that someone deleted and recreated with the label of the release has drifted", drifts, {
  manifests: [env],
  act: async (yard) => {
    const labels = (await yard.site.get("configmaps/env"))?.metadata.labels;
    await remove(yard, "configmaps/env");
    await yard.site.create("configmaps?fieldManager=somebody", { ...env, metadata: { name: "env", labels } });
  },
  expected: ["changed /ConfigMap/env by somebody"],
});

test("removing the label of the release is drift, and no deletion", drifts, {
  manifests: [env],
  act: (yard) =>
    edit(yard, "configmaps/env", { metadata: { labels: { "applyset.kubernetes.io/part-of": null } } }),
  expected: ["changed /ConfigMap/env"],
});

test("replicas that no other manager owns belong to the release", drifts, {
  manifests: [deployment("web", { spec: { replicas: 1 } })],
  act: (yard) => edit(yard, "apps/deployments/web/scale", { spec: { replicas: 2 } }, "kubectl-scale"),
  expected: ["changed apps/Deployment/web by kubectl-scale"],
});

test("an HPA of the release may scale", drifts, {
  manifests: [deployment("web", { spec: { replicas: 1 } }), autoscaler],
  act: (yard) => edit(yard, "apps/deployments/web/scale", { spec: { replicas: 2 } }, "autoscaler"),
  expected: [],
});

test("an object with an annotation against updates may be changed, but not deleted", drifts, {
  manifests: ["kept", "lost"].map((name) =>
    configMap(name, { a: "1" }, { "client.lifecycle.config.k8s.io/mutation": "ignore" }),
  ),
  act: async (yard) => {
    await edit(yard, "configmaps/kept", { data: { a: "2" } });
    await remove(yard, "configmaps/lost");
  },
  expected: ["deleted /ConfigMap/lost"],
});

test("a Job that removes itself after its end is no drift", drifts, {
  manifests: [job("migrate", { spec: { ttlSecondsAfterFinished: 1 } })],
  act: async ({ site }) => site.cluster.until(site.at("batch/jobs/migrate"), (found) => found === undefined),
  expected: [],
});

test("a hook has no owner once it has run", drifts, {
  manifests: [configMap("before", {}, { "helm.sh/hook": "pre-install" }), env],
  act: (yard) => remove(yard, "configmaps/before"),
  expected: [],
});

test("an object that someone is deleting has drifted once it is gone", async (t) => {
  const yard = await openYard(t);
  const guard = await startGuard(yard, [env, lastMap]);
  await edit(yard, "configmaps/env", { metadata: { finalizers: ["example.com/slow"] } }, "slow");
  await remove(yard, "configmaps/env");
  await guard.until("going", () => guard.health().progressing === 1);
  await editLast(yard, guard);
  t.deepEqual(guard.words(), [last]);
  await edit(yard, "configmaps/env", { metadata: { finalizers: null } }, "slow");
  await guard.until("gone", () => guard.words().includes("deleted /ConfigMap/env"));
  t.deepEqual(guard.health(), { ready: 1, progressing: 0, failed: 0, missing: 1 });
});

test("drift that is undone is no drift any more", async (t) => {
  const yard = await openYard(t);
  const made = await yard.apply([env]);
  const guard = await yard.guard(made);
  await edit(yard, "configmaps/env", { data: { a: "2" } });
  await guard.until("edited", () => guard.words().length === 1);
  await yard.apply([env]);
  await guard.until("corrected", () => guard.words().length === 0);
  await remove(yard, "configmaps/env");
  await guard.until("deleted", () => guard.health().missing === 1);
  await yard.apply([env]);
  await guard.until("made anew", () => guard.words().length === 0 && guard.health().ready === 1);
  t.pass();
});

test("a change from before the watch was open is detected", async (t) => {
  const yard = await openYard(t);
  const names = Array.from({ length: 40 }, (_, index) => `env-${index}`);
  const made = await yard.apply(names.map((name) => configMap(name, { a: "1" })));
  const acting = names.map((name, index) =>
    index % 2 === 0
      ? remove(yard, `configmaps/${name}`)
      : edit(yard, `configmaps/${name}`, { data: { a: "2" } }),
  );
  const guard = await yard.guard(made);
  await Promise.all(acting);
  await guard.until("all seen", () => guard.words().length === names.length);
  t.is(guard.words().filter((line) => line.startsWith("deleted")).length, 20);
  t.is(guard.health().missing, 20);
  t.true(guard.received() <= names.length + 2);
});

test("health follows the status of workloads, which is no drift", async (t) => {
  const yard = await openYard(t);
  const pod = { "converge.test/ready-after": "1s" };
  const web = deployment("web", { pod, spec: { replicas: 1 } });
  const guard = await startGuard(yard, [web, service("web"), lastMap]);
  t.deepEqual(guard.health(), { ready: 3, progressing: 0, failed: 0, missing: 0 });
  await removePods(t, yard);
  await guard.until("not ready", () => guard.health().progressing === 1);
  await guard.until("ready again", () => guard.health().ready === 3);
  t.deepEqual(guard.words(), []);
});

async function removePods(t: ExecutionContext, { site }: Yard): Promise<void> {
  const { status } = await site.cluster.api("DELETE", site.at("pods"));
  t.is(status, 200);
}

test("custom resources are deleted with their CRD", async (t) => {
  const yard = await openYard(t);
  const group = `${yard.site.namespace}.example`;
  const annotations = { "converge.dev/ready-when": "jsonpath={.spec.teeth}=7" };
  const cog = {
    apiVersion: `${group}/v1`,
    kind: "Cog",
    metadata: { name: "big", annotations },
    spec: { teeth: 7 },
  };
  const guard = await startGuard(yard, [definition(group, "Cog"), cog]);
  t.deepEqual(guard.health(), { ready: 2, progressing: 0, failed: 0, missing: 0 });
  await yard.site.cluster.api(
    "DELETE",
    `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`,
  );
  await guard.until("gone", () => guard.health().missing === 2);
  t.deepEqual(guard.words(), [
    `deleted apiextensions.k8s.io/CustomResourceDefinition/cogs.${group}`,
    `deleted ${group}/Cog/big`,
  ]);
});

test("a run of an unchanged release reads its record and nothing else", async (t) => {
  const yard = await openYard(t);
  const set = [env, deployment("web"), service("web"), lastMap];
  const first = await yard.apply(set);
  const guard = await yard.guard(first);
  await editLast(yard, guard);
  guard.close();
  const second = await yard.apply(set);
  const watching = await yard.guard(second);
  await watching.until("corrected", () => watching.words().length === 0);
  const mark = await yard.site.cluster.auditMark();
  const { result } = await yard.apply(set);
  t.is(result.verdict, "converged");
  const asked = await yard.site.cluster.auditSince(mark, yard.site.namespace);
  t.deepEqual(
    requestsOf(asked).map(({ verb, object }) => `${verb} ${object}`),
    ["get secrets/converge-shop"],
  );
  t.false(asked.some(({ verb, stage }) => verb === "watch" && stage === "ResponseStarted"));
});
