import { execFile } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import test, { type ExecutionContext } from "ava";
import { Command } from "commander";

import { addConfigFlag, addSyncFlags, checkSyncFlags, type SyncFlags } from "../cmd/flags/sync-flags.ts";
import { addUnitFlags, type SyncUnitFlags } from "../cmd/flags/sync-unit-flags.ts";
import { configFromFlags } from "../cmd/flags/unit-from-flags.ts";
import { runRecorded } from "../fixtures/recording-shell.ts";
import type { ReadObject } from "../lib/manifest/manifest.ts";
import { readManifests } from "../lib/manifest/parse-manifests.ts";
import { field, listField, objectField, stringField, stringsField } from "../lib/object/json.ts";
import { parseListenAddress } from "../lib/web/server/listen-address.ts";
import { readConfiguration } from "../lib/sync/config/read-configuration.ts";
import { openSite } from "./apply/site.ts";
import { built, containerOf, deployFolder, type Mount, podSpecOf, withAllComponents } from "./deployed.ts";
import { testFolder } from "./git/test-folder.ts";
import { openFleet } from "./sync/fleet.ts";
import { line } from "./sync/sidecar.ts";
import { refusalsOf, roleOfSidecar, withoutVerb } from "./sync/sidecar-permissions.ts";
import { configMap, readyAt } from "./sync/sync-site.ts";
import { defineUnits, kubectl } from "./sync/reported-unit.ts";

const ways: readonly (readonly [name: string, folder: (t: ExecutionContext) => string])[] = [
  ["deploy", () => deployFolder],
  ["deploy with all its components", withAllComponents],
  ["deploy/examples/one-unit", () => join(deployFolder, "examples/one-unit")],
  ["deploy/examples/act-as", () => join(deployFolder, "examples/act-as")],
];

/** Kinds of another operator, which is not in the cluster. */
const foreign: ReadonlySet<string> = new Set(["ServiceMonitor"]);

for (const [name, folderOf] of ways) {
  test(`${name} is accepted unchanged by the server, in a namespace for restricted pods`, async (t) => {
    const { cluster, namespace } = await openSite(t);
    await defineUnits(cluster);
    const restricted = ["label", "namespace", namespace, "pod-security.kubernetes.io/enforce=restricted"];
    await kubectl(cluster, namespace, restricted);
    const objects = (await built(folderOf(t))).filter(({ kind }) => !foreign.has(kind));
    const moved = objects.map(({ value, namespace: home }) => {
      const metadata = objectField(value, "metadata");
      return home === "" ? value : { ...value, metadata: { ...metadata, namespace } };
    });
    const pods = objects.some(({ kind }) => kind === "Deployment") ? [podOf(objects)] : [];
    const file = join(testFolder(t), "all.json");
    writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "List", items: [...moved, ...pods] }));
    const words = ["--server-side", "--force-conflicts", "--dry-run=server", "--validate=strict", "-f", file];
    const said = await kubectl(cluster, namespace, ["apply", ...words]);
    t.is(said.trim().split("\n").length, moved.length + pods.length, said);
  });

  test(`${name} is valid`, async (t) => {
    const objects = await built(folderOf(t));
    const { run, write } = await openSite(t);
    const path = write(objects.filter(({ kind }) => !foreign.has(kind)).map(({ value }) => value));
    const { code, stdout, stderr } = await run(["validate", path]);
    t.is(code, 0, stderr);
    t.regex(stdout, /all valid/);
  });
}

/**
 * A pod as the Deployment creates it, with the service account of the test's namespace, since that of the
 * sidecar does not exist.
 */
function podOf(objects: readonly ReadObject[]): object {
  const spec = { ...podSpecOf(objects), serviceAccountName: "default" };
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "converge" }, spec };
}

/** The flags of a container, as the command itself parses them. */
function flagsOf([verb, ...words]: readonly string[]): SyncFlags & SyncUnitFlags {
  const command = new Command(verb).exitOverride().configureOutput({ writeErr: () => {} });
  addConfigFlag(command);
  addUnitFlags(command);
  addSyncFlags(command);
  command.parse(words, { from: "user" });
  const flags = command.opts<SyncFlags & SyncUnitFlags>();
  checkSyncFlags(flags);
  return flags;
}

for (const [name, folderOf] of ways.slice(0, 3)) {
  test(`${name}: the container has exactly the volumes and ports that its flags name`, async (t) => {
    const { args, mounts, ports, probed } = containerOf(await built(folderOf(t)));
    t.is(args[0], "sync");
    const flags = flagsOf(args);
    const served = { page: flags.page, metrics: flags.metrics, push: flags.webhook };
    const listening = Object.entries(served).flatMap(([port, address]) =>
      address === undefined ? [] : [[port, parseListenAddress(address).port] as const],
    );
    t.deepEqual([...ports], listening);
    t.deepEqual(probed, ["metrics", "metrics"]);
    const files = [flags.config, flags.gitSecretDir, flags.webhookSecretFile].filter(
      (path) => path !== undefined,
    );
    for (const path of files) {
      t.true(isMounted(path, mounts), path);
    }
    t.true(mounts.some(({ path, isWritable }) => isWritable && path === flags.stateDir));
    if (flags.config === undefined) {
      t.is((await configFromFlags(flags)).units.length, 1);
    }
  });
}

function isMounted(path: string, mounts: readonly Mount[]): boolean {
  return mounts.some((mount) => path === mount.path || path.startsWith(`${mount.path}/`));
}

test("the configuration in deploy is valid, and its folder of credentials is mounted", async (t) => {
  const text = readFileSync(join(deployFolder, "sync.yaml"), "utf8");
  const reading = await readConfiguration({ name: "sync.yaml", text });
  if (!("configuration" in reading)) {
    t.fail(JSON.stringify(reading));
    return;
  }
  const { mounts } = containerOf(await built(deployFolder));
  for (const { source } of reading.configuration.units) {
    t.true(mounts.some(({ path }) => path === source.access.secretFolder));
  }
});

test("the network policy for egress allows DNS, git and the API server", async (t) => {
  const objects = await built(withAllComponents(t));
  const policy = objects.find(({ name }) => name === "converge-egress")?.value;
  const ports = listField(objectField(policy, "spec"), "egress")
    .flatMap((rule) => listField(rule, "ports"))
    .map((port) => `${stringField(port, "protocol") ?? "TCP"} ${Number(field(port, "port"))}`);
  const needed = ["UDP 53", "TCP 53", "TCP 443", "TCP 22", "TCP 6443"];
  t.deepEqual(
    needed.filter((port) => !new Set(ports).has(port)),
    [],
  );
});

/** The commands shown in pages and comments, without trailing comments. */
function shown(verb: string): readonly string[] {
  const checkout = join(deployFolder, "..");
  const files = ["README.md", "docs/{sync,security}/*.md", "deploy/**/kustomization.yaml"];
  const lines = globSync(files, { cwd: checkout }).flatMap((file) =>
    readFileSync(join(checkout, file), "utf8").split("\n"),
  );
  const begins = new RegExp(`^(?:# +)?(?:\\$ )?(${verb} .*?)(?: +#| \\||$)`);
  return [...new Set(lines.flatMap((text) => begins.exec(text.trim())?.[1] ?? []))];
}

for (const command of shown("converge sync")) {
  test(`the documented command has valid flags: ${command}`, (t) => {
    const [, ...words] = command.split(" ");
    t.truthy(flagsOf(words).repo ?? flagsOf(words).config);
  });
}

for (const command of shown("converge rbac")) {
  test(`the documented command succeeds: ${command}`, async (t) => {
    const [, ...words] = command.split(" ");
    const set = "fixtures/werf-hook-weights";
    const { code, stderr } = await runRecorded(words.map((word) => (/^DIR$|\/$/.test(word) ? set : word)));
    t.is(code, 0, stderr);
  });
}

test("every kustomization that the docs apply is tested", (t) => {
  const folders = shown("kubectl apply -k").map((command) => command.split(" ").at(-1));
  t.true(folders.length > 2);
  t.deepEqual(
    folders.filter((folder) => !ways.some(([name]) => name === folder)),
    [],
  );
});

test("the kubectl commands in docs/sync/sync.md work as described", async (t) => {
  const { configure, repository, beginFleet, namespace, kubeconfig } = await openFleet(t);
  const commit = await repository.commit({ "shop/env.yaml": configMap("env") });
  configure([{ name: "shop" }]);
  const sidecar = beginFleet();
  await readyAt(sidecar, commit);
  const run = async (command: string): Promise<string> => {
    const words = ["-c", command.replace("-n converge-system", `-n ${namespace}`)];
    const env = { ...process.env, KUBECONFIG: kubeconfig };
    return (await promisify(execFile)("sh", words, { env })).stdout;
  };
  // Commands that create Secrets and Roles are tested in `sync/cluster-access.e2e.ts`.
  const commands = shown("kubectl -n converge-system").filter((command) => !command.includes(" create "));
  const [get = "", wait = "", annotate = "", suspend = "", ...more] = commands;
  t.deepEqual(more, []);
  t.regex(await run(wait), /condition met/);
  t.regex(await run(get), /shop +True +Ready/);
  const place = sidecar.place();
  await run(annotate);
  await sidecar.received(line("runBegun", { unit: "shop", reason: "request" }), place);
  await run(suspend);
  await sidecar.received(line("state", { unit: "shop", phase: "Suspended" }), place);
  const suspended = sidecar.place();
  await run(suspend.replace("true", "false"));
  const resumed = await sidecar.received(line("state", { unit: "shop", phase: "Ready" }), suspended);
  t.like(resumed, { applied: commit });
});

test("the permissions in deploy are those that converge rbac prints for a sidecar", async (t) => {
  const words = [
    "--release",
    "shop",
    "-n",
    "shop",
    "--sync",
    "--service-account",
    "converge-system/converge",
  ];
  const { stdout } = await runRecorded(["rbac", "fixtures/werf-hook-weights", ...words]);
  const { objects } = readManifests({ name: "printed", text: stdout });
  const role = objects.find(({ kind, namespace }) => kind === "Role" && namespace === "converge-system");
  t.deepEqual(listField(role?.value, "rules"), [...roleOfSidecar()]);
});

test("the permissions in deploy are exactly those that the sidecar uses itself", async (t) => {
  t.deepEqual(await refusalsOf(t, roleOfSidecar()), []);
});

const granted = roleOfSidecar().flatMap((rule) =>
  stringsField(rule, "resources").flatMap((resource) =>
    stringsField(rule, "verbs").map((verb) => [verb, resource] as const),
  ),
);
for (const [verb, resource] of granted) {
  test(`without permission to ${verb} ${resource} a request of the sidecar is refused`, async (t) => {
    const role = withoutVerb(roleOfSidecar(), verb, resource);
    t.true((await refusalsOf(t, role)).includes(`${verb} ${resource}`));
  });
}
