import test from "ava";

import { mapOf, moduleConfig, type ModuleSite, openModuleSite } from "./module-site.ts";

test("manual changes are corrected, but not in maintenance mode, where no release changes the module either", async (t) => {
  const site = await openModuleSite(t);
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  await site.publish({ name: "hello-world", version: "v1.0.0", channels: ["alpha"] });
  await site.addSource();
  await site.put(moduleConfig("echo", { enabled: true }), moduleConfig("hello-world", { enabled: true }));
  site.begin(["--release-channel", "Alpha"]);
  await untilPhase(site, "Ready");
  await site.untilRuns("hello-world", "v1.0.0");

  await changeManually(site);
  await site.untilRuns("echo", "v1.0.0");

  await site.patch("moduleconfigs/echo", { spec: { maintenance: "NoResourceReconciliation" } });
  await untilPhase(site, "Maintenance");
  const { resourceVersion } = await changeManually(site);
  await site.publish({ name: "echo", version: "v1.1.0", channels: ["alpha"] });
  await site.publish({ name: "hello-world", version: "v1.1.0", channels: ["alpha"] });
  await site.untilRuns("hello-world", "v1.1.0");
  await site.until("modulereleases/echo-v1.1.0", (release) => release?.status?.["phase"] !== undefined);
  const { object: map } = await site.client.api("GET", mapOf("echo"));
  t.is(map?.metadata.resourceVersion, resourceVersion);

  await site.patch("moduleconfigs/echo", { spec: { maintenance: null } });
  await site.untilRuns("echo", "v1.1.0");
  await untilPhase(site, "Ready");
  t.deepEqual(await site.untilReleases("echo", { "1.1.0": "Deployed" }), {
    "1.0.0": "Superseded",
    "1.1.0": "Deployed",
  });
});

async function untilPhase(site: ModuleSite, phase: string): Promise<void> {
  await site.until("modules/echo", (module) => module?.status?.["phase"] === phase);
}

async function changeManually({ client }: ModuleSite): Promise<{ readonly resourceVersion: string }> {
  const { object } = await client.api("PATCH", mapOf("echo"), { data: { version: "by hand" } });
  return { resourceVersion: object?.metadata.resourceVersion ?? "" };
}
