import test from "ava";

import { testFolder } from "../git/test-folder.ts";
import { dockerConfigurationFor, registryUser } from "../registry/registry-user.ts";
import { startRegistry } from "../registry/start-registry.ts";
import { mapOf, moduleConfig, type ModuleSite, openModuleSite } from "./module-site.ts";

const echo = { name: "echo", channels: ["alpha"] };
const words = ["--release-channel", "Alpha"];

test("a source with a wrong password reports it, without the password, and recovers", async (t) => {
  const site = await openModuleSite(t, { htpasswd: true });
  await site.publish({ ...echo, version: "v1.0.0" });
  const wrong = { ...registryUser, password: "let-me-out" };
  await site.addSource({ dockerCfg: dockerConfigurationFor(site.registry.host, wrong) });
  await site.put(moduleConfig("echo", { enabled: true }));
  const controllers = site.begin(words);
  const refused = await site.until("modulesources/dev", (source) => messageOf(source) !== "");
  t.is(
    messageOf(refused),
    `${site.registry.host}/modules: the registry rejects these credentials ("UNAUTHORIZED: authentication required")`,
  );
  await site.addSource();
  await site.untilRuns("echo", "v1.0.0");
  await site.until("modulesources/dev", (source) => source?.status?.["message"] === "");
  t.false(JSON.stringify([controllers.log(), refused?.status]).includes("let-me-out"));
});

test("an unreachable registry does not affect running modules, and new versions arrive once it is back", async (t) => {
  const site = await openModuleSite(t);
  const state = ["--state-dir", testFolder(t), ...words];
  await site.publish({ ...echo, version: "v1.0.0" });
  await site.addSource();
  await site.put(moduleConfig("echo", { enabled: true }));
  const first = site.begin(state);
  await site.untilRuns("echo", "v1.0.0");
  await site.until("modules/echo", (module) => module?.status?.["phase"] === "Ready");
  await site.registry.stop();
  const away = await site.until("modulesources/dev", (source) => messageOf(source) !== "");
  t.true(messageOf(away).startsWith(`${site.registry.host}/modules: `));
  t.like(away?.status, { modules: [{ name: "echo" }], modulesCount: 1 });
  await isKept(site);
  await first.stop();
  const second = site.begin(state);
  await isKept(site);
  t.deepEqual(await site.releases("echo"), { "1.0.0": "Deployed" });

  await startRegistry(t, { port: site.registry.port });
  await site.publish({ ...echo, version: "v1.1.0" });
  await site.untilRuns("echo", "v1.1.0");
  await site.until("modulesources/dev", (source) => source?.status?.["message"] === "");
  t.is((await second.stop()).code, 0);
});

/** Asserts that a deleted object of a module is recreated. */
async function isKept(site: ModuleSite): Promise<void> {
  await site.client.api("DELETE", mapOf("echo"));
  await site.untilRuns("echo", "v1.0.0");
}

function messageOf(source: { readonly status?: Readonly<Record<string, unknown>> } | undefined): string {
  const message = source?.status?.["message"];
  return typeof message === "string" ? message : "";
}
