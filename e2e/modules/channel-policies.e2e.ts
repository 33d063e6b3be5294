import test from "ava";

import { controlledClock } from "../sync/controlled-clock.ts";
import { wallClock } from "../open-test-cluster.ts";
import { approval } from "./definition-samples.ts";
import { moduleConfig, openModuleSite, updatePolicy } from "./module-site.ts";

const modules = ["auto-patch", "ignore", "manual"];

test("the update policy makes a release wait for an approval, apply patches automatically, or ignore new versions", async (t) => {
  const site = await openModuleSite(t);
  const publish = async (version: string, names = modules): Promise<void> => {
    await Promise.all(names.map(async (name) => site.publish({ name, version, channels: ["alpha"] })));
  };
  await publish("v1.0.0");
  await site.addSource();
  await site.put(
    updatePolicy("auto-patch", "AutoPatch"),
    updatePolicy("ignore", "Auto"),
    updatePolicy("manual", "Manual"),
    ...modules.map((name) => moduleConfig(name, { enabled: true, updatePolicy: `${name}-alpha` })),
  );
  site.begin();
  await Promise.all(modules.map(async (name) => site.untilRuns(name, "v1.0.0")));
  await site.put(updatePolicy("ignore", "Ignore"));

  // A poll that began before follows the old policy: it has ended once another version is found.
  await publish("v1.0.1", ["auto-patch"]);
  await site.untilRuns("auto-patch", "v1.0.1");
  await publish("v1.0.1", ["ignore", "manual"]);
  const patched = { "1.0.0": "Deployed", "1.0.1": `Pending: ${approval}` };
  t.deepEqual(await site.untilReleases("manual", patched), patched);
  t.deepEqual(await site.releases("ignore"), { "1.0.0": "Deployed" });

  await publish("v1.1.0");
  const waiting = { "1.0.0": "Superseded", "1.0.1": "Deployed", "1.1.0": `Pending: ${approval}` };
  t.deepEqual(await site.untilReleases("auto-patch", waiting), waiting);
  const queued = { ...patched, "1.1.0": "Pending: awaiting for v1.0.1 release to be deployed" };
  t.deepEqual(await site.untilReleases("manual", queued), queued);
  for (const name of ["auto-patch-v1.1.0", "manual-v1.0.1"]) {
    await site.kubectl("annotate", "mr", name, "modules.deckhouse.io/approved=true");
  }
  await site.untilRuns("auto-patch", "v1.1.0");
  const approved = { "1.0.0": "Superseded", "1.0.1": "Deployed", "1.1.0": `Pending: ${approval}` };
  t.deepEqual(await site.untilReleases("manual", approved), approved);
  await site.untilRuns("manual", "v1.0.1");

  await site.put(updatePolicy("manual", "Ignore"));
  const ignored = { ...approved, "1.1.0": "Pending: Update disabled by 'Ignore' update policy" };
  t.deepEqual(await site.untilReleases("manual", ignored), ignored);
  t.deepEqual(await site.releases("ignore"), { "1.0.0": "Deployed" });
});

test("an update waits for its window, and is applied when the window opens", async (t) => {
  const clock = controlledClock();
  // A Monday.
  clock.set(Date.UTC(2026, 0, 5, 6, 30) - wallClock.now());
  const site = await openModuleSite(t);
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  await site.addSource();
  const windows = [{ from: "08:00", to: "10:00", days: ["Tue"] }];
  await site.put(
    updatePolicy("echo", "Auto", { windows }),
    moduleConfig("echo", { enabled: true, updatePolicy: "echo-alpha" }),
  );
  site.begin([], clock);
  await site.untilRuns("echo", "v1.0.0");
  await site.publish({ name: "echo", version: "v1.1.0", channels: ["alpha"] });
  const waiting = {
    "1.0.0": "Deployed",
    "1.1.0": "Pending: Release is waiting for the update window until 06 Jan 2026 08:00 UTC",
  };
  t.deepEqual(await site.untilReleases("echo", waiting), waiting);
  clock.set(26 * 3_600_000);
  clock.wake(() => true);
  await site.untilRuns("echo", "v1.1.0");
  const updated = { "1.0.0": "Superseded", "1.1.0": "Deployed" };
  t.deepEqual(await site.untilReleases("echo", updated), updated);
});

test("a module follows another policy as soon as its ModuleConfig names it", async (t) => {
  const site = await openModuleSite(t);
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  await site.publish({ name: "echo", version: "v1.1.0", channels: ["beta"] });
  await site.addSource();
  await site.put(
    updatePolicy("echo", "Auto"),
    { ...updatePolicy("other", "Auto"), spec: { releaseChannel: "Beta", update: { mode: "Auto" } } },
    moduleConfig("echo", { enabled: true, updatePolicy: "echo-alpha" }),
  );
  site.begin(["--interval", "24h"]);
  await site.untilRuns("echo", "v1.0.0");
  await site.put(moduleConfig("echo", { enabled: true, updatePolicy: "other-alpha" }));
  await site.untilRuns("echo", "v1.1.0");
  const updated = { "1.0.0": "Superseded", "1.1.0": "Deployed" };
  t.deepEqual(await site.untilReleases("echo", updated), updated);
});
