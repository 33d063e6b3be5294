import test from "ava";

import { conditionOf } from "../../lib/readiness/condition/condition.ts";
import { testFolder } from "../git/test-folder.ts";
import { textOf } from "../sync/sidecar.ts";
import { platform } from "./definition-samples.ts";
import { readTable } from "./definition-table.ts";
import { mapOf, moduleConfig, openModuleSite, updatePolicy } from "./module-site.ts";

const unmet = "requirements are not satisfied: current";

test("a release waits until the platform and Kubernetes are new enough, and is then deployed automatically", async (t) => {
  const site = await openModuleSite(t);
  const versions = [
    { name: "test", version: "v0.8.3", definition: { requirements: { deckhouse: "> v1.64.0" } } },
    { name: "test-kubernetes", version: "v0.8.2", definition: { requirements: { kubernetes: "> 1.29" } } },
  ];
  for (const version of versions) {
    await site.publish({ ...version, channels: ["alpha"] });
  }
  await site.addSource();
  await site.put(
    platform("v1.0.0", "Deployed"),
    updatePolicy("test", "Auto"),
    ...versions.map(({ name }) => moduleConfig(name, { enabled: true, updatePolicy: "test-alpha" })),
  );
  const state = ["--state-dir", testFolder(t)];
  const first = site.begin([...state, "--kubernetes", "1.29.6"]);
  const [old, small] = [
    `${unmet} deckhouse version is not suitable: 1.0.0 is less than or equal to v1.64.0`,
    `${unmet} kubernetes version is not suitable: 1.29.6 is less than or equal to 1.29`,
  ];
  await site.untilReleases("test", { "0.8.3": `Pending: ${old}` });
  await site.untilReleases("test-kubernetes", { "0.8.2": `Pending: ${small}` });
  const table = readTable(await site.kubectl("get", "mr"));
  t.deepEqual(
    table.map(([name, phase, policy, , message]) => [name, phase, policy, message]),
    [
      ["NAME", "PHASE", "UPDATE POLICY", "MESSAGE"],
      ["test-kubernetes-v0.8.2", "Pending", "test-alpha", small],
      ["test-v0.8.3", "Pending", "test-alpha", old],
    ],
  );

  await site.put(platform("v1.65.0", "Deployed"));
  await site.untilRuns("test", "v0.8.3");
  await site.untilReleases("test", { "0.8.3": "Deployed" });
  t.deepEqual(await site.releases("test-kubernetes"), { "0.8.2": `Pending: ${small}` });
  await first.stop();
  site.begin([...state, "--kubernetes", "1.30.1"]);
  await site.untilRuns("test-kubernetes", "v0.8.2");
  t.deepEqual(await site.untilReleases("test-kubernetes", { "0.8.2": "Deployed" }), { "0.8.2": "Deployed" });
});

test("an update that requires a newer platform waits, and the running version continues", async (t) => {
  const site = await openModuleSite(t);
  await site.publish({ name: "test", version: "v1.0.0", channels: ["alpha"] });
  await site.addSource();
  await site.put(moduleConfig("test", { enabled: true }), platform("v1.60.2", "Deployed"));
  site.begin(["--release-channel", "Alpha"]);
  await site.untilRuns("test", "v1.0.0");
  const definition = { requirements: { deckhouse: ">= 1.61" } };
  await site.publish({ name: "test", version: "v1.1.0", channels: ["alpha"], definition });
  const waiting = {
    "1.0.0": "Deployed",
    "1.1.0": `Pending: ${unmet} deckhouse version is not suitable: 1.60.2 is less than 1.61`,
  };
  t.deepEqual(await site.untilReleases("test", waiting), waiting);
  const module = await site.until(
    "modules/test",
    (found) => hasCondition(found, "LastReleaseDeployed", "False") && found?.status?.["phase"] === "Ready",
  );
  t.true(hasCondition(module, "LastReleaseDeployed", "False"));
  await site.put(platform("v1.60.2", "Superseded"), platform("v1.61.0", "Deployed"));
  await site.untilRuns("test", "v1.1.0");
  const updated = { "1.0.0": "Superseded", "1.1.0": "Deployed" };
  t.deepEqual(await site.untilReleases("test", updated), updated);
});

test("a module that requires a newer platform is disabled at a start with its dependents, and enabled again later", async (t) => {
  const site = await openModuleSite(t);
  const definitions = {
    above: { requirements: { modules: { test: ">= 0.0.0" } } },
    apart: {},
    test: { requirements: { deckhouse: ">= 1.61" } },
  };
  for (const [name, definition] of Object.entries(definitions)) {
    await site.publish({ name, version: "v1.0.0", channels: ["alpha"], definition });
  }
  await site.addSource();
  const names = Object.keys(definitions);
  await site.put(...names.map((name) => moduleConfig(name, { enabled: true })));
  const words = ["--release-channel", "Alpha", "--state-dir", testFolder(t)];
  const first = site.begin([...words, "--deckhouse", "v1.61.3"]);
  await Promise.all(names.map(async (name) => site.untilRuns(name, "v1.0.0")));
  await first.stop();

  const second = site.begin([...words, "--deckhouse", "v1.60.0"]);
  const reasons = {
    above: "1 error occurred: dependency 'test' is disabled",
    test: "current deckhouse version is not suitable: 1.60.0 is less than 1.61",
  };
  for (const [name, message] of Object.entries(reasons)) {
    await site.untilRuns(name, undefined);
    const off = await site.until(`modules/${name}`, (module) => module?.status?.["phase"] === "Unavailable");
    t.like(conditionOf(JSON.parse(JSON.stringify(off)), "EnabledByModuleManager"), {
      status: "False",
      reason: "Requirements",
      message,
    });
    t.deepEqual(await site.releases(name), { "1.0.0": "Deployed" });
    await second.received(
      (said) => textOf(said).startsWith(`Module ${name}: `) && textOf(said).endsWith(message),
      0,
    );
  }
  t.is((await site.client.api("GET", mapOf("apart"))).status, 200);
  await second.stop();
  site.begin([...words, "--deckhouse", "v1.61.3"]);
  await Promise.all(names.map(async (name) => site.untilRuns(name, "v1.0.0")));
});

function hasCondition(module: unknown, type: string, status: string): boolean {
  return module !== undefined && conditionOf(JSON.parse(JSON.stringify(module)), type)?.status === status;
}
