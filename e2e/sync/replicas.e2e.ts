import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { type Annotations, deployment, readyWhile, refTo } from "../apply/manifests.ts";
import { startKubelet } from "../control-plane/stand-in-kubelet.ts";
import { testFolder } from "../git/test-folder.ts";
import { unitsAnnotation } from "../../lib/sync/membership/advertised-units.ts";
import { memberLeaseName } from "../../lib/sync/membership/member-lease.ts";
import { configurationPace } from "../../lib/sync/config/follow-configuration.ts";
import { absence } from "../../lib/sync/removal/unit-removal-queue.ts";
import { type Fleet, type FleetUnit, copyAtOnce, openFleet, setWritesOf } from "./fleet.ts";
import { startTestProcess } from "./test-process.ts";
import { controlledClock } from "./controlled-clock.ts";
import { beginSidecar, line, type Sidecar, textOf } from "./sidecar.ts";
import { configMap } from "./sync-site.ts";

const program = join(import.meta.dirname, "../../cmd/converge.mjs");

/** Waits until the Unit resource is ready at a commit, whichever replica reconciles it. */
async function reportedReady({ cluster, namespace }: Fleet, unit: string, commit: string): Promise<string> {
  const found = await cluster.until(
    `/apis/converge.dev/v1/namespaces/${namespace}/units/${unit}`,
    (object) =>
      object?.status?.["phase"] === "Ready" &&
      JSON.stringify(object.status["appliedRevision"]).includes(commit),
    100,
  );
  return String(found?.status?.["keptBy"]);
}

function files(version: string, pod: Annotations = {}): Readonly<Record<string, string>> {
  return {
    "alpha/env.yaml": configMap("alpha", { version }),
    "beta/web.yaml": JSON.stringify(deployment("beta", { pod: { version, ...pod } })),
    "gamma/env.yaml": configMap("gamma", { version }),
  };
}

test("two replicas share the units, and a rollout of a killed replica is continued by the other one", async (t) => {
  const fleet = await openFleet(t);
  const { repository, configure, beginFleet, cluster, create, requests, at, file, kubeconfig } = fleet;
  startKubelet(t, cluster, fleet.namespace);
  // Of these two names the first one is assigned alpha and gamma, the other one beta.
  const units = ["alpha", "beta", "gamma"];
  configure(units.map((name) => ({ name, ...(name === "gamma" ? { dependsOn: ["beta"] } : {}) })));
  const mark = await cluster.auditMark();
  const words = ["sync", "--config", file, "--identity", "sync-1"];
  const other = startTestProcess(t, [process.execPath, program, ...words], {
    folder: testFolder(t),
    env: { KUBECONFIG: kubeconfig },
  });
  const lease = at(`coordination.k8s.io/leases/${memberLeaseName({ sync: "fleet", identity: "sync-1" })}`);
  await cluster.until(lease, (object) => object !== undefined);
  const ours = beginFleet(["--identity", "sync-0"]);
  await ours.received(line("members", { members: ["sync-0", "sync-1"], keeps: ["alpha", "gamma"] }), 0);
  const first = await repository.commit(files("1"));
  t.deepEqual(await Promise.all(units.map(async (unit) => reportedReady(fleet, unit, first))), [
    "sync-0",
    "sync-1",
    "sync-0",
  ]);
  t.deepEqual(setWritesOf(await requests(mark)).toSorted(), [
    "patch configmaps/alpha",
    "patch configmaps/gamma",
    "patch deployments/beta",
  ]);
  const gate = refTo(fleet.namespace, ["", "ConfigMap", "gate"]);
  const second = await repository.commit(files("2", readyWhile(gate)));
  await cluster.until(
    at("apps/deployments/beta"),
    (web) => web?.metadata.generation === 2 && web.status?.["updatedReplicas"] === 1,
  );
  await other.kill();
  await create("configmaps", { metadata: { name: "gate" } });
  await ours.received(line("members", { members: ["sync-0"], keeps: units }), 0);
  t.deepEqual(await Promise.all(units.map(async (unit) => reportedReady(fleet, unit, second))), [
    "sync-0",
    "sync-0",
    "sync-0",
  ]);
  // Each object once per commit: the replica that takes over finds beta written, and only waits for it.
  t.deepEqual(setWritesOf(await requests(mark)).toSorted(), [
    "patch configmaps/alpha",
    "patch configmaps/alpha",
    "patch configmaps/gamma",
    "patch configmaps/gamma",
    "patch deployments/beta",
    "patch deployments/beta",
  ]);
});

test("a clock that is set an hour ahead and back starts at most one more run, and the sidecar stays a member", async (t) => {
  const fleet = await openFleet(t);
  const { repository, configure, beginFleet, cluster, at, requests } = fleet;
  configure([{ name: "shop" }, { name: "blog" }]);
  const clock = controlledClock();
  const sidecar = beginFleet(["--identity", "sync-0"], clock);
  const first = await repository.commit({ "shop/a.yaml": configMap("a"), "blog/b.yaml": configMap("b") });
  await Promise.all(["shop", "blog"].map(async (unit) => reportedReady(fleet, unit, first)));
  const mark = await cluster.auditMark();
  const lease = at(`coordination.k8s.io/leases/${memberLeaseName({ sync: "fleet", identity: "sync-0" })}`);
  const hour = 3_600_000;
  for (const jump of [hour, -2 * hour]) {
    clock.set(jump);
    const now = clock.now();
    await cluster.until(lease, (object) => {
      const renewed = Date.parse(String(object?.spec?.["renewTime"]));
      return Math.abs(renewed - now) < hour / 2;
    });
  }
  const second = await repository.commit({ "shop/a.yaml": configMap("a", { version: "2" }) });
  await Promise.all(["shop", "blog"].map(async (unit) => reportedReady(fleet, unit, second)));
  await sidecar.stop();
  t.deepEqual(setWritesOf(await requests(mark)), ["patch configmaps/a"]);
  for (const unit of ["shop", "blog"]) {
    const runs = sidecar.log().filter(line("runBegun", { unit })).length;
    t.true(runs <= 3, `${runs} runs of ${unit}`);
  }
});

interface SameNamed {
  readonly fleet: Fleet;
  /** Starts a sidecar with units of its own, regardless of the file. */
  readonly begin: (identity: string, units: readonly FleetUnit[], ...words: readonly string[]) => Sidecar;
  /** Whether the Unit of that name exists, and whether its ConfigMap does. */
  readonly exists: (unit: string) => Promise<readonly [boolean, boolean]>;
}

/** Opens sidecars of the same name with different files. */
async function openSameNamed(t: ExecutionContext): Promise<SameNamed> {
  const fleet = await openFleet(t);
  const { cluster, configure, file, get, kubeconfig, namespace } = fleet;
  return {
    fleet,
    begin: (identity, units, ...words) => {
      const own = `${file}-${identity}.yaml`;
      configure(units);
      copyAtOnce(file, own);
      const clock = controlledClock({ fastTimers: [configurationPace, absence, deletionPatience] });
      return beginSidecar(t, ["--config", own, "--identity", identity, ...words], { kubeconfig, clock });
    },
    exists: async (unit) => [
      (await cluster.api("GET", unitPath(namespace, unit))).status === 200,
      (await get(`configmaps/${unit}`)) !== undefined,
    ],
  };
}

/** Milliseconds that the objects of a removed unit may take to be deleted. */
const deletionPatience = 300_000;

function unitPath(namespace: string, unit: string): string {
  return `/apis/converge.dev/v1/namespaces/${namespace}/units/${unit}`;
}

/** Folders of those names with a ConfigMap each. */
function maps(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [`${name}/env.yaml`, configMap(name)]));
}

function removable(...names: readonly string[]): readonly FleetUnit[] {
  return names.map((name) => ({ name, onRemove: "delete" }));
}

test("two sidecars with the same name and different units do not change each other's units", async (t) => {
  const { fleet, begin, exists } = await openSameNamed(t);
  const names = ["alpha", "beta", "gamma", "delta"];
  const commit = await fleet.repository.commit(maps(...names));
  const one = begin("sync-0", removable("alpha", "beta"));
  await Promise.all(["alpha", "beta"].map(async (unit) => reportedReady(fleet, unit, commit)));
  const other = begin("sync-1", removable("gamma", "delta"));
  const keepers = await Promise.all(names.map(async (unit) => reportedReady(fleet, unit, commit)));
  t.deepEqual(keepers, ["sync-0", "sync-0", "sync-1", "sync-1"]);
  await other.received(line("members", { members: ["sync-0", "sync-1"], keeps: ["gamma", "delta"] }), 0);
  const found = await Promise.all(names.map(exists));
  t.true(found.flat().every(Boolean), JSON.stringify(found));
  t.deepEqual(
    [one, other].flatMap((sidecar) => sidecar.log().filter(line("removed"))),
    [],
  );
});

test("a unit that a rolling update removes is deleted once no replica has it", async (t) => {
  const { fleet, begin, exists } = await openSameNamed(t);
  const commit = await fleet.repository.commit(maps("alpha", "beta"));
  const old = begin("sync-0", removable("alpha", "beta"));
  await Promise.all(["alpha", "beta"].map(async (unit) => reportedReady(fleet, unit, commit)));
  const renewed = begin("sync-1", removable("alpha"));
  await renewed.received(line("members", { members: ["sync-0", "sync-1"] }), 0);
  await old.received(line("members", { members: ["sync-0", "sync-1"] }), 0);
  t.deepEqual(await exists("beta"), [true, true]);
  await old.stop();
  await fleet.cluster.until(unitPath(fleet.namespace, "beta"), (unit) => unit === undefined);
  t.deepEqual(await exists("alpha"), [true, true]);
  t.deepEqual(await exists("beta"), [false, false]);
  t.is(renewed.log().filter(line("removed", { unit: "beta", policy: "delete" })).length, 1);
  await renewed.received(line("notice", { message: "the objects of unit beta are deleted" }), 0);
});

test("a failed removal is retried, while the other units continue", async (t) => {
  const { fleet, begin, exists } = await openSameNamed(t);
  const { cluster, file, namespace, patch, repository } = fleet;
  const commit = await repository.commit(maps("alpha", "beta"));
  const sidecar = begin("sync-0", removable("alpha", "beta"));
  await Promise.all(["alpha", "beta"].map(async (unit) => reportedReady(fleet, unit, commit)));
  await patch("configmaps/beta", { metadata: { finalizers: ["converge.test/stuck"] } });
  fleet.configure(removable("alpha"));
  copyAtOnce(file, `${file}-sync-0.yaml`);
  await sidecar.received(line("removed", { unit: "beta" }), 0);
  const next = await repository.commit({ "alpha/env.yaml": configMap("alpha", { version: "2" }) });
  await reportedReady(fleet, "alpha", next);
  const reported = await sidecar.received(line("notice", { level: "error" }), 0);
  t.regex(textOf(reported), /^not all objects of unit beta could be deleted; it is tried again: /);
  t.deepEqual(await exists("beta"), [true, true]);
  await patch("configmaps/beta", { metadata: { finalizers: null } });
  await cluster.until(unitPath(namespace, "beta"), (unit) => unit === undefined);
  t.deepEqual(await exists("beta"), [false, false]);
  t.is(sidecar.log().filter(line("removed", { unit: "beta" })).length, 1);
});

test("a renamed sidecar takes over its units, and their objects are not deleted", async (t) => {
  const { fleet, begin, exists } = await openSameNamed(t);
  const { at, cluster } = fleet;
  const commit = await fleet.repository.commit(maps("alpha", "beta"));
  const one = begin("sync-0", removable("alpha"));
  const other = begin("sync-1", removable("beta"));
  await Promise.all(["alpha", "beta"].map(async (unit) => reportedReady(fleet, unit, commit)));
  begin("sync-1", removable("beta"), "--name", "other");
  const lease = at(`coordination.k8s.io/leases/${memberLeaseName({ sync: "other", identity: "sync-1" })}`);
  await cluster.until(lease, (found) => found?.metadata.annotations?.[unitsAnnotation] === "beta");
  await other.stop();
  await one.received(line("removed", { unit: "beta", policy: "orphan" }), 0);
  await cluster.until(unitPath(fleet.namespace, "beta"), (unit) => unit === undefined);
  t.deepEqual(await exists("beta"), [false, true]);
});

test("a single pass does not remove units of a running sidecar with the same name", async (t) => {
  const { fleet, begin, exists } = await openSameNamed(t);
  const commit = await fleet.repository.commit(maps("alpha", "beta"));
  const sidecar = begin("sync-0", removable("alpha", "beta"));
  await Promise.all(["alpha", "beta"].map(async (unit) => reportedReady(fleet, unit, commit)));
  const pass = begin("ci", removable("alpha"), "--once");
  t.is((await pass.ended).code, 0);
  t.deepEqual(pass.log().filter(line("removed")), []);
  t.deepEqual(await exists("beta"), [true, true]);
  await sidecar.stop();
  const last = begin("ci", removable("alpha"), "--once");
  t.is((await last.ended).code, 0);
  t.deepEqual(await exists("beta"), [false, false]);
});

test("a pending removal ends at once when its unit is configured again, and when the sidecar is stopped", async (t) => {
  const { fleet, exists } = await openSameNamed(t);
  const { beginFleet, configure, patch, repository } = fleet;
  const commit = await repository.commit(maps("alpha", "beta"));
  configure(removable("alpha", "beta"));
  const sidecar = beginFleet([], controlledClock({ fastTimers: [configurationPace] }));
  await Promise.all(["alpha", "beta"].map(async (unit) => reportedReady(fleet, unit, commit)));
  const finalizers = ["converge.test/stuck"];
  await patch("configmaps/beta", { metadata: { finalizers } });
  configure(removable("alpha"));
  await sidecar.received(line("removed", { unit: "beta" }), 0);
  const place = sidecar.place();
  configure(removable("alpha", "beta"));
  await sidecar.received(line("runBegun", { unit: "beta" }), place);
  await patch("configmaps/beta", { metadata: { finalizers: null } });
  await sidecar.received(line("state", { unit: "beta", phase: "Ready" }), place);
  await patch("configmaps/beta", { metadata: { finalizers } });
  const again = sidecar.place();
  configure(removable("alpha"));
  await sidecar.received(line("removed", { unit: "beta" }), again);
  t.is((await sidecar.stop()).code, 0);
  t.deepEqual(await exists("beta"), [true, true]);
  await patch("configmaps/beta", { metadata: { finalizers: null } });
});
