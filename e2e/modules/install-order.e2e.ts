import test from "ava";

import type { LiveObject } from "../control-plane/api.ts";
import { moment } from "../apply/server-order.ts";
import { mapOf, moduleConfig, type ModuleSite, openModuleSite } from "./module-site.ts";

const words = ["--release-channel", "Alpha"];
const claimOf = (module: string): string => `/api/v1/namespaces/d8-${module}/persistentvolumeclaims/data`;

test("modules start by weight, each ready before the next, and dependencies of a module are ready before it", async (t) => {
  const site = await openModuleSite(t);
  await site.publish({
    name: "base",
    version: "v1.0.0",
    channels: ["alpha"],
    definition: { weight: 100 },
    files: { "manifests/all.yaml": `${claim}---\n${configMap("base", "v1.0.0")}` },
  });
  await site.publish({ name: "middle", version: "v1.0.0", channels: ["alpha"], definition: { weight: 500 } });
  const definition = { weight: 50, requirements: { modules: { middle: ">= 1.0" } } };
  await site.publish({ name: "above", version: "v1.0.0", channels: ["alpha"], definition });
  await startAll(site, ["above", "base", "middle"]);
  await site.client.until(claimOf("base"), (found) => found !== undefined);
  const waiting = await site.until("modules/middle", (module) => reasonOf(module) === "waits for base");
  t.is(waiting?.status?.["phase"], "Waiting");
  for (const name of ["middle", "above"]) {
    t.is((await site.client.api("GET", mapOf(name))).status, 404, name);
  }
  await site.client.api("PATCH", `${claimOf("base")}/status`, { status: { phase: "Bound" } });
  await site.untilRuns("above", "v1.0.0");
  const [claimed, middle, above] = await Promise.all(
    [claimOf("base"), mapOf("middle"), mapOf("above")].map(
      async (path) => (await site.client.api("GET", path)).object,
    ),
  );
  t.true(moment(claimed) < moment(middle));
  t.true(moment(middle) < moment(above));
});

test("a broken module of a lower weight blocks only its dependents", async (t) => {
  const site = await openModuleSite(t);
  const broken = { name: "broken", channels: ["alpha"], definition: { weight: 10 } };
  const files = { "manifests/all.yaml": configMap("broken", "v1.0.0", "Not A Name") };
  await site.publish({ ...broken, version: "v1.0.0", files });
  await site.publish({ name: "apart", version: "v1.0.0", channels: ["alpha"], definition: { weight: 20 } });
  const definition = { requirements: { modules: { broken: ">= 0.0.0" } } };
  await site.publish({ name: "needing", version: "v1.0.0", channels: ["alpha"], definition });
  await startAll(site, ["apart", "broken", "needing"]);
  await site.untilRuns("apart", "v1.0.0");
  await site.until("modules/broken", (module) => module?.status?.["phase"] === "Error");
  const waiting = await site.until("modules/needing", (module) => reasonOf(module).includes("broken"));
  t.is(waiting?.status?.["phase"], "Waiting");
  t.is((await site.client.api("GET", mapOf("needing"))).status, 404);
  await site.publish({ ...broken, version: "v1.0.1" });
  await site.untilRuns("needing", "v1.0.0");
  t.deepEqual(await site.releases("broken"), { "1.0.0": "Superseded", "1.0.1": "Deployed" });
});

const claim = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`;

function configMap(name: string, version: string, key = "version"): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name },
    data: { [key]: version },
  });
}

async function startAll(site: ModuleSite, names: readonly string[]): Promise<void> {
  await site.addSource();
  await site.put(...names.map((name) => moduleConfig(name, { enabled: true })));
  site.begin(words);
}

/** The reason why a Module is not ready. */
function reasonOf(module: LiveObject | undefined): string {
  const conditions = Object(module?.status)["conditions"];
  const found = Array.isArray(conditions) ? conditions.find(({ type }) => type === "IsReady") : undefined;
  return String(found?.message ?? "");
}
