import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

import { writeKubeconfig } from "../control-plane/kubeconfig.ts";
import { startKubelet } from "../control-plane/stand-in-kubelet.ts";
import { startFaultProxy } from "./faults/fault-proxy.ts";
import { gateIn } from "./gate.ts";
import { deployment } from "./manifests.ts";
import { openSite } from "./site.ts";

test("a run succeeds although the server takes six seconds to renew its lock", async (t) => {
  const site = await openSite(t);
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-lock-"));
  startKubelet(t, site.cluster, site.namespace);
  const { pod, open } = gateIn(site);
  const renewedAgain = Promise.withResolvers<void>();
  let renewals = 0;
  const proxy = await startFaultProxy(site.cluster, ({ method, path, time }) => {
    const isRenewal = method === "PUT" && path.endsWith("/leases/converge-shop");
    renewals += isRenewal ? 1 : 0;
    if (renewals > 1) {
      renewedAgain.resolve();
    }
    return isRenewal && time === 1 ? { type: "delay", milliseconds: 6000 } : { type: "pass" };
  });
  t.teardown(proxy.close);
  const kubeconfig = writeKubeconfig(join(folder.path, "kubeconfig"), {
    ...proxy,
    token: site.cluster.adminToken,
  });
  void renewedAgain.promise.then(open);
  const words = [
    "apply",
    site.write([deployment("web", { pod })]),
    "--release",
    "shop",
    "-n",
    site.namespace,
  ];
  const { code, stdout } = await site.run(words, { kubeconfig });
  t.is(code, 0, stdout);
  t.true(renewals > 1, "the lock was renewed after the answer that came late");
});
