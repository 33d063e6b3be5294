import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { deployment } from "../apply/manifests.ts";
import { requestsOf } from "../apply/server-order.ts";
import { rendererPath } from "../charts/renderers.ts";
import type { Changes } from "../git/test-repository.ts";
import { type Fleet, openFleet, setWritesOf } from "./fleet.ts";
import { controlledClock } from "./controlled-clock.ts";
import { line, type Sidecar, textOf } from "./sidecar.ts";
import { configMap, openSyncSite, readyAt } from "./sync-site.ts";

const stuck = JSON.stringify(deployment("web", { pod: { "converge.test/pod": "unready" } }));
const healthy = JSON.stringify(deployment("web"));

function hasPod({ status }: { readonly status?: Readonly<Record<string, unknown>> } = {}): boolean {
  return status?.["updatedReplicas"] === 1;
}

test("a stuck rollout is superseded at once by the next commit", async (t) => {
  const { repository, beginSync, at, cluster, requests } = await openSyncSite(t);
  const mark = await cluster.auditMark();
  const sidecar = beginSync();
  await repository.commit({ "deploy/env.yaml": configMap("env", { a: "1" }), "deploy/web.yaml": stuck });
  await cluster.until(at("apps/deployments/web"), hasPod);
  await readyAt(sidecar, await repository.commit({ "deploy/web.yaml": healthy }));
  t.deepEqual(
    sidecar
      .log()
      .filter(line("runEnded"))
      .map(({ verdict }) => verdict),
    ["interrupted", "converged"],
  );
  t.false(sidecar.log().some(line("state", { phase: "Failed" })));
  t.deepEqual(setWritesOf(await requests(mark)).toSorted(), [
    "patch configmaps/env",
    "patch deployments/web",
    "patch deployments/web",
  ]);
});

test("a write that is in flight at a new commit is completed, or not done at all", async (t) => {
  const { repository, beginSync, get, cluster, namespace } = await openSyncSite(t);
  const mark = await cluster.auditMark();
  const sidecar = beginSync();
  // One weight after the other, so that the run is interrupted somewhere in the middle.
  const names = Array.from({ length: 30 }, (_, index) => `env-${String(index).padStart(2, "0")}`);
  const files = (version: string): Readonly<Record<string, string>> =>
    Object.fromEntries(names.map((name, weight) => [`deploy/${name}.yaml`, weighed(name, weight, version)]));
  await repository.commit(files("1"));
  await cluster.until(`/api/v1/namespaces/${namespace}/configmaps/env-03`, (object) => object !== undefined);
  await readyAt(sidecar, await repository.commit(files("2")));
  const maps = await Promise.all(names.map(async (name) => get(`configmaps/${name}`)));
  t.deepEqual([...new Set(maps.map((map) => map?.data?.["version"]))], ["2"]);
  const events = await cluster.auditSince(mark, namespace);
  // A request that its client has abandoned is answered with a code of its own, and one that the client broke
  // off with 5xx.
  const cut = requestsOf(events).filter(({ verb, code }) => verb === "patch" && (code === 0 || code >= 400));
  t.deepEqual(cut, []);
});

function weighed(name: string, weight: number, version: string): string {
  const metadata = { name, annotations: { "werf.io/weight": String(weight) } };
  return JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata, data: { version } });
}

test("the last of several consecutive commits is applied", async (t) => {
  const { repository, beginSync, get } = await openSyncSite(t);
  const sidecar = beginSync();
  await repository.commit({ "deploy/web.yaml": stuck });
  await sidecar.received(line("runBegun"), 0);
  let last = "";
  for (const version of ["1", "2", "3", "4"]) {
    last = await repository.commit({ "deploy/env.yaml": configMap("env", { version }) });
  }
  last = await repository.commit({ "deploy/web.yaml": healthy });
  await readyAt(sidecar, last);
  t.like(await get("configmaps/env"), { data: { version: "4" } });
});

/** A unit whose Deployment does not become ready: its files, and its configuration. */
interface StuckUnit {
  readonly files: Changes;
  readonly unit?: JsonObject;
}

/** Two units of one repository, of which the first one's Deployment does not become ready. */
async function openStuck(
  t: ExecutionContext,
  { files, unit }: StuckUnit = { files: { "first/web.yaml": stuck } },
): Promise<Fleet & { readonly sidecar: Sidecar; readonly fail: () => Promise<void> }> {
  const fleet = await openFleet(t);
  const { repository, configure, beginFleet, cluster, at } = fleet;
  const clock = controlledClock();
  await repository.commit({ ...files, "second/env.yaml": configMap("env", { version: "0" }) });
  configure([{ name: "first", timeouts: { reconcile: "10m" }, ...unit }, { name: "second" }]);
  const sidecar = beginFleet([], clock, await rendererPath());
  await cluster.until(at("apps/deployments/web"), hasPod);
  const fail = async (): Promise<void> => {
    clock.wake(({ length }) => length > 500_000 && length <= 600_000);
    await sidecar.received(
      (said) => line("state", { unit: "first", failures: 1 })(said) && said["retryAt"] !== undefined,
      0,
    );
  };
  return { ...fleet, sidecar, fail };
}

function endsOf(sidecar: Sidecar): readonly unknown[] {
  return sidecar
    .log()
    .filter(line("runEnded", { unit: "first" }))
    .map(({ verdict }) => verdict);
}

test("commits to other folders neither end a run nor reset the timeouts of its objects", async (t) => {
  const { repository, sidecar, fail } = await openStuck(t);
  for (const version of ["1", "2", "3"]) {
    // Both units follow the same poll of the repository: the first one knows the commit that the second one
    // has applied.
    await readyAt(
      sidecar,
      await repository.commit({ "second/env.yaml": configMap("env", { version }) }),
      "second",
    );
  }
  t.deepEqual(endsOf(sidecar), []);
  await fail();
  t.deepEqual(endsOf(sidecar), ["timedOut"]);
});

/** A chart whose manifests differ in each rendering, with values outside of it. */
const chart: StuckUnit = {
  files: {
    "first/Chart.yaml": "apiVersion: v2\nname: first\nversion: 1.0.0\n",
    "first/templates/token.yaml":
      "apiVersion: v1\nkind: Secret\nmetadata: {name: token}\nstringData: {token: '{{ randAlphaNum 20 }}'}\n",
    "first/templates/web.yaml": "{{ .Values.web | toYaml }}\n",
    "values/first.yaml": `web: ${stuck}\n`,
  },
  unit: { render: { values: ["values/first.yaml"] } },
};

/** A kustomization whose base is outside of the path of its unit. */
const kustomization: StuckUnit = {
  files: {
    "first/kustomization.yaml": "resources: [../base]\n",
    "base/kustomization.yaml": "resources: [web.yaml]\n",
    "base/web.yaml": stuck,
  },
};

const rendered = test.macro({
  title: (name = "") => name,
  exec: async (
    t,
    {
      unit,
      elsewhere,
      fix,
    }: { readonly unit: StuckUnit; readonly elsewhere: Changes; readonly fix: Changes },
  ) => {
    const { repository, sidecar, fail } = await openStuck(t, unit);
    for (const version of ["1", "2"]) {
      const files = { ...elsewhere, "second/env.yaml": configMap("env", { version }) };
      await readyAt(sidecar, await repository.commit(files), "second");
    }
    t.deepEqual(endsOf(sidecar), []);
    await fail();
    t.deepEqual(endsOf(sidecar), ["timedOut"]);
    await readyAt(sidecar, await repository.commit(fix), "first");
    t.is(endsOf(sidecar).at(-1), "converged");
  },
});

test("the run of a chart continues while commits change neither its files nor its values", rendered, {
  unit: chart,
  elsewhere: { "values/second.yaml": "web: {}\n" },
  fix: { "values/first.yaml": `web: ${healthy}\n` },
});

test("the run of a kustomization continues while commits do not change its manifests", rendered, {
  unit: kustomization,
  elsewhere: { "base/README.md": "the base\n", "base/web.yaml": `# A comment is not a manifest.\n${stuck}` },
  fix: { "base/web.yaml": healthy },
});

test("a commit to the base of a kustomization ends a stuck run", async (t) => {
  const { repository, sidecar } = await openStuck(t, kustomization);
  await readyAt(sidecar, await repository.commit({ "base/web.yaml": healthy }), "first");
  t.deepEqual(endsOf(sidecar), ["interrupted", "converged"]);
});

test("a commit that cannot be rendered ends the run, and is reported", async (t) => {
  const { repository, sidecar } = await openStuck(t, kustomization);
  await repository.commit({ "base/kustomization.yaml": "resources: [missing.yaml]\n" });
  t.regex(
    textOf(await sidecar.received(line("state", { unit: "first", phase: "Stalled" }), 0)),
    /missing\.yaml/,
  );
  t.deepEqual(endsOf(sidecar), ["interrupted", "refused"]);
});

test("a ready kustomization is not applied for a commit that does not change its manifests", async (t) => {
  const { repository, sidecar } = await openStuck(t, kustomization);
  await readyAt(sidecar, await repository.commit({ "base/web.yaml": healthy }), "first");
  const before = endsOf(sidecar);
  await readyAt(
    sidecar,
    await repository.commit({ "second/env.yaml": configMap("env", { version: "1" }) }),
    "first",
  );
  t.deepEqual(endsOf(sidecar), before);
});

const refused = test.macro({
  title: (name = "") =>
    `a commit that leaves ${name} unchanged neither retries a failed unit nor resets its failures`,
  exec: async (t, { files, unit }: StuckUnit, fix: Changes) => {
    const { repository, configure, beginFleet } = await openFleet(t);
    await repository.commit({ ...files, "second/env.yaml": configMap("env") });
    configure([{ name: "first", ...unit }, { name: "second" }]);
    const sidecar = beginFleet([], undefined, await rendererPath());
    const stalled = { unit: "first", phase: "Stalled", failures: 1 };
    await sidecar.received(line("state", stalled), 0);
    const elsewhere = await repository.commit({ "second/env.yaml": configMap("env", { version: "1" }) });
    await sidecar.received(line("state", { ...stalled, observed: elsewhere }), 0);
    await readyAt(sidecar, await repository.commit(fix), "first");
    t.deepEqual(endsOf(sidecar), ["refused", "converged"]);
  },
});

test(
  "plain manifests",
  refused,
  { files: { "first/env.yaml": "kind: [" } },
  { "first/env.yaml": configMap("first") },
);
test(
  "a chart",
  refused,
  { ...chart, files: { ...chart.files, "values/first.yaml": "web: 5\n" } },
  {
    "values/first.yaml": `web: ${healthy}\n`,
  },
);
test(
  "a kustomization",
  refused,
  { files: { ...kustomization.files, "base/web.yaml": "kind: [" } },
  { "base/web.yaml": healthy },
);
