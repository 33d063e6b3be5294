import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { deployment } from "../apply/manifests.ts";
import { writesOf } from "../apply/server-order.ts";
import type { LiveObject } from "../control-plane/api.ts";
import { testFolder } from "../git/test-folder.ts";
import { line } from "../sync/sidecar.ts";
import { auditOf } from "./module-audit.ts";
import { startRegistryGate } from "./registry-gate.ts";
import { mapOf, moduleConfig, type ModuleSite, openModuleSite, pullOverride } from "./module-site.ts";

test("restarted controllers without changes only write the status of their unit, even if pulled files are lost", async (t) => {
  const site = await openModuleSite(t);
  const folder = testFolder(t);
  const words = ["--state-dir", folder, "--release-channel", "Alpha", "--identity", "modules-0"];
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  await site.addSource();
  await site.publish({ name: "forced", version: "main" });
  await site.publish({ name: "forced", version: "v1.0.0", channels: ["alpha"] });
  await site.put(moduleConfig("echo", { enabled: true }), moduleConfig("forced", { enabled: true }));
  const first = site.begin(words);
  await site.untilRuns("echo", "v1.0.0");
  await site.untilRuns("forced", "v1.0.0");
  await site.put(pullOverride("forced", { imageTag: "main" }));
  await site.untilRuns("forced", "main");
  await site.until("modulereleases/forced-v1.0.0", isUpdated);
  await site.until("modulepulloverrides/forced", (mpo) => mpo?.status?.["message"] === "Ready");
  await site.until("modules/forced", (module) => module?.status?.["phase"] === "Ready");
  await site.until("modules/echo", (module) => module?.status?.["phase"] === "Ready");
  await site.until("modulereleases/echo-v1.0.0", isUpdated);
  await site.client.until(
    "/apis/converge.dev/v1/namespaces/default/units/echo",
    (unit) => unit?.status?.["phase"] === "Ready",
  );
  t.is((await first.stop()).code, 0);
  for (const isLost of [false, true]) {
    if (isLost) {
      rmSync(folder, { recursive: true });
    }
    const audit = await auditOf(site);
    const again = site.begin(words);
    for (const unit of ["echo", "forced"]) {
      await again.received(line("state", { unit, phase: "Ready" }), 0);
    }
    await untilNextPass(site, `probe-${isLost}`);
    t.log(
      again
        .log()
        .map((one) => JSON.stringify(one))
        .join("\n"),
    );
    await again.stop();
    t.deepEqual(
      writesOf(await audit()).filter((write) => !/\/probe-| units\/\w+$/.test(write)),
      [],
    );
  }
});

test("a module disabled while no controllers ran is deleted when they start again", async (t) => {
  const site = await openModuleSite(t);
  const words = ["--state-dir", testFolder(t), "--release-channel", "Alpha"];
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  await site.addSource();
  await site.put(moduleConfig("echo", { enabled: true }));
  const first = site.begin(words);
  await site.until("modules/echo", (module) => module?.status?.["phase"] === "Ready");
  await first.stop();
  await site.patch("moduleconfigs/echo", { spec: { enabled: false } });
  site.begin(words);
  await site.untilRuns("echo", undefined);
  t.deepEqual(await site.releases("echo"), { "1.0.0": "Deployed" });
});

test("controllers stopped during a pull leave nothing half-installed, and pull again", async (t) => {
  const site = await openModuleSite(t);
  const folder = testFolder(t);
  const words = ["--state-dir", folder, "--release-channel", "Alpha"];
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  const gate = await startRegistryGate(t, site.registry, { held: /\/echo\/blobs\// });
  await site.addSource({ repo: `${gate.host}/modules` });
  await site.put(moduleConfig("echo", { enabled: true }));
  const first = site.begin(words);
  await gate.reached;
  t.is((await first.stop()).code, 0);
  const left = readdirSync(join(folder, "modules", "pulled"), { recursive: true, withFileTypes: true });
  t.deepEqual(
    left.filter((entry) => entry.isFile()),
    [],
  );
  t.is((await site.client.api("GET", mapOf("echo"))).status, 404);
  gate.open();
  site.begin(words);
  await site.untilRuns("echo", "v1.0.0");
  t.deepEqual(await site.untilReleases("echo", { "1.0.0": "Deployed" }), { "1.0.0": "Deployed" });
});

test("controllers stopped during a run resume it when they start again", async (t) => {
  const site = await openModuleSite(t);
  const words = ["--state-dir", testFolder(t), "--release-channel", "Alpha"];
  const files = {
    "manifests/a.yaml": JSON.stringify({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "echo" },
      data: { version: "v1.0.0" },
    }),
    // Only the test makes it ready.
    "manifests/b.yaml": JSON.stringify(deployment("web")),
  };
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"], files });
  await site.addSource();
  await site.put(moduleConfig("echo", { enabled: true }));
  const first = site.begin(words);
  const path = "/apis/apps/v1/namespaces/d8-echo/deployments/web";
  const web = await site.client.until(path, (object) => object !== undefined);
  await site.until("modules/echo", (module) => module?.status?.["phase"] === "Reconciling");
  t.is((await first.stop()).code, 0);
  t.is((await site.client.api("GET", path)).object?.metadata.uid, web?.metadata.uid);
  site.begin(words);
  const counts = { replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 };
  const conditions = [
    { type: "Available", status: "True" },
    { type: "Progressing", status: "True", reason: "NewReplicaSetAvailable" },
  ];
  const status = { observedGeneration: 1, ...counts, conditions };
  t.is((await site.client.api("PATCH", `${path}/status`, { status })).status, 200);
  await site.until("modules/echo", (module) => module?.status?.["phase"] === "Ready");
  t.is((await site.client.api("GET", path)).object?.metadata.uid, web?.metadata.uid);
  t.deepEqual(await site.releases("echo"), { "1.0.0": "Deployed" });
});

function isUpdated(release: LiveObject | undefined): boolean {
  return release?.metadata.annotations?.["modules.deckhouse.io/isUpdating"] === "false";
}

/**
 * Resolves after another pass of the controllers: they answer an override of a module that does not exist.
 */
async function untilNextPass(site: ModuleSite, name: string): Promise<void> {
  await site.put(pullOverride(name, { imageTag: "main" }));
  await site.until(`modulepulloverrides/${name}`, (override) => override?.status?.["message"] !== undefined);
}
