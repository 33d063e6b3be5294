import test from "ava";

import { moduleConfig, openModuleSite, updatePolicy } from "./module-site.ts";

test("two modules of a source are installed from their channel, and updated when it moves on", async (t) => {
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
