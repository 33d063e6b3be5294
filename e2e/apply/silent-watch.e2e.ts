import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

import { writeKubeconfig } from "../control-plane/kubeconfig.ts";
import { startFaultProxy } from "./faults/fault-proxy.ts";
import { deployment } from "./manifests.ts";
import { openSite } from "./site.ts";

test("an object whose watch delivers nothing is read after half a minute", async (t) => {
  const site = await openSite(t);
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-silent-"));
  const proxy = await startFaultProxy(site.cluster, ({ stream }) =>
    stream === "watch" ? { type: "lag", milliseconds: 600_000 } : { type: "pass" },
  );
  t.teardown(proxy.close);
  const path = writeKubeconfig(join(folder.path, "kubeconfig"), {
    ...proxy,
    token: site.cluster.adminToken,
  });
  const web = deployment("web", { pod: { "converge.test/ready-after": "6s" } });
  const words = ["apply", site.write([web]), "--release", "shop", "-n", site.namespace];
  const { code, stdout } = await site.run([...words, "--timeout", "100s"], { kubeconfig: path });
  t.is(code, 0, stdout);
});
