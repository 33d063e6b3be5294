import test from "ava";

import { configMap, dependsOn, deployment, job, refTo } from "./manifests.ts";
import { openSite } from "./site.ts";
import { beginTimed } from "./timed-run.ts";

const never = { "converge.test/ready-after": "1h" };

test("an object that is not ready in time ends the run with exit code 3, and its dependents are skipped", async (t) => {
  const site = await openSite(t);
  const run = beginTimed(
    site,
    [
      deployment("web", { pod: { "converge.test/pod": "unready" } }),
      configMap("after", {}, dependsOn(refTo(site.namespace, ["apps", "Deployment", "web"]))),
    ],
    "--reconcile-timeout=1h",
  );
  await site.cluster.until(
    site.at("apps/deployments/web"),
    (object) => object?.status?.["unavailableReplicas"] === 1,
  );
  for await (const { reason } of site.cluster.follow(site.at("events"))) {
    if (reason === "Unhealthy") {
      break;
    }
  }
  // The run has seen the pod.
  await run.said("panic: cannot reach db:5432");
  run.expire();
  const { code, stdout } = await run.ended;
  t.is(code, 3, stdout);
  t.regex(
    stdout,
    /timed out +Deployment\/web: not ready within 1h0m0s: 0 of 1 replica.*pod web-\S+: running, but not ready/,
  );
  t.regex(stdout, /event: Warning Unhealthy: /);
  t.regex(stdout, /panic: cannot reach db:5432/);
  t.regex(stdout, /skipped +.*ConfigMap\/after because .*Deployment\/web/);
  t.is(await site.get("configmaps/after"), undefined);
});

test("a failure takes precedence over a timeout", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply([
    deployment("web", { annotations: { "converge.dev/reconcile-timeout": "3s" }, pod: never }),
    job("migrate", { pod: { "converge.test/pod": "fail" } }),
  ]);
  t.regex(stdout, /timed out +Deployment\/web/);
  t.regex(stdout, /failed +Job\/migrate/);
  t.is(code, 1);
});

test("an annotation sets the timeout of an object", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply([
    deployment("web", { annotations: { "converge.dev/reconcile-timeout": "1s" }, pod: never }),
    deployment("other", { pod: { "converge.test/ready-after": "2s" } }),
  ]);
  t.is(code, 3, stdout);
  t.regex(stdout, /timed out +.*Deployment\/web: not ready within 1s/);
  t.regex(stdout, /ready +.*Deployment\/other/);
});

test("a timeout can limit all objects of a weight together", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply(
    [
      deployment("web", { annotations: { "werf.io/weight": "5" }, pod: never }),
      configMap("after", {}, { "werf.io/weight": "10" }),
    ],
    "--weight-timeout",
    "5=1s",
  );
  t.is(code, 3, stdout);
  t.regex(stdout, /timed out +.*Deployment\/web/);
  t.regex(stdout, /skipped +.*ConfigMap\/after because/);
  t.is(await site.get("configmaps/after"), undefined);
});

test("a timeout can limit the whole run", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply([deployment("web", { pod: never })], "--timeout=8s");
  t.is(code, 3, stdout);
  t.regex(stdout, /timed out +Deployment\/web: the run timed out: /);
});

test("after a timeout, a second run applies the same set", async (t) => {
  const site = await openSite(t);
  const set = [
    deployment("web", { pod: { "converge.test/ready-after": "6s" } }),
    configMap("after", {}, dependsOn(refTo(site.namespace, ["apps", "Deployment", "web"]))),
  ];
  t.is((await site.apply(set, "--reconcile-timeout=1s")).code, 3);
  const again = await site.apply(set);
  t.is(again.code, 0, again.stdout);
  t.truthy(await site.get("configmaps/after"));
});
