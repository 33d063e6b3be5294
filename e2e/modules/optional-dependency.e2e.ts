import test, { type ExecutionContext } from "ava";

import { mapOf, moduleConfig, type ModuleSite, openModuleSite } from "./module-site.ts";

const requires = (constraint: string): { readonly requirements: { modules: { test: string } } } => ({
  requirements: { modules: { test: `${constraint} !optional` } },
});
const wide = requires(">v0.22.1");
const refusal = (text: string): string =>
  `Pending: requirements are not satisfied: 1 error occurred: ${text}`;
const tooOld = "the '0.21.1' version does not satisfy the '>v0.22.1' constraint";

test("prometheus runs without test, blocks an incompatible version of it, and stays when test is disabled", async (t) => {
  const { site, publish, enable } = await openSite(t);
  await publish("test", "v0.21.1");
  await publish("prometheus", "v1.0.0", wide);
  await enable("prometheus");
  await site.untilRuns("prometheus", "v1.0.0");

  await enable("test");
  const module = "module 'prometheus' dependency 'test' does not meet the version constraint";
  const refused = {
    "0.21.1": refusal(`${module} if 'test-v0.21.1' module release is installed: ${tooOld}`),
  };
  t.deepEqual(await site.untilReleases("test", refused), refused);
  t.is((await site.client.api("GET", mapOf("test"))).status, 404);

  await publish("test", "v0.22.2");
  await site.untilRuns("test", "v0.22.2");
  const installed = { "0.21.1": "Skipped", "0.22.2": "Deployed" };
  t.deepEqual(await site.untilReleases("test", installed), installed);

  await site.put(moduleConfig("test", { enabled: false }));
  await site.untilRuns("test", undefined);
  t.is((await site.client.api("GET", mapOf("prometheus"))).object?.data?.["version"], "v1.0.0");
  await publish("prometheus", "v1.1.0", wide);
  await site.untilRuns("prometheus", "v1.1.0");
  const updated = { "1.0.0": "Superseded", "1.1.0": "Deployed" };
  t.deepEqual(await site.untilReleases("prometheus", updated), updated);
});

test("prometheus is not installed next to an incompatible version of test, until test is updated", async (t) => {
  const { site, publish, enable } = await openSite(t);
  await publish("test", "v0.21.1");
  await publish("prometheus", "v1.0.0", wide);
  await enable("test");
  await site.untilRuns("test", "v0.21.1");
  await enable("prometheus");
  const refused = {
    "1.0.0": refusal(`dependency 'test' does not meet the version constraint: ${tooOld}`),
  };
  t.deepEqual(await site.untilReleases("prometheus", refused), refused);
  t.is((await site.client.api("GET", mapOf("prometheus"))).status, 404);
  await publish("test", "v0.22.2");
  await site.untilRuns("prometheus", "v1.0.0");
  t.deepEqual(await site.untilReleases("prometheus", { "1.0.0": "Deployed" }), { "1.0.0": "Deployed" });
});

test("an update of prometheus waits for an update of test that it requires", async (t) => {
  const { site, publish, enable } = await openSite(t);
  await publish("test", "v0.21.1");
  await publish("prometheus", "v1.0.0");
  await enable("test", "prometheus");
  await Promise.all([site.untilRuns("test", "v0.21.1"), site.untilRuns("prometheus", "v1.0.0")]);
  await publish("prometheus", "v1.1.0", wide);
  const held = {
    "1.0.0": "Deployed",
    "1.1.0": refusal(`dependency 'test' does not meet the version constraint: ${tooOld}`),
  };
  t.deepEqual(await site.untilReleases("prometheus", held), held);
  await publish("test", "v0.22.2");
  await site.untilRuns("prometheus", "v1.1.0");
  t.is((await site.client.api("GET", mapOf("test"))).object?.data?.["version"], "v0.22.2");
  const updated = { "1.0.0": "Superseded", "1.1.0": "Deployed" };
  t.deepEqual(await site.untilReleases("prometheus", updated), updated);
});

test("test is not updated to a version that prometheus does not support", async (t) => {
  const { site, publish, enable } = await openSite(t);
  await publish("test", "v0.22.1");
  await publish("prometheus", "v1.0.0", requires("=v0.22.1"));
  await enable("test", "prometheus");
  await Promise.all([site.untilRuns("test", "v0.22.1"), site.untilRuns("prometheus", "v1.0.0")]);
  await publish("test", "v0.23.1");
  const held = {
    "0.22.1": "Deployed",
    "0.23.1": refusal(
      "module 'prometheus' dependency 'test' does not meet the version constraint if 'test-v0.23.1' module release is installed: the '0.23.1' version does not satisfy the '=v0.22.1' constraint",
    ),
  };
  t.deepEqual(await site.untilReleases("test", held), held);
  t.is((await site.client.api("GET", mapOf("test"))).object?.data?.["version"], "v0.22.1");
});

interface OptionalSite {
  readonly site: ModuleSite;
  readonly publish: (name: string, version: string, definition?: typeof wide) => Promise<void>;
  readonly enable: (...names: readonly string[]) => Promise<void>;
}

async function openSite(t: ExecutionContext): Promise<OptionalSite> {
  const site = await openModuleSite(t);
  await site.addSource();
  site.begin(["--release-channel", "Alpha"]);
  return {
    site,
    publish: async (name, version, definition) =>
      site.publish({
        name,
        version,
        channels: ["alpha"],
        ...(definition === undefined ? {} : { definition }),
      }),
    enable: async (...names) => site.put(...names.map((name) => moduleConfig(name, { enabled: true }))),
  };
}
