import test from "ava";

import { testCluster, type TestCluster } from "../control-plane/test-cluster.ts";
import { nextCommand, openSite, phaseIs, truths } from "./status-site.ts";
import { defineUnits, readyAt, runOf, stateOf, reportedUnit } from "./reported-unit.ts";

let plane: TestCluster;

test.before(async () => {
  plane = await testCluster();
  await defineUnits(plane);
});

test("a user suspends and resumes a unit, and the sidecar does not change that field", async (t) => {
  const site = await openSite(t, plane);
  const suspended = nextCommand(site);
  await site.kubectl("patch", "unit", "shop", "--type", "merge", "-p", '{"spec":{"suspend":true}}');
  await suspended;
  t.true(site.status.commandOf("shop").suspend);
  site.report(stateOf("Suspended"));
  t.deepEqual(truths(await site.until(phaseIs("Suspended"))), [
    "Ready=Unknown",
    "Reconciling=False",
    "Stalled=False",
    "SourceReachable=Unknown",
  ]);
  await site.status.configure([reportedUnit("shop", { interval: 60_000 })]);
  site.clock.pass(0);
  const changed = await site.until(({ spec }) => spec?.["interval"] === "1m0s");
  t.true(changed.spec?.["suspend"]);
  const resumed = nextCommand(site);
  await site.kubectl("patch", "unit", "shop", "--type", "merge", "-p", '{"spec":{"suspend":null}}');
  await resumed;
  t.false(site.status.commandOf("shop").suspend);
});

test("a unit suspended in the configuration has no suspend field, and resumes when the configuration does", async (t) => {
  const site = await openSite(t, plane, [reportedUnit("shop", { suspend: true })]);
  t.true((await site.until(() => true)).spec?.["suspend"]);
  t.false(site.status.commandOf("shop").suspend);
  await site.status.configure([reportedUnit("shop")]);
  site.clock.pass(0);
  t.is((await site.until(({ spec }) => spec?.["suspend"] === undefined)).metadata.generation, 2);
});

test("a user requests a run, and sees when it was done", async (t) => {
  const site = await openSite(t, plane);
  const asked = nextCommand(site);
  await site.kubectl("annotate", "unit", "shop", "converge.dev/reconcile=2026-01-02");
  await asked;
  t.is(site.status.commandOf("shop").request, "2026-01-02");
  site.status.emitSync({ type: "runBegun", at: 0, run: runOf("request") });
  site.status.emitSync({ type: "runEnded", at: 0, run: runOf("request") });
  const answered = nextCommand(site);
  site.report(readyAt("a"));
  t.like(await site.until(phaseIs("Ready")), { status: { lastHandledRequest: "2026-01-02" } });
  await answered;
  t.is(site.status.commandOf("shop").request, undefined);
});
