import test from "ava";

import { served } from "../sync/served.ts";
import { readTable } from "./definition-table.ts";
import { moduleConfig, openModuleSite, pullOverride, updatePolicy } from "./module-site.ts";

test("kubectl and the page show running modules as documented", async (t) => {
  const site = await openModuleSite(t);
  for (const name of ["echo", "hello-world"]) {
    await site.publish({ name, version: "v1.0.0", channels: ["alpha"] });
    await site.put(moduleConfig(name, { enabled: true, updatePolicy: "test-alpha" }));
  }
  await site.publish({ name: "echo", version: "main" });
  await site.addSource();
  await site.put({ ...updatePolicy("test", "Auto") });
  const controllers = site.begin(["--page", "127.0.0.1:0", "--deckhouse", "v1.0.0"]);
  await Promise.all(["echo", "hello-world"].map(async (name) => site.untilRuns(name, "v1.0.0")));
  await site.publish({
    name: "hello-world",
    version: "v1.1.0",
    channels: ["alpha"],
    definition: { requirements: { deckhouse: "> v1.64.0" } },
  });
  await site.put(pullOverride("echo", { imageTag: "main" }));
  await site.client.until("/apis/converge.dev/v1/namespaces/default/units/echo", (unit) => {
    const { appliedRevision, phase } = Object(unit?.status);
    return phase === "Ready" && Object(appliedRevision).ref === "main";
  });
  await site.until("modulepulloverrides/echo", (override) => override?.status?.["message"] === "Ready");
  // The controllers answer it in a later pass, which has reported all of the above.
  await site.put(pullOverride("nobody", { imageTag: "main" }));
  await site.until("modulepulloverrides/nobody", (override) => override?.status?.["message"] !== undefined);
  for (const name of ["echo", "hello-world"]) {
    await site.until(`modules/${name}`, (module) => module?.status?.["phase"] === "Ready");
  }
  const unmet =
    "requirements are not satisfied: current deckhouse version is not suitable: 1.0.0 is less than or equal to v1.64.0";
  await site.untilReleases("hello-world", { "1.1.0": `Pending: ${unmet}` });
  const shown = async (kind: string): Promise<readonly (readonly string[])[]> =>
    readTable(await site.kubectl("get", kind)).map((row) =>
      row.map((cell) => (/^(\d+[smhd]){1,2}$/.test(cell) ? "AGE" : cell)),
    );
  t.deepEqual(await shown("mr"), [
    ["NAME", "PHASE", "UPDATE POLICY", "TRANSITIONTIME", "MESSAGE"],
    ["echo-v1.0.0", "Deployed", "test-alpha", "AGE", ""],
    ["hello-world-v1.0.0", "Deployed", "test-alpha", "AGE", ""],
    ["hello-world-v1.1.0", "Pending", "test-alpha", "AGE", unmet],
  ]);
  t.deepEqual(await shown("mpo"), [
    ["NAME", "UPDATED", "MESSAGE", "ROLLBACK"],
    ["echo", "AGE", "Ready", "false"],
    ["nobody", "AGE", "The module not found", "false"],
  ]);
  t.deepEqual(await shown("ms"), [
    ["NAME", "COUNT", "SYNC", "MSG"],
    ["dev", "2", "AGE", ""],
  ]);
  t.deepEqual(await shown("modules"), [
    ["NAME", "STAGE", "SOURCE", "PHASE", "ENABLED", "READY"],
    ["echo", "", "dev", "Ready", "True", "True"],
    ["hello-world", "", "dev", "Ready", "True", "True"],
  ]);
  const page = await served(controllers, "page");
  t.regex(await (await fetch(page)).text(), /^<!doctype html>/i);
  const { units } = Object(await (await fetch(`${page}/api/v1/overview`)).json());
  t.like(units, [
    { name: "echo", phase: "Ready", applied: { ref: "main" } },
    { name: "hello-world", phase: "Ready", applied: { ref: "v1.0.0" } },
  ]);
});
