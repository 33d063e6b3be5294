import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { configMap, definition, deployment, job, readyWhile, refTo, service } from "../apply/manifests.ts";
import { requestsOf } from "../apply/server-order.ts";
import { startKubelet } from "../control-plane/stand-in-kubelet.ts";
import { type ObservedDrift, openReleaseSite, type ReleaseSite } from "./observed-release.ts";

/** A change to a release of these manifests once it is applied, and the drift that is expected. */
interface DriftCase {
  readonly manifests: readonly JsonObject[];
  readonly act: (release: ReleaseSite) => Promise<unknown>;
  readonly expected: readonly string[];
}

/** The last drift event: those before it have been received by then. */
const last = "changed /ConfigMap/zz-last by kubectl-edit";
const lastMap = configMap("zz-last", { a: "1" });

function edit(release: ReleaseSite, path: string, body: object, manager = "kubectl-edit"): Promise<unknown> {
  return release.site.patch(`${path}${path.includes("?") ? "&" : "?"}fieldManager=${manager}`, body);
}

async function remove({ site }: ReleaseSite, path: string): Promise<void> {
  await site.cluster.api("DELETE", site.at(path));
}

async function startGuard(release: ReleaseSite, manifests: readonly JsonObject[]): Promise<ObservedDrift> {
  const made = await release.apply(manifests);
  if (made.result.verdict !== "converged") {
    throw new Error(JSON.stringify(made.result));
  }
  return release.guard(made);
}

async function editLast(release: ReleaseSite, guard: ObservedDrift): Promise<void> {
  await edit(release, "configmaps/zz-last", { data: { a: "2" } });
  await guard.until("edited", () => guard.words().includes(last));
}

const drifts = test.macro(async (t, { manifests, act, expected }: DriftCase) => {
  const release = await openReleaseSite(t);
  const guard = await startGuard(release, [...manifests, lastMap]);
  t.deepEqual(guard.words(), []);
  await act(release);
  await guard.until("as expected", () => expected.every((line) => guard.words().includes(line)));
  await editLast(release, guard);
  t.deepEqual(guard.words().toSorted(), [...expected, last].toSorted());
});

const env = configMap("env", { a: "1" });
const autoscaler = {
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  metadata: { name: "web" },
  spec: { maxReplicas: 5, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
};

test("an edited field of the release has drifted", drifts, {
  manifests: [env],
  act: (release) => edit(release, "configmaps/env", { data: { a: "2" } }),
  expected: ["changed /ConfigMap/env by kubectl-edit"],
});

test("a removed field of the release has drifted, and the change has no manager", drifts, {
  manifests: [env],
  act: (release) => edit(release, "configmaps/env", { data: { a: null } }),
  expected: ["changed /ConfigMap/env"],
});

test("changes of fields of other managers are not drift", drifts, {
  manifests: [env, deployment("web")],
  act: async (release) => {
    await edit(release, "configmaps/env", { data: { b: "2" }, metadata: { labels: { team: "a" } } });
    await edit(release, "apps/deployments/web", { metadata: { annotations: { note: "a" } } });
  },
  expected: [],
});

test("a deleted object has drifted", drifts, {
  manifests: [env],
  act: (release) => remove(release, "configmaps/env"),
  expected: ["deleted /ConfigMap/env"],
});

test("an object that was deleted and recreated with the label of the release has drifted", drifts, {
  manifests: [env],
  act: async (release) => {
    const labels = (await release.site.get("configmaps/env"))?.metadata.labels;
    await remove(release, "configmaps/env");
    await release.site.create("configmaps?fieldManager=somebody", {
      ...env,
      metadata: { name: "env", labels },
    });
  },
  expected: ["changed /ConfigMap/env by somebody"],
});

test("removing the label of the release is drift, not a deletion", drifts, {
  manifests: [env],
  act: (release) =>
    edit(release, "configmaps/env", { metadata: { labels: { "applyset.kubernetes.io/part-of": null } } }),
  expected: ["changed /ConfigMap/env"],
});

test("scaling a Deployment without an HPA is drift", drifts, {
  manifests: [deployment("web", { spec: { replicas: 1 } })],
  act: (release) => edit(release, "apps/deployments/web/scale", { spec: { replicas: 2 } }, "kubectl-scale"),
  expected: ["changed apps/Deployment/web by kubectl-scale"],
});

test("a drift watch covers later runs of the same set until an object drifts", async (t) => {
  const release = await openReleaseSite(t);
  const web = deployment("web", { spec: { replicas: 0 } });
  const guard = await startGuard(release, [web, lastMap]);
  const again = await release.apply([web, lastMap]);
  t.true(guard.covers(again));
  t.false(guard.covers(await release.apply([web, lastMap, env])));
  await editLast(release, guard);
  t.false(guard.covers(again));
});

test("scaling by an HPA of the release is not drift", drifts, {
  manifests: [deployment("web", { spec: { replicas: 1 } }), autoscaler],
  act: (release) => edit(release, "apps/deployments/web/scale", { spec: { replicas: 2 } }, "autoscaler"),
  expected: [],
});

test("a change of an object with mutation: ignore is not drift, but its deletion is", drifts, {
  manifests: ["kept", "lost"].map((name) =>
    configMap(name, { a: "1" }, { "client.lifecycle.config.k8s.io/mutation": "ignore" }),
  ),
  act: async (release) => {
    await edit(release, "configmaps/kept", { data: { a: "2" } });
    await remove(release, "configmaps/lost");
  },
  expected: ["deleted /ConfigMap/lost"],
});

test("the deletion of a Job by its TTL is not drift", drifts, {
  manifests: [job("migrate", { spec: { ttlSecondsAfterFinished: 1 } })],
  act: async ({ site }) => site.cluster.until(site.at("batch/jobs/migrate"), (found) => found === undefined),
  expected: [],
});

test("the deletion of a hook that has run is not drift", drifts, {
  manifests: [configMap("before", {}, { "helm.sh/hook": "pre-install" }), env],
  act: (release) => remove(release, "configmaps/before"),
  expected: [],
});

test("a terminating object has drifted once it is gone", async (t) => {
  const release = await openReleaseSite(t);
  const guard = await startGuard(release, [env, lastMap]);
  await edit(release, "configmaps/env", { metadata: { finalizers: ["example.com/slow"] } }, "slow");
  await remove(release, "configmaps/env");
  await guard.until("going", () => guard.health().progressing === 1);
  await editLast(release, guard);
  t.deepEqual(guard.words(), [last]);
  await edit(release, "configmaps/env", { metadata: { finalizers: null } }, "slow");
  await guard.until("gone", () => guard.words().includes("deleted /ConfigMap/env"));
  t.deepEqual(guard.health(), { ready: 1, progressing: 0, suspended: 0, failed: 0, missing: 1 });
});

test("corrected drift is no longer reported", async (t) => {
  const release = await openReleaseSite(t);
  const made = await release.apply([env]);
  const guard = await release.guard(made);
  await edit(release, "configmaps/env", { data: { a: "2" } });
  await guard.until("edited", () => guard.words().length === 1);
  await release.apply([env]);
  await guard.until("corrected", () => guard.words().length === 0);
  await remove(release, "configmaps/env");
  await guard.until("deleted", () => guard.health().missing === 1);
  await release.apply([env]);
  await guard.until("made anew", () => guard.words().length === 0 && guard.health().ready === 1);
  t.pass();
});

test("a change made before the drift watch was open is detected", async (t) => {
  const release = await openReleaseSite(t);
  const names = Array.from({ length: 40 }, (_, index) => `env-${index}`);
  const made = await release.apply(names.map((name) => configMap(name, { a: "1" })));
  const acting = names.map((name, index) =>
    index % 2 === 0
      ? remove(release, `configmaps/${name}`)
      : edit(release, `configmaps/${name}`, { data: { a: "2" } }),
  );
  const guard = await release.guard(made);
  await Promise.all(acting);
  await guard.until("all seen", () => guard.words().length === names.length);
  t.is(guard.words().filter((line) => line.startsWith("deleted")).length, 20);
  t.is(guard.health().missing, 20);
  t.true(guard.received() <= names.length + 2);
});

test("a change of the status of workloads changes the health of the release, and is not drift", async (t) => {
  const release = await openReleaseSite(t);
  const { cluster, create, namespace } = release.site;
  startKubelet(t, cluster, namespace);
  await create("configmaps", configMap("gate"));
  const pod = readyWhile(refTo(namespace, ["", "ConfigMap", "gate"]));
  const web = deployment("web", { pod, spec: { replicas: 1 } });
  const guard = await startGuard(release, [web, service("web"), lastMap]);
  t.deepEqual(guard.health(), { ready: 3, progressing: 0, suspended: 0, failed: 0, missing: 0 });
  await remove(release, "configmaps/gate");
  await guard.until("not ready", () => guard.health().progressing === 1);
  await create("configmaps", configMap("gate"));
  await guard.until("ready again", () => guard.health().ready === 3);
  t.deepEqual(guard.words(), []);
});

test("deleting a CRD is drift of the CRD and of its custom resources", async (t) => {
  const release = await openReleaseSite(t);
  const group = `${release.site.namespace}.example`;
  const annotations = { "converge.dev/ready-when": "jsonpath={.spec.teeth}=7" };
  const cog = {
    apiVersion: `${group}/v1`,
    kind: "Cog",
    metadata: { name: "big", annotations },
    spec: { teeth: 7 },
  };
  const guard = await startGuard(release, [definition(group, "Cog"), cog]);
  t.deepEqual(guard.health(), { ready: 2, progressing: 0, suspended: 0, failed: 0, missing: 0 });
  await release.site.cluster.api(
    "DELETE",
    `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`,
  );
  await guard.until("gone", () => guard.health().missing === 2);
  t.deepEqual(guard.words(), [
    `deleted apiextensions.k8s.io/CustomResourceDefinition/cogs.${group}`,
    `deleted ${group}/Cog/big`,
  ]);
});

test("a run of an unchanged release only reads its record", async (t) => {
  const release = await openReleaseSite(t);
  const set = [env, deployment("web"), service("web"), lastMap];
  const first = await release.apply(set);
  const guard = await release.guard(first);
  await editLast(release, guard);
  guard.close();
  const second = await release.apply(set);
  const watching = await release.guard(second);
  await watching.until("corrected", () => watching.words().length === 0);
  const mark = await release.site.cluster.auditMark();
  const { result } = await release.apply(set);
  t.is(result.verdict, "converged");
  const asked = await release.site.cluster.auditSince(mark, release.site.namespace);
  t.deepEqual(
    requestsOf(asked).map(({ verb, object }) => `${verb} ${object}`),
    ["get secrets/converge-shop"],
  );
  t.false(asked.some(({ verb, stage }) => verb === "watch" && stage === "ResponseStarted"));
});
