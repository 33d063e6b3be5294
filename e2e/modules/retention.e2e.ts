import test from "ava";

import { controlledClock } from "../sync/controlled-clock.ts";
import { moduleConfig, openModuleSite } from "./module-site.ts";

const hour = 3_600_000;

test("a disabled module is deleted; within 72 hours it is restored at its version, later at the newest", async (t) => {
  const site = await openModuleSite(t);
  const clock = controlledClock();
  const turn = async (enabled: boolean): Promise<void> =>
    site.patch("moduleconfigs/echo", { spec: { enabled } });
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  await site.addSource();
  await site.put(moduleConfig("echo", { enabled: true }));
  site.begin(["--release-channel", "Alpha"], clock);
  await site.untilRuns("echo", "v1.0.0");

  await turn(false);
  await site.untilRuns("echo", undefined);
  await site.publish({ name: "echo", version: "v1.1.0", channels: ["alpha"] });
  clock.set(71 * hour);
  t.deepEqual(await site.releases("echo"), { "1.0.0": "Deployed" });
  const within = site.versionsUntil("echo", "v1.1.0");
  await turn(true);
  t.deepEqual(await within, ["gone", "v1.0.0", "v1.1.0"]);
  await site.untilReleases("echo", { "1.0.0": "Superseded", "1.1.0": "Deployed" });

  await turn(false);
  await site.untilRuns("echo", undefined);
  await site.publish({ name: "echo", version: "v1.2.0", channels: ["alpha"] });
  await site.publish({ name: "echo", version: "v1.3.0", channels: ["alpha"] });
  t.deepEqual(await site.releases("echo"), { "1.0.0": "Superseded", "1.1.0": "Deployed" });
  clock.set(72 * hour + 60_000);
  await site.untilReleases("echo", { "1.0.0": undefined, "1.1.0": undefined });
  const after = site.versionsUntil("echo", "v1.3.0");
  await turn(true);
  t.deepEqual(await after, ["gone", "v1.3.0"]);
  t.deepEqual(await site.releases("echo"), { "1.3.0": "Deployed" });
});
