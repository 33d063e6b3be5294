import test from "ava";

import { moduleConfig, openModuleSite } from "./module-site.ts";

const schema = (news: object): string =>
  JSON.stringify({ type: "object", properties: { replicas: { type: "integer", minimum: 1 }, ...news } });

test("settings that do not fit keep a module from being installed, and suspend an update, until they do", async (t) => {
  const site = await openModuleSite(t);
  const publish = async (version: string, values: string): Promise<void> => {
    const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "echo" }, data: { version } };
    const files = { "manifests/all.yaml": JSON.stringify(map), "openapi/config-values.yaml": values };
    await site.publish({ name: "echo", version, channels: ["alpha"], files });
  };
  await publish("v1.0.0", schema({}));
  await site.addSource();
  await site.put(moduleConfig("echo", { enabled: true, settings: { replicas: 0 } }));
  site.begin(["--release-channel", "Alpha"]);
  const refused = {
    "1.0.0": "Pending: Initial module config validation failed:\nsettings.replicas: must be at least 1",
  };
  t.deepEqual(await site.untilReleases("echo", refused), refused);
  await site.put(moduleConfig("echo", { enabled: true, settings: { replicas: 2 } }));
  await site.untilRuns("echo", "v1.0.0");

  await publish("v1.1.0", schema({ replicas: { type: "integer", minimum: 3 } }));
  const suspended = {
    "1.0.0": "Deployed",
    "1.1.0": "Suspended: validation failed: settings.replicas: must be at least 3",
  };
  t.deepEqual(await site.untilReleases("echo", suspended), suspended);
  await site.put(moduleConfig("echo", { enabled: true, settings: { replicas: 3 } }));
  await site.untilRuns("echo", "v1.1.0");
  const updated = { "1.0.0": "Superseded", "1.1.0": "Deployed" };
  t.deepEqual(await site.untilReleases("echo", updated), updated);
});
