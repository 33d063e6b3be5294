import { readdirSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import type { LiveObject } from "../control-plane/api.ts";
import { testFolder } from "../git/test-folder.ts";
import { readTable } from "./definition-table.ts";
import { moduleConfig, openModuleSite, updatePolicy } from "./module-site.ts";

test("a module is updated minor by minor, keeps three outdated releases, and is never downgraded", async (t) => {
  const site = await openModuleSite(t);
  const publish = async (version: string, ...channels: string[]): Promise<void> =>
    site.publish({ name: "echo", version, channels });
  await publish("v1.0.0", "alpha");
  await site.publish({ name: "hello-world", version: "v0.3.1", channels: ["alpha"] });
  await site.addSource();
  await site.put(updatePolicy("echo", "Auto"));
  await site.put(
    ...["echo", "hello-world"].map((name) =>
      moduleConfig(name, { enabled: true, updatePolicy: "echo-alpha" }),
    ),
  );
  const folder = testFolder(t);
  const controllers = site.begin(["--state-dir", folder]);
  await site.untilRuns("echo", "v1.0.0");
  const seen = site.versionsUntil("echo", "v1.2.0");
  await publish("v1.1.0");
  await publish("v1.1.3");
  await publish("v1.2.0", "alpha");
  t.deepEqual(await seen, ["v1.0.0", "v1.1.3", "v1.2.0"]);
  const stepped = { "1.0.0": "Superseded", "1.1.3": "Superseded", "1.2.0": "Deployed" };
  t.deepEqual(await site.untilReleases("echo", stepped), stepped);

  await publish("v1.3.0", "alpha");
  await site.untilRuns("echo", "v1.3.0");
  await publish("v1.4.0", "alpha");
  await site.untilRuns("echo", "v1.4.0");
  const kept = { "1.1.3": "Superseded", "1.2.0": "Superseded", "1.3.0": "Superseded", "1.4.0": "Deployed" };
  t.deepEqual(await site.untilReleases("echo", { ...kept, "1.0.0": undefined }), kept);

  await publish("v1.2.0", "alpha");
  // A poll reads both modules: once this one is updated, the other one was read as well.
  await site.publish({ name: "hello-world", version: "v0.4.0", channels: ["alpha"] });
  await site.untilRuns("hello-world", "v0.4.0");
  await site.untilReleases("hello-world", { "0.3.1": "Superseded", "0.4.0": "Deployed" });
  t.deepEqual(await site.releases("echo"), kept);

  // Of each module only the running version is kept: the others go after the run.
  const pulled = join(folder, "modules", "pulled");
  const records = (): readonly string[] => readdirSync(pulled).filter((name) => name.endsWith(".json"));
  while (records().length > 2) {
    await site.client.api("GET", "/version");
  }
  await controllers.stop();
  const files = readdirSync(pulled, { recursive: true, encoding: "utf8" });
  t.is(files.filter((path) => path.endsWith("module.yaml")).length, 2);
});

test("a source lists its modules with their policies, their number, and the time of the last poll", async (t) => {
  const site = await openModuleSite(t);
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  await site.publish({ name: "hello-world", version: "v0.3.1", channels: ["beta"] });
  await site.addSource();
  await site.put(
    updatePolicy("echo", "Auto"),
    moduleConfig("echo", { enabled: true, updatePolicy: "echo-alpha" }),
  );
  site.begin(["--release-channel", "Beta"]);
  await site.untilRuns("echo", "v1.0.0");
  const source = await site.until("modulesources/dev", (found) => found?.status?.["modulesCount"] === 2);
  t.like(source?.status, {
    modules: [{ name: "echo", policy: "echo-alpha" }, { name: "hello-world" }],
    message: "",
  });
  t.regex(String(source?.status?.["syncTime"]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const [header, row] = readTable(await site.kubectl("get", "ms"));
  t.deepEqual(header, ["NAME", "COUNT", "SYNC", "MSG"]);
  t.deepEqual(row?.slice(0, 2), ["dev", "2"]);

  await site.publish({ name: "echo", version: "v1.2.0", channels: ["alpha"] });
  const gap = await site.until("modulesources/dev", (found) => errorsIn(found).length > 0);
  t.deepEqual(errorsIn(gap), ["echo: not sequential version: prev 'v1.0.0' next 'v1.2.0'"]);
  await site.publish({ name: "echo", version: "v1.1.0" });
  await site.untilRuns("echo", "v1.2.0");

  await site.put(moduleConfig("hello-world", { enabled: true }));
  await site.untilRuns("hello-world", "v0.3.1");
  await site.put({
    apiVersion: "deckhouse.io/v1alpha2",
    kind: "ModuleUpdatePolicy",
    metadata: { name: "all" },
    spec: {
      releaseChannel: "Beta",
      update: { mode: "Auto" },
      moduleReleaseSelector: { labelSelector: { matchLabels: { source: "dev" } } },
    },
  });
  const output = await site.until("modulesources/dev", (found) =>
    JSON.stringify(found?.status?.["modules"]).includes('"all"'),
  );
  t.deepEqual(output?.status?.["modules"], [
    { name: "echo", policy: "echo-alpha" },
    { name: "hello-world", policy: "all" },
  ]);
});

function errorsIn(source: LiveObject | undefined): readonly string[] {
  const modules: readonly Readonly<Record<string, string>>[] = Object(source?.status)["modules"] ?? [];
  return modules.flatMap(({ name, error }) => (error === undefined ? [] : [`${name}: ${error}`]));
}
