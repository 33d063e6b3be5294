import test from "ava";

import { configMap, dependsOn, deployment, job, refTo } from "./manifests.ts";
import { openSite } from "./site.ts";

test("a failed Job ends the run with exit code 1, and its reason, pod log and skipped dependents are printed", async (t) => {
  const site = await openSite(t);
  const { namespace } = site;
  const migrate = refTo(namespace, ["batch", "Job", "migrate"]);
  const { code, stdout } = await site.apply([
    job("migrate", { pod: { "converge.test/pod": "fail" } }),
    configMap("after", {}, dependsOn(migrate)),
    configMap("after-that", {}, dependsOn(refTo(namespace, ["", "ConfigMap", "after"]))),
    configMap("free"),
  ]);
  t.is(code, 1, stdout);
  t.regex(stdout, /failed +Job\/migrate.*BackoffLimitExceeded/);
  t.regex(stdout, /panic: cannot reach db:5432/);
  t.regex(stdout, /skipped +.*ConfigMap\/after because .*Job\/migrate .*set\.yaml:4/);
  t.regex(stdout, /skipped +.*ConfigMap\/after-that because .*ConfigMap\/after /);
  t.is(await site.get("configmaps/after"), undefined);
  t.is(await site.get("configmaps/after-that"), undefined);
  t.truthy(await site.get("configmaps/free"));
});

test("a crash loop is reported with the exit code, the reason and the termination message of its container", async (t) => {
  const site = await openSite(t);
  const pod = {
    "converge.test/pod": "crash-loop",
    "converge.test/exit-code": "137",
    "converge.test/exit-reason": "OOMKilled",
    "converge.test/termination-message": "heap is full",
  };
  const output = /CrashLoopBackOff: .*ended with exit code 137 \(OOMKilled\): heap is full/;
  const { code, stdout } = await site.apply([deployment("web", { pod })]);
  t.not(code, 0, stdout);
  t.regex(stdout, output);
  const status = await site.run(["status", "--release", site.release, "-n", site.namespace]);
  t.regex(status.stdout, output);
});

test("an image that cannot be pulled fails its workload long before the timeout, and other objects continue", async (t) => {
  const site = await openSite(t);
  const { namespace } = site;
  const slow = refTo(namespace, ["apps", "Deployment", "slow"]);
  const { code, stdout } = await site.apply([
    deployment("web", { pod: { "converge.test/pod": "image-pull-back-off" } }),
    configMap("after-web", {}, dependsOn(refTo(namespace, ["apps", "Deployment", "web"]))),
    deployment("slow", { pod: { "converge.test/ready-after": "1s" } }),
    configMap("after-slow", {}, dependsOn(slow)),
  ]);
  t.is(code, 1, stdout);
  t.regex(stdout, /failed +Deployment\/web.*ImagePullBackOff/);
  t.regex(stdout, /event: Warning .*pull/);
  t.truthy(await site.get("configmaps/after-slow"));
  t.is(await site.get("configmaps/after-web"), undefined);
});

test("a crash loop fails its workload after three restarts, and shows the container's log", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply([
    deployment("web", { pod: { "converge.test/pod": "crash-loop" } }),
  ]);
  t.is(code, 1, stdout);
  t.regex(stdout, /failed +Deployment\/web.*CrashLoopBackOff/);
  t.regex(stdout, /panic: cannot reach db:5432/);
});

test("an object that the server refuses fails with the server's message and its line in the file", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply(
    `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports:
    - port: 70000
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: env
`,
    "--validate=ignore",
  );
  t.is(code, 1, stdout);
  t.regex(stdout, /Service\/web.*port.*set\.yaml:8/);
  t.truthy(await site.get("configmaps/env"));
});

test("with --fail-fast nothing starts after the first failure", async (t) => {
  const site = await openSite(t);
  const slow = refTo(site.namespace, ["apps", "Deployment", "slow"]);
  const { code, stdout } = await site.apply(
    [
      job("migrate", { pod: { "converge.test/pod": "fail" } }),
      deployment("slow", { pod: { "converge.test/ready-after": "60s" } }),
      configMap("after", {}, dependsOn(slow)),
    ],
    "--fail-fast",
  );
  t.is(code, 1, stdout);
  t.is(await site.get("configmaps/after"), undefined);
});
