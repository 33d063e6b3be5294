/**
 * Failures and hooks of charts that order their parts, as in HIP-0025, on a cluster. `R` and a number are the
 * requirements of the public test suite https://github.com/caretak3r/helm-hip-0025-e2e. Order is proven by
 * resource versions and the audit log.
 */
import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { configMap, job } from "../apply/manifests.ts";
import { objectWritesOf } from "../apply/server-order.ts";
import { dependency, inGroup, openChart, type OrderedChart } from "./ordered-chart.ts";

const failing: OrderedChart = {
  name: "shop",
  fields: { dependencies: [dependency("broken"), dependency("dependent", { "depends-on": ["broken"] })] },
  subcharts: [
    {
      name: "broken",
      objects: [configMap("broken-config"), job("broken", { pod: { "converge.test/ready-after": "1h" } })],
    },
    { name: "dependent" },
  ],
  objects: [configMap("parent")],
};

test("an object that is not ready in time fails the run, and its dependents are not applied (R11, R12)", async (t) => {
  const site = await openChart(t, failing);
  const { code, stdout } = await site.converge("apply", "--readiness-timeout=2s", "--timeout=2m");
  t.is(code, 3, stdout);
  t.regex(stdout, /Job\/broken/);
  t.truthy(await site.get("batch/jobs/broken"));
  t.is(await site.get("apps/deployments/dependent"), undefined);
  t.is(await site.get("configmaps/parent"), undefined);
  const status = await site.run(["status", site.release, "-n", site.namespace]);
  t.not(status.code, 0);
});

test("a failed installation is undone with --atomic (R11)", async (t) => {
  const site = await openChart(t, failing);
  const { code, stdout } = await site.converge("apply", "--readiness-timeout=2s", "--atomic");
  t.not(code, 0, stdout);
  t.is(await site.get("batch/jobs/broken"), undefined);
  t.is(await site.get("configmaps/broken-config"), undefined);
});

test("--readiness-timeout must not exceed --timeout (R12)", async (t) => {
  const site = await openChart(t, failing);
  const mark = await site.cluster.auditMark();
  const { code, stderr } = await site.converge("apply", "--readiness-timeout=3m", "--timeout=2m");
  t.is(code, 2);
  t.regex(stderr, /--readiness-timeout must not exceed --timeout/);
  t.deepEqual(await site.requests(mark), []);
});

function hook(name: string, weight: string): JsonObject {
  const group = inGroup("first", "second");
  const annotations = { ...group, "helm.sh/hook": "pre-install", "helm.sh/hook-weight": weight };
  return job(name, { annotations });
}

test("hooks run by weight before all ordered subcharts (R13)", async (t) => {
  const site = await openChart(t, {
    name: "shop",
    fields: { dependencies: [dependency("first"), dependency("second", { "depends-on": ["first"] })] },
    subcharts: [{ name: "first" }, { name: "second" }],
    objects: [hook("late", "5"), hook("early", "-5")],
  });
  const mark = await site.cluster.auditMark();
  const { code, stdout, stderr } = await site.converge("apply");
  t.is(code, 0, stdout + stderr);
  const writes = objectWritesOf(await site.requests(mark)).filter((write) => write.startsWith("patch "));
  t.deepEqual(writes.slice(0, 2), ["patch jobs/early", "patch jobs/late"]);
  await site.follows("second", "first");
});
