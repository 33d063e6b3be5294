import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { conditionOf } from "../../lib/readiness/condition/condition.ts";
import type { LiveObject } from "../control-plane/api.ts";
import { moduleConfig, type ModuleSite, openModuleSite } from "./module-site.ts";

const words = ["--release-channel", "Alpha", "--edition", "ee", "--bundle", "Default"];

test("a module of the edition's bundle is enabled without a ModuleConfig, until one disables it", async (t) => {
  const site = await openModuleSite(t);
  await publish(site, "v1.0.0", { ee: { available: true, enabledInBundles: ["Default"] } });
  await site.addSource();
  site.begin(words);
  await site.untilRuns("echo", "v1.0.0");
  await site.put(moduleConfig("echo", { enabled: false }));
  await site.untilRuns("echo", undefined);
  const off = await site.until("modules/echo", (module) => asked(module)?.status === "False");
  t.is(asked(off)?.reason, "ModuleConfig");
});

test("a module outside the edition stays disabled although a ModuleConfig enables it, and reports why", async (t) => {
  const site = await openModuleSite(t);
  await publish(site, "v1.0.0", { ee: { available: false }, be: { available: true } });
  await site.addSource();
  await site.put(moduleConfig("echo", { enabled: true }));
  site.begin(words);
  const off = await site.until("modules/echo", (module) => manager(module)?.reason === "Edition");
  t.is(manager(off)?.status, "False");
  t.is(manager(off)?.message, "the module is not available in the edition 'ee'");
  t.is((await site.client.api("GET", "/api/v1/namespaces/d8-echo")).status, 404);
});

test("a module stays on the last release that is available in its edition", async (t) => {
  const site = await openModuleSite(t);
  await publish(site, "v1.0.0", { ee: { available: true } });
  await site.addSource();
  await site.put(moduleConfig("echo", { enabled: true }));
  site.begin(words);
  await site.untilRuns("echo", "v1.0.0");
  await publish(site, "v1.1.0", { ee: { available: false } });
  const waiting = await site.until(
    "modulereleases/echo-v1.1.0",
    (release) => release?.status?.["message"] !== undefined && release.status["message"] !== "",
  );
  t.is(waiting?.status?.["phase"], "Pending");
  t.is(waiting?.status?.["message"], "the module is not available in the edition 'ee'");
  const seen = site.versionsUntil("echo", "v1.1.1");
  await publish(site, "v1.1.1", { ee: { available: true } });
  t.deepEqual(await seen, ["v1.0.0", "v1.1.1"]);
  await site.untilReleases("echo", { "1.0.0": "Superseded", "1.1.0": "Skipped", "1.1.1": "Deployed" });
});

async function publish(site: ModuleSite, version: string, editions: JsonObject): Promise<void> {
  const definition = { accessibility: { editions } };
  await site.publish({ name: "echo", version, channels: ["alpha"], definition });
}

function asked(module: LiveObject | undefined): ReturnType<typeof conditionOf> {
  return conditionOf(JSON.parse(JSON.stringify(module ?? {})), "EnabledByModuleConfig");
}

function manager(module: LiveObject | undefined): ReturnType<typeof conditionOf> {
  return conditionOf(JSON.parse(JSON.stringify(module ?? {})), "EnabledByModuleManager");
}
