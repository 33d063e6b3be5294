import test from "ava";

import { approval } from "./definition-samples.ts";
import { readTable } from "./definition-table.ts";
import { moduleConfig, openModuleSite, updatePolicy } from "./module-site.ts";

const name = "p-o-test";
const before = ["v0.1.0", "v0.2.22", "v0.3.33"];
const between = ["v0.4.1", "v0.5.27", "v0.6.11"];
const held = "awaiting for v0.4.1 release to be deployed";

test("a from-to rule of the target release skips the releases between, once it is approved", async (t) => {
  const site = await openModuleSite(t);
  await site.addSource();
  await site.put(
    updatePolicy(name, "Auto"),
    moduleConfig(name, { enabled: true, updatePolicy: `${name}-alpha` }),
  );
  site.begin();
  for (const version of before) {
    await site.publish({ name, version, channels: ["alpha"] });
    await site.untilRuns(name, version);
  }
  await site.put(updatePolicy(name, "Manual"));
  for (const version of between) {
    await site.publish({ name, version });
  }
  const definition = { update: { versions: [{ from: "0.3", to: "0.7" }] } };
  await site.publish({ name, version: "v0.7.25", channels: ["alpha"], definition });

  const waiting = {
    "0.1.0": "Superseded",
    "0.2.22": "Superseded",
    "0.3.33": "Deployed",
    "0.4.1": `Pending: ${approval}`,
    "0.5.27": `Pending: ${held}`,
    "0.6.11": `Pending: ${held}`,
    "0.7.25": `Pending: ${approval}`,
  };
  t.deepEqual(await site.untilReleases(name, waiting), waiting);
  t.deepEqual(tableOf(await site.kubectl("get", "mr")), [
    ["NAME", "PHASE", "MESSAGE"],
    ["p-o-test-v0.1.0", "Superseded", ""],
    ["p-o-test-v0.2.22", "Superseded", ""],
    ["p-o-test-v0.3.33", "Deployed", ""],
    ["p-o-test-v0.4.1", "Pending", approval],
    ["p-o-test-v0.5.27", "Pending", held],
    ["p-o-test-v0.6.11", "Pending", held],
    ["p-o-test-v0.7.25", "Pending", approval],
  ]);

  const seen = site.versionsUntil(name, "v0.7.25");
  await site.kubectl("annotate", "mr", "p-o-test-v0.7.25", "modules.deckhouse.io/approved=true");
  t.deepEqual(await seen, ["v0.3.33", "v0.7.25"]);
  const gone = Object.fromEntries(before.map((version) => [version.slice(1), undefined]));
  const skipped = { "0.4.1": "Skipped", "0.5.27": "Skipped", "0.6.11": "Skipped", "0.7.25": "Deployed" };
  t.deepEqual(await site.untilReleases(name, { ...gone, ...skipped }), skipped);
  t.deepEqual(tableOf(await site.kubectl("get", "mr")), [
    ["NAME", "PHASE", "MESSAGE"],
    ["p-o-test-v0.4.1", "Skipped", ""],
    ["p-o-test-v0.5.27", "Skipped", ""],
    ["p-o-test-v0.6.11", "Skipped", ""],
    ["p-o-test-v0.7.25", "Deployed", ""],
  ]);
});

/** The columns of the document: without policy and time. */
function tableOf(text: string): readonly (readonly string[])[] {
  return readTable(text).map(([release = "", phase = "", , , message = ""]) => [release, phase, message]);
}
