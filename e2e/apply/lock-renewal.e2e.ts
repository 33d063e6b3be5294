import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

import { writeKubeconfig } from "../control-plane/kubeconfig.ts";
import { startFaultProxy } from "./faults/fault-proxy.ts";
import { deployment } from "./manifests.ts";
import { openSite } from "./site.ts";

test("a run succeeds although the server takes six seconds to renew its lock", async (t) => {
  const site = await openSite(t);
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-lock-"));
  let renewals = 0;
  const proxy = await startFaultProxy(site.cluster, ({ method, path, time }) => {
    const isRenewal = method === "PUT" && path.endsWith("/leases/converge-shop");
    renewals += isRenewal ? 1 : 0;
    return isRenewal && time === 1 ? { type: "delay", milliseconds: 6000 } : { type: "pass" };
  });
  t.teardown(proxy.close);
  const kubeconfig = writeKubeconfig(join(folder.path, "kubeconfig"), {
    ...proxy,
    token: site.cluster.adminToken,
  });
  const web = deployment("web", { pod: { "converge.test/ready-after": "14s" } });
  const words = ["apply", site.write([web]), "--release", "shop", "-n", site.namespace];
  const { code, stdout } = await site.run(words, { kubeconfig });
  t.is(code, 0, stdout);
  t.true(renewals > 1, "the lock was renewed after the answer that came late");
});
