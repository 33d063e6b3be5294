import test from "ava";

import { writesOf } from "../apply/server-order.ts";
import { auditOf } from "./module-audit.ts";
import { moduleConfig, openModuleSite, updatePolicy } from "./module-site.ts";

test("two modules of a source are installed from their channel, and updated when the channel moves on", async (t) => {
  const site = await openModuleSite(t);
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  await site.publish({ name: "hello-world", version: "v0.3.1", channels: ["alpha"] });
  await site.addSource();
  await site.put(
    updatePolicy("echo", "Auto"),
    moduleConfig("echo", { enabled: true, updatePolicy: "echo-alpha" }),
    moduleConfig("hello-world", { enabled: true, updatePolicy: "echo-alpha" }),
  );
  const controllers = site.begin();
  await Promise.all([site.untilRuns("echo", "v1.0.0"), site.untilRuns("hello-world", "v0.3.1")]);
  await site.publish({ name: "echo", version: "v1.1.0", channels: ["alpha"] });
  await site.untilRuns("echo", "v1.1.0");
  await site.until("modulereleases/echo-v1.0.0", (release) => release?.status?.["phase"] === "Superseded");
  t.deepEqual(await site.releases("echo"), { "1.0.0": "Superseded", "1.1.0": "Deployed" });
  t.is((await controllers.stop()).code, 0);
});

test("an update is stored completely before any of it is applied, and never leaves the module without a version", async (t) => {
  const site = await openModuleSite(t);
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  await site.addSource();
  await site.put(moduleConfig("echo", { enabled: true }));
  site.begin(["--release-channel", "Alpha"]);
  await site.untilRuns("echo", "v1.0.0");
  await site.until("modules/echo", (module) => module?.status?.["phase"] === "Ready");
  const audit = await auditOf(site);
  await site.publish({ name: "echo", version: "v1.1.0", channels: ["alpha"] });
  await site.untilRuns("echo", "v1.1.0");
  const writes = writesOf(await audit());
  const applied = writes.indexOf("patch configmaps/echo");
  const before = writes.slice(0, Math.max(applied, 0));
  const comes = before.lastIndexOf("update modulereleases/echo-v1.1.0");
  const goes = before.lastIndexOf("update modulereleases/echo-v1.0.0");
  t.true(comes !== -1 && comes < goes, writes.join("\n"));
});
