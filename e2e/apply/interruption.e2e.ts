import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import test from "ava";

import { startKubelet } from "../control-plane/stand-in-kubelet.ts";
import { gateIn } from "./gate.ts";
import { configMap, dependsOn, deployment, refTo } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite } from "./site.ts";

const program = fileURLToPath(new URL("../../cmd/converge.mjs", import.meta.url));

const endsCleanly = test.macro(async (t, signal: "SIGINT" | "SIGTERM", expected: number) => {
  const site = await openSite(t);
  startKubelet(t, site.cluster, site.namespace);
  const { pod, open } = gateIn(site);
  const set = [
    deployment("web", { pod }),
    configMap("after", {}, dependsOn(refTo(site.namespace, ["apps", "Deployment", "web"]))),
  ];
  const words = ["apply", site.write(set), "--release", site.release, "-n", site.namespace];
  const child = spawn(process.execPath, [program, ...words], {
    env: { KUBECONFIG: site.cluster.kubeconfig, PATH: process.env["PATH"] },
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.teardown(() => child.kill("SIGKILL"));
  for await (const line of createInterface(child.stdout)) {
    if (/^created .*Deployment\/web/.test(line)) {
      child.kill(signal);
    }
  }
  const [code]: unknown[] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
  t.is(code, expected);
  t.is(await site.get("configmaps/after"), undefined);
  const lease = await site.get("coordination.k8s.io/leases/converge-shop");
  t.is(lease?.spec?.["holderIdentity"] ?? "", "", "the lock was not let go");
  await open();
  const mark = await site.cluster.auditMark();
  const again = await site.apply(set);
  t.is(again.code, 0, again.stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), ["patch configmaps/after"]);
});

test(
  "Ctrl-C ends a run with exit code 130, releases the lock, and the next run continues",
  endsCleanly,
  "SIGINT",
  130,
);
test(
  "SIGTERM ends a run with exit code 143, releases the lock, and the next run continues",
  endsCleanly,
  "SIGTERM",
  143,
);

test("an object that the run waits for at Ctrl-C is reported as interrupted, not as failed", async (t) => {
  const site = await openSite(t);
  const run = site.begin([deployment("web", { pod: { "converge.test/ready-after": "1h" } })]);
  await run.said(/created .*Deployment\/web/);
  run.interrupt();
  const { code, stdout } = await run.ended;
  t.is(code, 130, stdout);
  t.regex(stdout, /interrupted +.*Deployment\/web/);
  t.regex(stdout, /interrupted after .*; 1 applied \(1 created\), 1 interrupted/);
  t.notRegex(stdout, /failed/);
});
