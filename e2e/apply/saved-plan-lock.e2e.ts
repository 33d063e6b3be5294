import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

import { writeKubeconfig } from "../control-plane/kubeconfig.ts";
import { startConverge } from "./faults/converge-run.ts";
import { startFaultProxy } from "./faults/fault-proxy.ts";
import { savedUpgrade } from "./saved-site.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite } from "./site.ts";

test("a saved plan is refused if an object changes before the lock is acquired", async (t) => {
  const site = await openSite(t);
  const { cluster } = site;
  const file = await savedUpgrade(site);
  const folder = mkdtempSync(join(tmpdir(), "converge-lock-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  let isChanged = false;
  const proxy = await startFaultProxy(cluster, async ({ method, path }) => {
    if (!isChanged && method !== "GET" && path.includes("/leases")) {
      isChanged = true;
      await site.patch("configmaps/same?fieldManager=someone", { data: { b: "3" } });
    }
    return { type: "pass" };
  });
  t.teardown(proxy.close);
  const kubeconfig = writeKubeconfig(join(folder, "kubeconfig"), { ...proxy, token: cluster.adminToken });
  const mark = await cluster.auditMark();
  const { code, output } = await startConverge(["apply", "--plan", file], kubeconfig).ended;
  t.true(isChanged);
  t.is(code, 2, output);
  t.regex(output, /ConfigMap\/same was changed by .*someone/);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});
