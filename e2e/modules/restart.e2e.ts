import { rmSync } from "node:fs";

import test from "ava";

import { writesOf } from "../apply/server-order.ts";
import type { LiveObject } from "../control-plane/api.ts";
import { testFolder } from "../git/test-folder.ts";
import { line } from "../sync/sidecar.ts";
import { auditOf } from "./module-audit.ts";
import { moduleConfig, type ModuleSite, openModuleSite, pullOverride } from "./module-site.ts";

test("controllers that start again without news write nothing but how their unit fares, also where what was pulled is lost", async (t) => {
  const site = await openModuleSite(t);
  const folder = testFolder(t);
  const words = ["--state-dir", folder, "--release-channel", "Alpha", "--identity", "modules-0"];
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  await site.addSource();
  await site.put(moduleConfig("echo", { enabled: true }));
  const first = site.begin(words);
  await site.untilRuns("echo", "v1.0.0");
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
    await again.heard(line("state", { unit: "echo", phase: "Ready" }), 0);
    await aPass(site, `probe-${isLost}`);
    t.log(
      again
        .log()
        .map((one) => JSON.stringify(one))
        .join("\n"),
    );
    await again.stop();
    t.deepEqual(
      writesOf(await audit()).filter((write) => !/\/probe-| units\/echo$/.test(write)),
      [],
    );
  }
});

function isUpdated(release: LiveObject | undefined): boolean {
  return release?.metadata.annotations?.["modules.deckhouse.io/isUpdating"] === "false";
}

/** Resolves when the controllers have passed by once more: they answer an override of a module that is not there. */
async function aPass(site: ModuleSite, name: string): Promise<void> {
  await site.put(pullOverride(name, { imageTag: "main" }));
  await site.until(`modulepulloverrides/${name}`, (override) => override?.status?.["message"] !== undefined);
}
