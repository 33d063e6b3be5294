import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import type { ReadObject } from "../../lib/manifest/manifest.ts";
import { field, listField, objectField, stringField } from "../../lib/object/json.ts";
import { runRecorded } from "../../fixtures/recording-shell.ts";
import { parseListenAddress } from "../../lib/web/server/listen-address.ts";
import { openSite } from "../apply/site.ts";
import { built, containerOf, deployFolder, podSpecOf } from "../deployed.ts";
import { testFolder } from "../git/test-folder.ts";
import { defineModules, kubectl } from "./module-definitions.ts";

const modulesFolder = join(deployFolder, "modules");

/** A copy of the folder with all optional components, which its comments list, enabled. */
function withAll(t: ExecutionContext): string {
  const copy = join(testFolder(t), "deploy");
  cpSync(deployFolder, copy, { recursive: true });
  const folder = join(copy, "modules");
  const file = join(folder, "kustomization.yaml");
  const text = readFileSync(file, "utf8");
  const chosen = text
    .replace("components: []", "components:")
    .replaceAll(/^# {2}- components/gm, "  - components");
  t.not(chosen, text);
  writeFileSync(file, chosen);
  return folder;
}

const ways: readonly (readonly [name: string, folder: (t: ExecutionContext) => string])[] = [
  ["deploy/modules", () => modulesFolder],
  ["deploy/modules with all its components", withAll],
  ["deploy/modules/examples/all-rights", () => join(modulesFolder, "examples/all-rights")],
  ["deploy/modules/examples/first-source", () => join(modulesFolder, "examples/first-source")],
];

/** Kinds of another operator, which is not in the cluster. */
const foreign: ReadonlySet<string> = new Set(["Certificate", "Issuer"]);

for (const [name, folderOf] of ways) {
  test(`${name} is accepted unchanged by the server, in a namespace for restricted pods`, async (t) => {
    const { cluster, namespace, write } = await openSite(t);
    await defineModules(cluster);
    await kubectl(cluster, [
      "label",
      "namespace",
      namespace,
      "pod-security.kubernetes.io/enforce=restricted",
    ]);
    const objects = (await built(folderOf(t))).filter(({ kind }) => !foreign.has(kind));
    const moved = objects.map(({ value, namespace: home }) =>
      home === "" ? value : { ...value, metadata: { ...objectField(value, "metadata"), namespace } },
    );
    const pods = objects.some(({ kind }) => kind === "Deployment") ? [podOf(objects, namespace)] : [];
    const words = ["--server-side", "--force-conflicts", "--dry-run=server", "--validate=strict"];
    const said = await kubectl(cluster, ["apply", ...words, "-f", write([...moved, ...pods])]);
    t.is(said.trim().split("\n").length, moved.length + pods.length, said);
  });

  test(`${name} is valid`, async (t) => {
    const objects = await built(folderOf(t));
    const { run, write } = await openSite(t);
    const path = write(objects.filter(({ kind }) => !foreign.has(kind)).map(({ value }) => value));
    const definitions = join(modulesFolder, "crd");
    const { code, stdout, stderr } = await run(["validate", path, "--crds", definitions]);
    t.is(code, 0, stderr);
    t.regex(stdout, /all valid/);
  });
}

/**
 * A pod as the Deployment creates it, with the service account of the test's namespace, since that of the
 * controllers does not exist.
 */
function podOf(objects: readonly ReadObject[], namespace: string): ReadObject["value"] {
  const spec = { ...podSpecOf(objects), serviceAccountName: "default" };
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "converge-modules", namespace }, spec };
}

const taken = test.macro<[(t: ExecutionContext) => string]>(async (t, folderOf) => {
  const { args, mounts, ports, probed } = containerOf(await built(folderOf(t)));
  t.deepEqual(args.slice(0, 2), ["modules", "run"]);
  const flags = new Map(args.slice(2).map((word) => twoOf(word)));
  const { stdout } = await runRecorded(["modules", "run", "--help"]);
  for (const flag of flags.keys()) {
    t.regex(stdout, new RegExp(`${flag} <`), flag);
  }
  const served = {
    page: flags.get("--page"),
    metrics: flags.get("--metrics"),
    webhook: flags.get("--admission"),
  };
  t.deepEqual(
    [...ports],
    Object.entries(served).flatMap(([port, address]) =>
      address === undefined ? [] : [[port, parseListenAddress(address).port] as const],
    ),
  );
  t.deepEqual(probed, ["metrics", "metrics"]);
  t.true(mounts.some(({ path, isWritable }) => isWritable && path === flags.get("--state-dir")));
  for (const file of [flags.get("--admission-cert-file"), flags.get("--admission-key-file")]) {
    t.true(file === undefined || mounts.some(({ path }) => file.startsWith(`${path}/`)), file);
  }
});

/** Splits `--page=:8080` in two. */
function twoOf(word: string): readonly [string, string] {
  const [flag = "", value = ""] = word.split("=");
  return [flag, value];
}

test("objects named by the flags of the controllers exist", taken, () => modulesFolder);
test("objects named by the flags of the controllers exist, with all components", taken, withAll);

test("the webhooks are called at the Service of the controllers, by the name in their certificate", async (t) => {
  const objects = await built(withAll(t));
  const of = (kind: string): ReadObject | undefined => objects.find((object) => object.kind === kind);
  const service = of("Service");
  const port = listField(objectField(service?.value, "spec"), "ports").at(-1);
  const certificate = objectField(of("Certificate")?.value, "spec");
  const webhooks = listField(of("ValidatingWebhookConfiguration")?.value, "webhooks");
  t.deepEqual(
    webhooks.map((webhook) => stringField(webhook, "name")),
    ["kubernetes-version.deckhouse-webhook.deckhouse.io", "deckhouse-release.deckhouse-webhook.deckhouse.io"],
  );
  for (const webhook of webhooks) {
    const called = objectField(objectField(webhook, "clientConfig"), "service");
    const { name = "", namespace = "" } = service ?? {};
    t.like(called, { name, namespace });
    t.is(field(called, "port"), field(port, "port"));
    t.is(listField(certificate, "dnsNames")[0], `${name}.${namespace}.svc`);
  }
});
