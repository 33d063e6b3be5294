/** Units with `approval: manual`: only plans that a user has approved are applied. */
import test from "ava";

import { conditionsIn, colorOf, hasReason, openApproval, statusOf } from "./approval-site.ts";
import { openFleet } from "./fleet.ts";
import { line, type LogLine, type Sidecar, textOf } from "./sidecar.ts";
import { configMap, readyAt } from "./sync-site.ts";

/** The next run that has ended. */
async function ended(sidecar: Sidecar, reason: string): Promise<LogLine> {
  return sidecar.received(line("runEnded", { unit: "shop", reason }), 0);
}

test("nothing is written before a plan is approved, and then exactly that plan is applied", async (t) => {
  const site = await openApproval(t);
  const commit = await site.commit("blue");
  const sidecar = site.beginFleet();
  const digest = await site.planned();
  t.deepEqual(await site.writes(), []);
  const pending = await site.reported(hasReason("PlanPending"));
  t.deepEqual(conditionsIn(pending), [
    "Ready=Unknown (WaitingForApproval)",
    "Reconciling=True (WaitingForApproval)",
    "Stalled=False (WaitingForApproval)",
    "SourceReachable=True (SourceSucceeded)",
    "ApprovalRequired=True (PlanPending)",
  ]);
  const key = `/namespaces/${site.namespace}/ConfigMap/env`;
  t.like(statusOf(pending), {
    phase: "AwaitingApproval",
    pendingPlan: { commit, counts: { create: 1 }, objects: [{ object: key, action: "create" }] },
  });
  t.is(textOf(await ended(sidecar, "start"), "verdict"), "interrupted");

  await site.approve(digest);
  await readyAt(sidecar, commit);
  t.deepEqual(await site.writes(), ["patch configmaps/env"]);
  const ready = await site.reported(({ phase }) => phase === "Ready");
  t.is(statusOf(ready)["pendingPlan"], undefined);
  t.is(statusOf(ready)["approvedPlan"], digest);
  t.is(conditionsIn(ready)[0], "Ready=True (ReconciliationSucceeded)");
  t.is(conditionsIn(ready)[4], "ApprovalRequired=False (Approved)");
});

test("if the cluster changes before the approval, the plan is not applied, and another one is published", async (t) => {
  const site = await openApproval(t);
  await site.commit("blue");
  site.beginFleet();
  const first = await site.planned();
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "env" }, data: { color: "red" } };
  await site.create("configmaps", body);
  await site.approve(first);
  const second = await site.planned(first);
  t.deepEqual(await site.writes(), []);
  const pending = await site.reported(hasReason("ApprovalOfOtherPlan"));
  t.like(statusOf(pending), { pendingPlan: { unmatchedApproval: first, counts: { "take-over": 1 } } });
  await site.approve(second);
  await site.cluster.until(site.at("configmaps/env"), (object) => colorOf(object) === "blue");
  t.deepEqual(await site.writes(), ["patch configmaps/env"]);
});

test("a wrong digest is reported, and a new commit voids the approval of the previous plan", async (t) => {
  const site = await openApproval(t);
  await site.commit("blue");
  const sidecar = site.beginFleet();
  const first = await site.planned();
  await site.approve("0123456789abcdef");
  await site.reported(hasReason("ApprovalOfOtherPlan"));
  await site.commit("green");
  const second = await site.planned(first);
  await site.approve(first);
  const ran = await sidecar.received(
    line("planPending", { unit: "shop", digest: second, unmatchedApproval: first }),
    0,
  );
  t.is(ran["level"], "warning");
  t.deepEqual(await site.writes(), []);
  const events = `/apis/events.k8s.io/v1/namespaces/${site.namespace}/events`;
  for await (const { reason } of site.cluster.follow(events)) {
    if (reason === "ApprovalOfOtherPlan") {
      break;
    }
  }
});

test("a commit that does not change the manifests keeps the plan", async (t) => {
  const site = await openApproval(t);
  await site.commit("blue");
  const sidecar = site.beginFleet();
  const digest = await site.planned();
  const newest = await site.repository.commit({ "README.md": "other" });
  await sidecar.received(line("state", { unit: "shop", phase: "AwaitingApproval", observed: newest }), 0);
  await site.approve(digest);
  await readyAt(sidecar, newest);
  t.is(statusOf(await site.reported(({ phase }) => phase === "Ready"))["approvedPlan"], digest);
});

test("each correction of drift needs its own approval", async (t) => {
  const site = await openApproval(t);
  const commit = await site.commit("blue");
  const sidecar = site.beginFleet();
  const installed = await site.planned();
  await site.approve(installed);
  await readyAt(sidecar, commit);
  let digest = installed;
  for (const round of [1, 2]) {
    await site.patch("configmaps/env", { data: { color: "red" } });
    const next = await site.planned(digest);
    t.not(next, digest);
    t.like(statusOf(await site.reported(hasReason("PlanPending"))), {
      pendingPlan: { commit, counts: { update: 1 } },
    });
    t.is((await site.writes()).length, round);
    t.is(colorOf(await site.get("configmaps/env")), "red");
    await site.approve(next);
    await site.cluster.until(site.at("configmaps/env"), (object) => colorOf(object) === "blue");
    await site.reported(({ phase, approvedPlan }) => phase === "Ready" && approvedPlan === next);
    digest = next;
  }
});

test("a plan survives restarts, and can be approved while no sidecar runs", async (t) => {
  const site = await openApproval(t);
  const commit = await site.commit("blue");
  const sidecar = site.beginFleet();
  const digest = await site.planned();
  t.is((await sidecar.stop()).code, 0);
  const second = site.beginFleet();
  await second.received(line("planPending", { unit: "shop", digest }), 0);
  t.is((await second.stop()).code, 0);
  await site.approve(digest);
  const third = site.beginFleet();
  await readyAt(third, commit);
  t.deepEqual(await site.writes(), ["patch configmaps/env"]);
});

test("a suspended unit applies nothing, and an approval counts once it is resumed", async (t) => {
  const site = await openApproval(t);
  const commit = await site.commit("blue");
  const sidecar = site.beginFleet();
  const digest = await site.planned();
  await site.kubectl("patch", "unit", "shop", "--type=merge", "-p", '{"spec":{"suspend":true}}');
  await site.reported(({ phase }) => phase === "Suspended");
  await site.approve(digest);
  t.deepEqual(await site.writes(), []);
  await site.kubectl("patch", "unit", "shop", "--type=merge", "-p", '{"spec":{"suspend":null}}');
  await readyAt(sidecar, commit);
});

test("a single pass ends with exit code 5 while a plan waits for approval", async (t) => {
  const site = await openApproval(t);
  await site.commit("blue");
  const waiting = await site.beginFleet(["--once"]).ended;
  t.is(waiting.code, 5, waiting.stdout + waiting.stderr);
  await site.approve(await site.planned());
  t.is((await site.beginFleet(["--once"]).ended).code, 0);
});

test("a unit without changes is ready without approval", async (t) => {
  const site = await openApproval(t, { approval: "automatic" });
  const commit = await site.commit("blue");
  const sidecar = site.beginFleet();
  await readyAt(sidecar, commit);
  t.is((await sidecar.stop()).code, 0);
  site.configure([{ name: "shop", approval: "manual" }]);
  const manual = site.beginFleet();
  await readyAt(manual, commit);
  t.false(manual.log().some(line("planPending")));
});

test("one approval is enough for a set that contains the namespace of its release", async (t) => {
  const fleet = await openFleet(t);
  const name = `${fleet.namespace}-own`;
  const place = { kind: "Namespace", apiVersion: "v1", metadata: { name } };
  t.teardown(async () => fleet.cluster.api("DELETE", `/api/v1/namespaces/${name}`));
  const site = await openApproval(t, { namespace: name }, fleet);
  const files = { "shop/namespace.yaml": JSON.stringify(place), "shop/env.yaml": configMap("env") };
  const commit = await site.repository.commit(files);
  const sidecar = site.beginFleet();
  await site.approve(await site.planned());
  await readyAt(sidecar, commit);
  t.is(sidecar.log().filter(line("planPending", { unit: "shop" })).length, 1);
});

function secret(token: string): string {
  const metadata = { name: "key" };
  return JSON.stringify({ apiVersion: "v1", kind: "Secret", metadata, stringData: { token } });
}

test("values of Secrets are in no output, and another value needs another approval", async (t) => {
  const site = await openApproval(t);
  const first = await site.repository.commit({ "shop/key.yaml": secret("hunter2-one") });
  const sidecar = site.beginFleet();
  const installed = await site.planned();
  await site.approve(installed);
  await readyAt(sidecar, first);
  await site.repository.commit({ "shop/key.yaml": secret("hunter2-two") });
  const digest = await site.planned(installed);
  const unit = JSON.stringify(await site.reported(() => true));
  const events = await site.kubectl("get", "events", "-o", "json");
  const { stdout, stderr } = await sidecar.stop();
  const encoded = Buffer.from("hunter2-two").toString("base64");
  for (const output of [unit, events, stdout, stderr, JSON.stringify(sidecar.log())]) {
    t.false(output.includes("hunter2") || output.includes(encoded));
  }
  t.true(unit.includes(digest));
});
