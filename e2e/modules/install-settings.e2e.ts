import test from "ava";

import type { LiveObject } from "../control-plane/api.ts";
import { moduleConfig, openModuleSite } from "./module-site.ts";

const schema = (notices: object): string =>
  JSON.stringify({ type: "object", properties: { replicas: { type: "integer", minimum: 1 }, ...notices } });

test("invalid settings block an installation and suspend an update until they are valid", async (t) => {
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

test("a running module continues when its settings become invalid, and reports it until they are valid", async (t) => {
  const site = await openModuleSite(t);
  const map = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "echo" },
    data: { version: "v1.0.0" },
  };
  const files = { "manifests/all.yaml": JSON.stringify(map), "openapi/config-values.yaml": schema({}) };
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"], files });
  await site.addSource();
  await site.put(moduleConfig("echo", { enabled: true, settings: { replicas: 2 } }));
  site.begin(["--release-channel", "Alpha"]);
  await site.until("modules/echo", (module) => readyOf(module) === "True ");
  await site.put(moduleConfig("echo", { enabled: true, settings: { replicas: 2, evil: 1 } }));
  await site.until(
    "modules/echo",
    (module) => readyOf(module) === "False validation failed: settings.evil: unknown field",
  );
  await site.untilRuns("echo", "v1.0.0");
  await site.patch("moduleconfigs/echo", { spec: { settings: { evil: null } } });
  await site.until("modules/echo", (module) => readyOf(module) === "True ");
  t.pass();
});

/** The status of the condition IsReady, and its message. */
function readyOf(module: LiveObject | undefined): string {
  const { conditions = [] } = Object(module?.status);
  const { message = "", status = "" } = Object(conditions.find(({ type }: Condition) => type === "IsReady"));
  return `${status} ${message}`;
}

interface Condition {
  readonly type: string;
}
