import test from "ava";

import { writesOf } from "../apply/server-order.ts";
import { auditOf } from "./module-audit.ts";
import { accessTo, moduleConfig, openModuleSite, updatePolicy } from "./module-site.ts";

const kinds = ["moduleconfigs", "modulereleases", "modules", "moduleupdatepolicies"];

test("polling an unchanged source writes nothing", async (t) => {
  const site = await openModuleSite(t);
  const echo = { name: "echo", channels: ["alpha"] };
  await site.publish({ ...echo, version: "v1.0.0" });
  await site.publish({ name: "hello-world", version: "v0.3.1", channels: ["alpha"] });
  await site.addSource();
  const registry = { ...accessTo(site.registry), repo: `${site.registry.host}/nothing` };
  await site.put({
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "ModuleSource",
    metadata: { name: "empty" },
    spec: { registry },
  });
  await site.put(
    updatePolicy("echo", "Manual"),
    moduleConfig("echo", { enabled: true, updatePolicy: "echo-alpha" }),
    moduleConfig("hello-world", { enabled: true }),
  );
  site.begin(["--release-channel", "Alpha"]);
  await site.untilRuns("echo", "v1.0.0");
  await site.untilRuns("hello-world", "v0.3.1");
  await site.publish({ ...echo, version: "v1.1.0" });
  await site.until("modulereleases/echo-v1.1.0", (release) => release?.status?.["message"] !== undefined);
  for (const name of ["echo", "hello-world"]) {
    await site.until(`modules/${name}`, (module) => module?.status?.["phase"] === "Ready");
    await site.client.until(
      `/apis/converge.dev/v1/namespaces/default/units/${name}`,
      (unit) => unit?.status?.["phase"] === "Ready",
    );
  }
  const marks = ["echo-v1.0.0", "hello-world-v0.3.1"];
  for (const name of marks) {
    await site.until(
      `modulereleases/${name}`,
      (release) => release?.metadata.annotations?.["modules.deckhouse.io/isUpdating"] === "false",
    );
  }
  const versions = async (): Promise<readonly string[]> => {
    const lists = await Promise.all(
      kinds.map(async (kind) => site.client.api("GET", `/apis/deckhouse.io/v1alpha1/${kind}`)),
    );
    const items = lists.flatMap(({ object }) => object?.items ?? []);
    return items
      .filter(({ metadata }) => !metadata.name.startsWith("late-"))
      .map(({ kind, metadata }) => `${kind}/${metadata.name} ${metadata.resourceVersion}`);
  };
  // Another module in the source shows that the source was polled, and that everything about the first one
  // has been written.
  const untilPolled = async (name: string): Promise<void> => {
    await site.publish({ name, version: "v0.1.0", channels: ["beta"] });
    await site.until("modulesources/dev", (source) =>
      JSON.stringify(source?.status?.["modules"]).includes(`"${name}"`),
    );
    await site.until(`modules/${name}`, (module) => module?.status?.["phase"] === "Unavailable");
  };
  await untilPolled("late-1");
  const [before, audit] = [await versions(), await auditOf(site)];
  await untilPolled("late-2");
  await untilPolled("late-3");
  t.deepEqual(await versions(), before);
  t.deepEqual(
    writesOf(await audit()).filter((write) => !write.includes("/late-")),
    ["update modulesources/dev", "update modulesources/dev"],
  );
});
