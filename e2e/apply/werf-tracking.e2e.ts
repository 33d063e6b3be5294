import test from "ava";

import { configMap, deployment, job } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite } from "./site.ts";
import { beginTimed, reasonsIn } from "./timed-run.ts";

const failing = { "converge.test/pod": "fail" };

test("an object with delete-policy succeeded is deleted once it has succeeded and no object waits for it", async (t) => {
  const site = await openSite(t);
  const mark = await site.cluster.auditMark();
  const seed = job("seed", { annotations: { "werf.io/delete-policy": "succeeded" } });
  const { code, stdout } = await site.apply([
    seed,
    deployment("web", {
      annotations: { "werf.io/deploy-dependency-seed": "state=ready,kind=Job,name=seed" },
      pod: { "converge.test/ready-after": "1s" },
    }),
  ]);
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "patch jobs/seed",
    "patch deployments/web",
    "delete jobs/seed",
  ]);
  t.regex(stdout, /ready +.*Deployment\/web[\s\S]*deleted +.*Job\/seed/);
  t.is(await site.get("batch/jobs/seed"), undefined);
});

test("an object with delete-policy failed is deleted when it fails, after its reason and logs are printed", async (t) => {
  const site = await openSite(t);
  const annotations = { "werf.io/delete-policy": "failed,before-creation" };
  const { code, stdout } = await site.apply([job("seed", { annotations, pod: failing }), configMap("env")]);
  t.is(code, 1, stdout);
  t.regex(stdout, /panic: cannot reach db:5432[\s\S]*deleted +.*Job\/seed/);
  t.is(await site.get("batch/jobs/seed"), undefined);
  t.truthy(await site.get("configmaps/env"));
});

test("delete-policy failed does not delete an object stopped by the failure of another object", async (t) => {
  const site = await openSite(t);
  const annotations = { "werf.io/delete-policy": "failed" };
  const { code, stdout } = await site.apply(
    [
      job("long", { annotations, pod: { "converge.test/complete-after": "1h" } }),
      job("broken", { annotations, pod: { ...failing, "converge.test/complete-after": "1s" } }),
    ],
    "--fail-fast",
  );
  t.is(code, 1, stdout);
  t.truthy(await site.get("batch/jobs/long"));
  t.is(await site.get("batch/jobs/broken"), undefined);
});

test("an ignored failure is a warning: dependents continue, and the run succeeds", async (t) => {
  const site = await openSite(t);
  const ignored = { "werf.io/fail-mode": "IgnoreAndContinueDeployProcess", "werf.io/weight": "-1" };
  const { code, stdout } = await site.apply([
    job("broken", { annotations: ignored, pod: failing }),
    deployment("slow", {
      annotations: { ...ignored, "converge.dev/reconcile-timeout": "1s" },
      pod: { "converge.test/ready-after": "1h" },
    }),
    configMap("env"),
  ]);
  t.is(code, 0, stdout);
  t.truthy(await site.get("configmaps/env"));
  t.regex(stdout, /failed +.*Job\/broken: BackoffLimitExceeded/);
  t.regex(stdout, /warning: .*Job\/broken: its failure is ignored/);
  t.regex(stdout, /2 failed and ignored/);
  t.regex(stdout, /Job\/broken failed and is ignored: BackoffLimitExceeded/);
  t.regex(stdout, /Deployment\/slow timed out and is ignored: not ready within 1s/);
});

test("fail-mode IgnoreAndContinueDeployProcess does not ignore a refused write", async (t) => {
  const site = await openSite(t);
  const annotations = { "werf.io/fail-mode": "IgnoreAndContinueDeployProcess" };
  const web = deployment("web", { annotations, spec: { replicas: -1 } });
  const { code } = await site.apply([web], "--validate=ignore");
  t.is(code, 1);
});

test("an object with FailWholeDeployProcessImmediately stops all others", async (t) => {
  const site = await openSite(t);
  const annotations = { "werf.io/fail-mode": "FailWholeDeployProcessImmediately" };
  const { code, stdout } = await site.apply([
    job("broken", { annotations, pod: { ...failing, "converge.test/complete-after": "1s" } }),
    deployment("slow", { pod: { "converge.test/ready-after": "1h" } }),
  ]);
  t.is(code, 1, stdout);
  t.regex(stdout, /Deployment\/slow.*stopped: .*Job\/broken failed/);
});

test("no object waits for an object with track-termination-mode NonBlocking", async (t) => {
  const site = await openSite(t);
  const annotations = { "werf.io/track-termination-mode": "NonBlocking", "werf.io/weight": "-1" };
  const { code, stdout } = await site.apply([
    deployment("slow", { annotations, pod: { "converge.test/ready-after": "1h" } }),
    configMap("env"),
  ]);
  t.is(code, 0, stdout);
  t.truthy(await site.get("configmaps/env"));
  t.is((await site.get("apps/deployments/slow"))?.status?.["readyReplicas"], undefined);
});

test("an object without progress for its no-activity-timeout times out", async (t) => {
  const site = await openSite(t);
  const slow = deployment("slow", {
    annotations: { "werf.io/no-activity-timeout": "1h" },
    pod: { "converge.test/ready-after": "24h" },
  });
  const run = beginTimed(site, [slow], "-o=json");
  await run.said(/"type":"status".*"name":"slow".*0 of 1 replica/);
  run.expire();
  const { code, stdout } = await run.ended;
  t.is(code, 3, stdout);
  t.regex(
    reasonsIn(stdout).get("Timeout Deployment/slow") ?? stdout,
    /^it has not changed for 1h0m0s: 0 of 1 replica/,
  );
});

test("an object that makes progress may take longer than its no-activity-timeout", async (t) => {
  const site = await openSite(t);
  const slow = deployment("slow", {
    annotations: { "werf.io/no-activity-timeout": "1h" },
    spec: { replicas: 2 },
    pod: { "converge.test/pod": "unready" },
  });
  const run = beginTimed(site, [slow], "-o=json");
  await run.said(/"type":"status".*"name":"slow".*0 of 2 replicas available/);
  const { object: pods } = await site.cluster.api("GET", site.at("pods"));
  const ready = { metadata: { annotations: { "converge.test/ready-after": "0s" } } };
  const [first, second] = (pods?.items ?? []).map(({ metadata }) => `pods/${metadata.name}`);
  const [before = 0] = run.ends();
  await site.patch(first ?? "", ready);
  await run.said(/"type":"status".*"name":"slow".*1 of 2 replicas available/);
  const [after = 0] = run.ends();
  t.true(after > before, "the timeout did not restart");
  await site.patch(second ?? "", ready);
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
});

test("a workload fails at the first restart if failures-allowed-per-replica is 0", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply([
    deployment("web", {
      annotations: { "werf.io/failures-allowed-per-replica": "0" },
      pod: { "converge.test/pod": "crash-loop" },
    }),
  ]);
  t.is(code, 1, stdout);
  t.regex(
    stdout,
    /failed +.*Deployment\/web: CrashLoopBackOff: its pods have failed once, 0 allowed: container app/,
  );
});

test("a workload may restart as often as failures-allowed-per-replica allows", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply([
    deployment("web", {
      annotations: { "werf.io/failures-allowed-per-replica": "2" },
      spec: { replicas: 2 },
      pod: { "converge.test/pod": "crash-loop", "converge.test/ready-after": "6s" },
    }),
  ]);
  t.is(code, 0, stdout);
});

test("a Job with a lower number of allowed failures fails before its backoff limit", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply([
    job("migrate", {
      annotations: { "werf.io/failures-allowed-per-replica": "0" },
      spec: { backoffLimit: 6 },
      pod: failing,
    }),
  ]);
  t.is(code, 1, stdout);
  t.regex(stdout, /failed +.*Job\/migrate: TooManyFailures: its pods have failed once, 0 allowed/);
});
