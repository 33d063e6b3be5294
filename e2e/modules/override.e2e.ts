import test from "ava";

import { isTrue } from "../../lib/readiness/condition/condition.ts";
import { writesOf } from "../apply/server-order.ts";
import type { LiveObject } from "../control-plane/api.ts";
import { testFolder } from "../git/test-folder.ts";
import { type ControlledClock, controlledClock } from "../sync/controlled-clock.ts";
import { auditOf } from "./module-audit.ts";
import { startRegistryGate } from "./registry-gate.ts";
import {
  accessTo,
  moduleConfig,
  type ModuleSite,
  openModuleSite,
  pullOverride,
  updatePolicy,
} from "./module-site.ts";

const override = "modulepulloverrides/echo";

test("an override runs the image of its tag and follows it, and releases are suspended until it is deleted", async (t) => {
  const { site } = await openEcho(t);
  await site.publish({ name: "hello-world", version: "v1.0.0", channels: ["alpha"] });
  await site.put(moduleConfig("hello-world", { enabled: true, updatePolicy: "echo-alpha" }));
  await site.untilRuns("hello-world", "v1.0.0");
  await site.put(pullOverride("echo", { imageTag: "main", scanInterval: "1s", rollback: true }));
  await site.untilRuns("echo", "main");
  const ready = await site.until(override, isReady);
  t.regex(String(ready?.status?.["imageDigest"]), /^sha256:[0-9a-f]{64}$/);
  t.regex(String(ready?.status?.["updatedAt"]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  t.like(await site.until("modules/echo", isOverridden), { properties: { version: "main" } });
  await untilListed(site, { name: "echo", overridden: true });

  await site.publish({ name: "echo", version: "v1.1.0", channels: ["alpha"] });
  await site.publish({ name: "hello-world", version: "v1.1.0", channels: ["alpha"] });
  await site.untilRuns("hello-world", "v1.1.0");
  t.deepEqual(await site.releases("echo"), { "1.0.0": "Deployed" });

  await publishMain(site, "main again");
  await site.untilRuns("echo", "main again");
  await site.until(
    override,
    (mpo) => isReady(mpo) && mpo?.status?.["imageDigest"] !== ready?.status?.["imageDigest"],
  );

  await site.remove(override);
  await site.until(override, (mpo) => mpo === undefined);
  await site.until("modules/echo", (module) => !isOverridden(module) && versionOf(module) === "v1.1.0");
  await site.untilRuns("echo", "v1.1.0");
  await untilListed(site, { name: "echo", policy: "echo-alpha" });
});

test("deleting an override with rollback restores the deployed release", async (t) => {
  const { site } = await openEcho(t);
  await site.put(pullOverride("echo", { imageTag: "main", rollback: true }));
  await site.untilRuns("echo", "main");
  await site.until(override, isReady);
  await site.remove(override);
  await site.untilRuns("echo", "v1.0.0");
  await site.until(override, (mpo) => mpo === undefined);
  t.deepEqual(await site.releases("echo"), { "1.0.0": "Deployed" });
});

test("without rollback the image keeps running, even after a restart, until another release is deployed", async (t) => {
  const { site, stop, begin } = await openEcho(t);
  await site.put(pullOverride("echo", { imageTag: "main" }));
  await site.untilRuns("echo", "main");
  await site.until(override, isReady);
  await site.remove(override);
  await site.until("modules/echo", (module) => module !== undefined && !isOverridden(module));
  await stop();
  await publishMain(site, "main later");
  const audit = await auditOf(site);
  const again = begin(testFolder(t));
  await again.received((line) => line["type"] === "runEnded" && line["unit"] === "echo", 0);
  t.deepEqual(
    writesOf(await audit()).filter((write) => write.includes("configmaps/")),
    [],
  );
  t.is(versionOf(await site.until("modules/echo", isThere)), "main");
  await site.publish({ name: "echo", version: "v1.1.0", channels: ["alpha"] });
  await site.untilRuns("echo", "v1.1.0");
});

test("the annotation renew makes the image be pulled and run at once, and is removed", async (t) => {
  const { site } = await openEcho(t);
  await site.put(pullOverride("echo", { imageTag: "main", scanInterval: "1h" }));
  await site.untilRuns("echo", "main");
  await site.until(override, isReady);
  await publishMain(site, "main again");
  await renew(site);
  await site.untilRuns("echo", "main again");
  await site.until(override, isReady);
  const audit = await auditOf(site);
  await renew(site);
  // The runs of a module are one after the other: a later one shows that this image has written nothing.
  await publishMain(site, "main at last");
  await renew(site);
  await site.untilRuns("echo", "main at last");
  await site.until(override, isReady);
  t.deepEqual(
    writesOf(await audit()).filter((write) => write.includes("configmaps/")),
    ["patch configmaps/echo"],
    "the image is the same: nothing is written, and nothing goes meanwhile",
  );
});

test("the message of an override names its obstacle", async (t) => {
  const clock = controlledClock();
  const { site, stop } = await openEcho(t, ["--embedded", "ingress-nginx"], clock);
  await site.publish({ name: "hello-world", version: "v1.0.0", channels: ["alpha"] });
  await site.publish({ name: "orphan", version: "v1.0.0", channels: ["alpha"] });
  await untilMessage(site, "nobody", "The module not found");
  await untilMessage(site, "ingress-nginx", "The module is embedded");
  await site.until("modules/hello-world", isThere);
  await untilMessage(site, "hello-world", "The module disabled");
  await site.put(moduleConfig("orphan", { enabled: true, source: "gone" }));
  await site.until("modules/orphan", (module) => sourceOf(module) === "gone");
  await untilMessage(site, "orphan", "The source not found");
  await site.put(pullOverride("echo", { imageTag: "nope", scanInterval: "1s" }));
  const failed = await site.until(override, (mpo) => messageOf(mpo).startsWith("Download error: "));
  t.regex(messageOf(failed), /^Download error: .*echo:nope.*/);
  await site.publish({ name: "echo", version: "nope" });
  // Obstacles are checked again after a minute.
  clock.set(60_000);
  clock.wake(({ length }) => length > 10_000);
  await site.untilRuns("echo", "nope");
  await site.until(override, isReady);
  await site.put(moduleConfig("echo", { enabled: false }));
  const off = await site.until(override, (mpo) => messageOf(mpo) === "The module disabled");
  t.is(off?.status?.["imageDigest"], undefined);
  await stop();
});

test("an image that could not be pulled is pulled later, even with the same tag", async (t) => {
  const site = await openModuleSite(t);
  const clock = controlledClock();
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  const gate = await startRegistryGate(t, site.registry, { held: /\/echo\/blobs\//, status: 404 });
  await site.addSource({ repo: `${gate.host}/modules` });
  await site.put(
    moduleConfig("echo", { enabled: true }),
    pullOverride("echo", { imageTag: "main", scanInterval: "1s" }),
  );
  await site.publish({ name: "echo", version: "main" });
  site.begin([], clock);
  await site.until(override, (mpo) =>
    messageOf(mpo).startsWith("Deploy error: download the module 'echo': "),
  );
  t.true(isOverridden(await site.until("modules/echo", isOverridden)));
  gate.open();
  clock.set(60_000);
  clock.wake(({ length }) => length > 10_000);
  await site.untilRuns("echo", "main");
  await site.until(override, isReady);
});

test("a module with several sources and none selected has no active source for an override", async (t) => {
  const site = await openModuleSite(t);
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  await site.addSource();
  await site.put({
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "ModuleSource",
    metadata: { name: "other" },
    spec: { registry: accessTo(site.registry) },
  });
  await site.put(moduleConfig("echo", { enabled: true }));
  site.begin();
  // While one source is known, the override would use that one.
  await site.until("modules/echo", (module) =>
    JSON.stringify(module ?? {}).includes('"availableSources":["dev","other"]'),
  );
  await untilMessage(site, "echo", "The module does not have an active source");
  await site.publish({ name: "echo", version: "main" });
  await site.patch("moduleconfigs/echo", { spec: { source: "other" } });
  await site.untilRuns("echo", "main");
  t.pass();
});

interface Echo {
  readonly site: ModuleSite;
  readonly begin: (folder: string) => ReturnType<ModuleSite["begin"]>;
  readonly stop: () => Promise<unknown>;
}

/** Opens a site where the module echo runs v1.0.0, and the registry has an image `main` of it. */
async function openEcho(
  t: Parameters<typeof openModuleSite>[0],
  words: readonly string[] = [],
  clock?: ControlledClock,
): Promise<Echo> {
  const site = await openModuleSite(t);
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  await site.publish({ name: "echo", version: "main" });
  await site.addSource();
  await site.put(
    updatePolicy("echo", "Auto"),
    moduleConfig("echo", { enabled: true, updatePolicy: "echo-alpha" }),
  );
  const begin: Echo["begin"] = (folder) => site.begin(["--state-dir", folder, ...words], clock);
  const { stop } = begin(testFolder(t));
  await site.untilRuns("echo", "v1.0.0");
  await site.until("modules/echo", (module) => module?.status?.["phase"] === "Ready");
  return { site, begin, stop };
}

/** Pushes the tag again with other content. */
async function publishMain(site: ModuleSite, version: string): Promise<void> {
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "echo" }, data: { version } };
  await site.publish({
    name: "echo",
    version: "main",
    files: { "manifests/version.yaml": JSON.stringify(map) },
  });
}

async function renew(site: ModuleSite): Promise<void> {
  await site.kubectl("annotate", "mpo", "echo", "renew=");
  await site.until(override, (mpo) => mpo?.metadata.annotations?.["renew"] === undefined);
}

async function untilMessage(site: ModuleSite, name: string, message: string): Promise<void> {
  await site.put(pullOverride(name, { imageTag: "main", scanInterval: "1s" }));
  await site.until(`modulepulloverrides/${name}`, (mpo) => messageOf(mpo) === message);
}

async function untilListed(site: ModuleSite, entry: object): Promise<void> {
  await site.until("modulesources/dev", (source) =>
    JSON.stringify(source?.status?.["modules"] ?? []).includes(JSON.stringify(entry)),
  );
}

function isThere(object: LiveObject | undefined): boolean {
  return object !== undefined;
}

function messageOf(object: LiveObject | undefined): string {
  const message = object?.status?.["message"];
  return typeof message === "string" ? message : "";
}

function isReady(object: LiveObject | undefined): boolean {
  return messageOf(object) === "Ready";
}

function isOverridden(object: LiveObject | undefined): boolean {
  return object !== undefined && isTrue(JSON.parse(JSON.stringify(object)), "IsOverridden");
}

function versionOf(object: LiveObject | undefined): unknown {
  return Object(Object(object)["properties"])["version"];
}

function sourceOf(object: LiveObject | undefined): unknown {
  return Object(Object(object)["properties"])["source"];
}
