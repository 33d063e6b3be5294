import { writeFileSync } from "node:fs";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";
import { readManifests } from "../../lib/manifest/parse-manifests.ts";
import { untilBound } from "../control-plane/until-allowed.ts";
import { built, deployFolder } from "../deployed.ts";
import { testFolder } from "../git/test-folder.ts";
import { kubectl } from "./module-definitions.ts";
import { moduleConfig, type ModuleSite, openModuleSite, updatePolicy } from "./module-site.ts";

const home = "converge-system";
const account = "converge-modules";
const rightsKinds: ReadonlySet<string> = new Set([
  "ServiceAccount",
  "Role",
  "RoleBinding",
  "ClusterRole",
  "ClusterRoleBinding",
]);

/**
 * Creates the service account of the controllers with the permissions in `deploy/modules`, and those to apply
 * a module, and waits until they are in force.
 */
async function makeAccount(t: ExecutionContext, site: ModuleSite, module: string): Promise<void> {
  await kubectl(site, ["create", "namespace", home]);
  await kubectl(site, ["create", "namespace", `d8-${module}`]);
  const ours = (await built(join(deployFolder, "modules"))).filter(({ kind }) => rightsKinds.has(kind));
  const granted = join(testFolder(t), "granted.json");
  writeFileSync(
    granted,
    JSON.stringify({ apiVersion: "v1", kind: "List", items: ours.map(({ value }) => value) }),
  );
  await kubectl(site, ["apply", "-f", granted]);
  const set = join(testFolder(t), "set.yaml");
  writeFileSync(set, JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: module } }));
  const words = ["--release", module, "-n", `d8-${module}`, "--service-account", `${home}/${account}`];
  const { stdout } = await runRecorded(["rbac", set, ...words]);
  const rights = join(testFolder(t), "rights.yaml");
  writeFileSync(rights, stdout);
  await kubectl(site, ["apply", "-f", rights]);
  const { objects } = readManifests({ name: rights, text: stdout });
  await untilBound(
    site.client.api,
    [...ours, ...objects].map(({ value }) => value),
  );
}

test("the permissions in deploy/modules and those that converge rbac prints for a module suffice to run it", async (t) => {
  const site = await openModuleSite(t);
  await makeAccount(t, site, "echo");
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  await site.addSource();
  await site.put(
    updatePolicy("echo", "Auto"),
    moduleConfig("echo", { enabled: true, updatePolicy: "echo-alpha" }),
    {
      apiVersion: "deckhouse.io/v1alpha1",
      kind: "DeckhouseRelease",
      metadata: { name: "v1.74.0" },
      spec: { version: "v1.74.0" },
      status: { phase: "Pending" },
    },
  );
  const user = `system:serviceaccount:${home}:${account}`;
  const controllers = site.begin(["--as", user, "-n", home]);
  await site.untilRuns("echo", "v1.0.0");
  await site.until("modules/echo", (module) => module?.status?.["phase"] === "Ready");
  await site.publish({ name: "echo", version: "main" });
  await site.put({
    apiVersion: "deckhouse.io/v1alpha2",
    kind: "ModulePullOverride",
    metadata: { name: "echo" },
    spec: { imageTag: "main", rollback: true },
  });
  await site.untilRuns("echo", "main");
  await site.until("modulepulloverrides/echo", (override) => override?.status?.["message"] === "Ready");
  await site.remove("modulepulloverrides/echo");
  await site.untilRuns("echo", "v1.0.0");
  await site.put(moduleConfig("echo", { enabled: false, updatePolicy: "echo-alpha" }));
  await site.untilRuns("echo", undefined);
  const said = await controllers.stop();
  t.is(said.code, 0);
  t.notRegex(
    `${said.stdout}${said.stderr}`,
    /forbidden|may not|cannot be (?:watched|read|listed)|access was denied/,
  );
});
