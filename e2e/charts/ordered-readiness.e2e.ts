/**
 * Conditions of readiness in charts, as in HIP-0025, on a cluster. `R` and a number are the
 * requirements of the public test suite https://github.com/caretak3r/helm-hip-0025-e2e. Order is proven by
 * resource versions and the audit log.
 */
import { randomUUID } from "node:crypto";

import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { configMap, definition } from "../apply/manifests.ts";
import { moment } from "../apply/server-order.ts";
import { type ChartSite, inGroup, openChart, part } from "./ordered-chart.ts";

interface ProbeSite extends ChartSite {
  /** Writes the status of a probe, as its controller would; returns when that was. */
  readonly report: (name: string, status: JsonObject) => Promise<number>;
}

interface Conditions {
  readonly success?: readonly string[];
  readonly failure?: readonly string[];
}

/** The annotations of these conditions. */
function conditions({ success, failure }: Conditions): Readonly<Record<string, string>> {
  return {
    ...(success === undefined ? {} : { "helm.sh/readiness-success": JSON.stringify(success) }),
    ...(failure === undefined ? {} : { "helm.sh/readiness-failure": JSON.stringify(failure) }),
  };
}

/**
 * Opens a chart with probes, which are custom resources without a controller, by name and annotations, and
 * other objects.
 */
async function openProbes(
  t: ExecutionContext,
  probes: Readonly<Record<string, Readonly<Record<string, string>>>>,
  others: readonly JsonObject[] = [],
): Promise<ProbeSite> {
  const group = `probes-${randomUUID().slice(0, 8)}.example.com`;
  const objects = Object.entries(probes).map(([name, annotations]) => ({
    apiVersion: `${group}/v1`,
    kind: "Probe",
    metadata: { name, annotations },
  }));
  const site = await openChart(t, {
    name: "shop",
    objects: [definition(group, "Probe"), ...objects, ...others],
  });
  const { cluster, at } = site;
  t.teardown(async () => {
    await cluster.api("DELETE", `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/probes.${group}`);
  });
  const pathOf = (name: string): string => at(`${group}/probes/${name}`);
  return {
    ...site,
    report: async (name, status) =>
      moment((await cluster.api("PATCH", `${pathOf(name)}/status`, { status })).object),
  };
}

const usual = conditions({
  success: ["{.phase} == Ready", "{.count} >= 3"],
  failure: ["{.phase} == Failed"],
});
const gate = { ...usual, ...inGroup("first") };
const after = part("app", inGroup("second", "first"));

test("a success condition makes an object ready, and later groups wait for it (R31, R36, R37)", async (t) => {
  const { beginApply, report, sent } = await openProbes(t, { gate }, after);
  const run = beginApply();
  await run.said(/created .*Probe\/gate/);
  await report("gate", { phase: "Pending", count: 2 });
  const ready = await report("gate", { phase: "Pending", count: 3 });
  const { code, stdout, stderr } = await run.ended;
  t.is(code, 0, stdout + stderr);
  t.true((await sent("app")) > ready);
});

test("a failure condition fails an object, even if a success condition is true too (R32)", async (t) => {
  const both = conditions({ success: ["{.phase} == Ready"], failure: ["{.phase} == Ready"] });
  const { beginApply, report, get } = await openProbes(t, { gate: { ...both, ...inGroup("first") } }, after);
  const run = beginApply();
  await run.said(/created .*Probe\/gate/);
  await report("gate", { phase: "Ready" });
  const { code, stdout } = await run.ended;
  t.is(code, 1, stdout);
  t.regex(stdout, /Probe\/gate.*\{\.phase\} == Ready/);
  t.is(await get("configmaps/app"), undefined);
});

test("a failed object and an object in progress are both named (R32)", async (t) => {
  const pending = { ...usual, "converge.dev/reconcile-timeout": "1s" };
  const { beginApply, report } = await openProbes(t, { broken: usual, pending }, [configMap("app")]);
  const run = beginApply();
  await run.said(/created .*Probe\/broken/);
  await report("broken", { phase: "Failed" });
  const { code, stdout } = await run.ended;
  t.is(code, 1, stdout);
  t.regex(stdout, /Probe\/broken/);
  t.regex(stdout, /Probe\/pending.*not yet \{\.phase\} == Ready or \{\.count\} >= 3/);
});

test("one readiness annotation without the other is a warning, and the built-in rules apply (R30, R33)", async (t) => {
  const alone = conditions({ success: ["{.phase} == Ready"] });
  const { converge } = await openProbes(t, { alone }, part("app"));
  const { code, stdout, stderr } = await converge("apply", "--readiness=kstatus");
  t.is(code, 0, stdout + stderr);
  t.regex(
    stderr,
    /warning: Probe\/alone has helm\.sh\/readiness-success but not helm\.sh\/readiness-failure/,
  );
  const checked = await converge("validate");
  t.is(checked.code, 2);
  t.regex(checked.stdout + checked.stderr, /error: Probe\/alone has helm\.sh\/readiness-success/);
});

const compares = test.macro({
  title: (_, condition: string) => `a run waits until ${condition} is true (R34)`,
  async exec(t, condition: string, first: JsonObject, last: JsonObject) {
    const annotations = conditions({ success: [condition], failure: ["{.phase} == Failed"] });
    const site = await openProbes(t, { gate: { ...annotations, ...inGroup("first") } }, after);
    const run = site.beginApply();
    await run.said(/created .*Probe\/gate/);
    await site.report("gate", first);
    const ready = await site.report("gate", last);
    const { code, stdout, stderr } = await run.ended;
    t.is(code, 0, stdout + stderr);
    t.true((await site.sent("app")) > ready);
  },
});

test(compares, "{.count} == 10", { count: 5 }, { count: 10 });
test(compares, "{.count} != 5", { count: 5 }, { count: 10 });
test(compares, "{.count} < 5", { count: 10 }, { count: 4 });
test(compares, "{.count} <= 5", { count: 10 }, { count: 5 });
test(compares, "{.count} > 10", { count: 5 }, { count: 11 });
test(compares, '{.status.phase} == "Ready"', { phase: "Pending" }, { phase: "Ready" });
test(compares, "{.ready} == true", { ready: false }, { ready: true });
