import test from "ava";

import { platform } from "./definition-samples.ts";
import { readTable } from "./definition-table.ts";
import { moduleConfig, openModuleSite } from "./module-site.ts";

test("a release of the platform that a module does not support waits and reports why until the module is disabled", async (t) => {
  const site = await openModuleSite(t);
  const definition = { requirements: { deckhouse: "< v1.73.4", kubernetes: "> 1.28" } };
  await site.publish({ name: "test", version: "v1.0.0", channels: ["alpha"], definition });
  await site.addSource();
  await site.put(moduleConfig("test", { enabled: true }), platform("v1.73.2", "Deployed"));
  site.begin(["--release-channel", "Alpha", "--kubernetes", "1.29.6"]);
  await site.untilRuns("test", "v1.0.0");
  const table = async (): Promise<unknown> => {
    const rows = readTable(await site.kubectl("get", "deckhousereleases.deckhouse.io"));
    return rows.map(([name, phase, , message]) => [name, phase, message]);
  };

  const older = platform("v1.73.3", "Pending");
  await site.put({ ...older, spec: { version: "v1.73.3", requirements: { autoK8sVersion: "1.27" } } });
  await site.until("deckhousereleases/v1.73.3", (release) => release?.status?.["message"] !== undefined);
  t.deepEqual(await table(), [
    ["NAME", "PHASE", "MESSAGE"],
    ["v1.73.2", "Deployed", ""],
    [
      "v1.73.3",
      "Pending",
      "requirements of test are not satisfied: 1.27 kubernetes version is not suitable: 1.27.0 is less than or equal to 1.28",
    ],
  ]);

  await site.put(platform("v1.73.4", "Pending"));
  await site.patch("deckhousereleases/v1.73.3/status", { status: { phase: "Skipped" } });
  await site.until("deckhousereleases/v1.73.4", (release) => release?.status?.["message"] !== undefined);
  await site.until("deckhousereleases/v1.73.3", (release) => release?.status?.["message"] === undefined);
  t.deepEqual(await table(), [
    ["NAME", "PHASE", "MESSAGE"],
    ["v1.73.2", "Deployed", ""],
    ["v1.73.3", "Skipped", ""],
    [
      "v1.73.4",
      "Pending",
      "requirements of test are not satisfied: v1.73.4 deckhouse version is not suitable: v1.73.4 is greater than or equal to v1.73.4",
    ],
  ]);

  await site.put(moduleConfig("test", { enabled: false }));
  const free = await site.until(
    "deckhousereleases/v1.73.4",
    (release) => release?.status?.["message"] === undefined,
  );
  t.is(free?.status?.["phase"], "Pending");
});
