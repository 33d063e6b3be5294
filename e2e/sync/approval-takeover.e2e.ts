/** Approvals while sidecars are killed, stopped, and replaced by others. */
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { field, type JsonValue, stringField } from "../../lib/object/json.ts";
import { configMap } from "../apply/manifests.ts";
import { testFolder } from "../git/test-folder.ts";
import { type ApprovalSite, conditionsIn, hasReason, openApproval, statusOf } from "./approval-site.ts";
import { served } from "./served.ts";
import { line, type Sidecar } from "./sidecar.ts";
import { readyAt } from "./sync-site.ts";
import { startTestProcess, type TestProcess } from "./test-process.ts";

const program = join(import.meta.dirname, "../../cmd/converge.mjs");
/** The killed process and the next one are the same replica, as pods of a StatefulSet are. */
const identity = ["--identity", "sync-0"];

/** Starts a sidecar as a process, which can be killed. */
function beginProcess(t: ExecutionContext, { file, kubeconfig }: ApprovalSite): TestProcess {
  return startTestProcess(t, [process.execPath, program, "sync", "--config", file, ...identity], {
    folder: testFolder(t),
    env: { KUBECONFIG: kubeconfig },
  });
}

/** Commits a ConfigMap, and another one that waits for `gate`, which is not in the set. */
async function commitGated({ namespace, repository }: ApprovalSite): Promise<string> {
  const waiting = { "config.kubernetes.io/depends-on": `/namespaces/${namespace}/ConfigMap/gate` };
  const maps = [configMap("first"), configMap("env", { color: "blue" }, waiting)];
  return repository.commit({ "shop/maps.yaml": maps.map((map) => `---\n${JSON.stringify(map)}\n`).join("") });
}

/** Waits until only the first ConfigMap is written. */
async function untilHalfApplied({ at, cluster }: ApprovalSite): Promise<void> {
  await cluster.until(at("configmaps/first"), (first) => first !== undefined);
}

/** Lets the other one be written. */
async function openGate({ create }: ApprovalSite): Promise<void> {
  await create("configmaps", configMap("gate"));
}

test("a plan that is approved after its sidecar was killed is applied once by the next sidecar", async (t) => {
  const site = await openApproval(t);
  const commit = await site.commit("blue");
  const killed = beginProcess(t, site);
  const digest = await site.planned();
  await killed.kill();
  await site.approve(digest);
  const sidecar = site.beginFleet(identity);
  await readyAt(sidecar, commit);
  t.deepEqual(await site.writes(), ["patch configmaps/env"]);
  t.false(sidecar.log().some(line("planPending")));
  t.is(statusOf(await site.reported(({ phase }) => phase === "Ready"))["approvedPlan"], digest);
});

test("an approved plan that a killed sidecar began to apply is completed without another approval", async (t) => {
  const site = await openApproval(t, { externalDeps: "wait" });
  const commit = await commitGated(site);
  const killed = beginProcess(t, site);
  const digest = await site.planned();
  await site.approve(digest);
  await untilHalfApplied(site);
  await killed.kill();
  t.deepEqual(await site.writes(), ["patch configmaps/first"]);
  await openGate(site);
  const sidecar = site.beginFleet(identity);
  await readyAt(sidecar, commit);
  t.deepEqual(await site.writes(), ["patch configmaps/first", "patch configmaps/env"]);
  t.false(sidecar.log().some(line("planPending")));
  t.is(statusOf(await site.reported(({ phase }) => phase === "Ready"))["approvedPlan"], digest);
});

test("if the cluster changes after a sidecar was killed, the rest of its plan needs another approval", async (t) => {
  const site = await openApproval(t, { externalDeps: "wait" });
  await commitGated(site);
  const killed = beginProcess(t, site);
  const digest = await site.planned();
  await site.approve(digest);
  await untilHalfApplied(site);
  await killed.kill();
  await site.create("configmaps", configMap("env", { color: "red" }));
  await openGate(site);
  site.beginFleet(identity);
  t.like(statusOf(await site.reported(({ pendingPlan }) => isOther(pendingPlan, digest))), {
    pendingPlan: { counts: { "take-over": 1 } },
  });
  t.deepEqual(await site.writes(), ["patch configmaps/first"]);
});

function isOther(pendingPlan: JsonValue | undefined, digest: string): boolean {
  const other = field(pendingPlan, "digest");
  return other !== undefined && other !== digest;
}

test("an approved plan that a stopped sidecar began to apply is completed without another approval", async (t) => {
  const site = await openApproval(t, { externalDeps: "wait" });
  const commit = await commitGated(site);
  const stopped = site.beginFleet(identity);
  const digest = await site.planned();
  await site.approve(digest);
  const applying = await site.reported(hasReason("Approved"));
  t.is(statusOf(applying)["phase"], "Reconciling");
  t.is(statusOf(applying)["pendingPlan"], undefined);
  t.true(conditionsIn(applying).includes("ApprovalRequired=False (Approved)"));
  await untilHalfApplied(site);
  t.is((await stopped.stop()).code, 0);
  await openGate(site);
  const sidecar = site.beginFleet(identity);
  await readyAt(sidecar, commit);
  t.deepEqual(await site.writes(), ["patch configmaps/first", "patch configmaps/env"]);
  t.false(sidecar.log().some(line("planPending")));
});

/** The plan that waits for approval on the dashboard of a replica, once it is as wanted. */
async function shownPlan(
  sidecar: Sidecar,
  isWanted: (pending: JsonValue | undefined) => boolean,
): Promise<JsonValue> {
  const url = `${await served(sidecar, "page")}/api/v1/units/shop`;
  // The timeout of the test ends the loop.
  for (;;) {
    const shown: JsonValue = JSON.parse(await (await fetch(url)).text());
    const pending = field(shown, "pending");
    if (isWanted(pending)) {
      return pending ?? null;
    }
  }
}

test("one of two replicas plans and applies, and the dashboard of the other one shows its plan", async (t) => {
  const site = await openApproval(t);
  const replicas = new Map(
    ["sync-0", "sync-1"].map((name) => {
      const words = ["--identity", name, "--page", "127.0.0.1:0"];
      return [name, site.beginFleet(words)] as const;
    }),
  );
  for (const replica of replicas.values()) {
    await replica.received((said) => JSON.stringify(said).includes('"members":["sync-0","sync-1"]'), 0);
  }
  const commit = await site.commit("blue");
  const digest = await site.planned();
  const keeper = stringField(statusOf(await site.reported(hasReason("PlanPending"))), "keptBy") ?? "";
  const owner = replicas.get(keeper);
  const other = [...replicas].find(([name]) => name !== keeper)?.[1];
  if (owner === undefined || other === undefined) {
    throw new Error(`no replica is named ${keeper}`);
  }
  const shown = await shownPlan(other, (pending) => field(pending, "digest") === digest);
  t.like(shown, {
    command: `kubectl -n ${site.namespace} annotate --overwrite unit/shop converge.dev/approve=${digest}`,
    areFieldsKnown: false,
    others: [{ key: `/namespaces/${site.namespace}/ConfigMap/env`, verb: "create" }],
  });
  await site.approve(digest);
  await readyAt(owner, commit);
  await shownPlan(other, (pending) => pending === undefined);
  t.deepEqual(await site.writes(), ["patch configmaps/env"]);
  t.false(other.log().some(line("runBegun", { reason: "approval" })));
});
