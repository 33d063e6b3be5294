import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";
import type { ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { readSource } from "../../lib/manifest/parse-source.ts";
import type { Answer } from "../control-plane/api.ts";
import { makeServerIdentity } from "../git/server-identity.ts";
import { testFolder } from "../git/test-folder.ts";
import { line, textOf } from "../sync/sidecar.ts";
import { moduleConfig, type ModuleSite, openModuleSite } from "./module-site.ts";

const denied =
  'admission webhook "kubernetes-version.deckhouse-webhook.deckhouse.io" denied the request: requirements of test are not satisfied: 1.27 kubernetes version is not suitable: 1.27.0 is less than or equal to 1.28';

test("another Kubernetes version in the cluster configuration is denied if an enabled module does not support it", async (t) => {
  const site = await openWebhook(t, { kubernetes: "> 1.28" });
  const configure = configurator(site);
  t.is((await configure('kubernetesVersion: "1.29"\nclusterDomain: a\n')).status, 201);
  const refused = await configure('kubernetesVersion: "1.27"\nclusterDomain: a\n');
  t.is(refused.status, 403);
  t.is(refused.object?.message, denied);
  t.is((await configure('kubernetesVersion: "1.30"\nclusterDomain: a\n')).status, 200);
  t.is((await configure('kubernetesVersion: "1.30"\nclusterDomain: b\n')).status, 200, "another field");
  t.is((await configure("kubernetesVersion: 1.30\nclusterDomain: b\n")).status, 200, "1.30 without quotes");
  t.is((await configure("kubernetesVersion: 1.27\nclusterDomain: b\n")).status, 403, "1.27 without quotes");
  const other = configurator(site, "other");
  t.is((await other('kubernetesVersion: "1.29"\n')).status, 201);
  t.is((await other('kubernetesVersion: "1.27"\n')).status, 200, "another Secret");
});

test("an unsupported Kubernetes version does not deny other changes of the cluster configuration", async (t) => {
  const site = await openWebhook(t, { kubernetes: "> 1.28" });
  const configure = configurator(site);
  t.is((await configure('kubernetesVersion: "1.27"\nclusterDomain: a\n')).status, 201);
  t.is((await configure('kubernetesVersion: "1.27"\nclusterDomain: b\n')).status, 200);
  await site.patch("moduleconfigs/test", { spec: { enabled: false } });
  await site.untilRuns("test", undefined);
  t.is((await configure('kubernetesVersion: "1.26"\nclusterDomain: b\n')).status, 200, "it is disabled");
});

test("a release of the platform that an enabled module does not support cannot be set Deployed", async (t) => {
  const site = await openWebhook(t, { deckhouse: "< v1.73.4" });
  await site.put(platformRelease("v1.73.4"), platformRelease("v1.73.3"));
  const waiting = await site.until(
    "deckhousereleases/v1.73.4",
    (release) => release?.status?.["message"] !== "",
  );
  const reason =
    "requirements of test are not satisfied: v1.73.4 deckhouse version is not suitable: v1.73.4 is greater than or equal to v1.73.4";
  t.is(waiting?.status?.["message"], reason);
  const refused = await deploy(site, "v1.73.4");
  t.is(
    refused.object?.message,
    `admission webhook "deckhouse-release.deckhouse-webhook.deckhouse.io" denied the request: ${reason}`,
  );
  t.is((await deploy(site, "v1.73.3")).status, 200);
});

/**
 * Opens a site where the module `test` runs with those requirements, and the API server calls the webhooks of
 * its controllers.
 */
async function openWebhook(
  t: ExecutionContext,
  requirements: Readonly<Record<string, string>>,
): Promise<ModuleSite> {
  const site = await openModuleSite(t);
  const { tls, caFile } = makeServerIdentity(t);
  const folder = testFolder(t);
  const files = { cert: join(folder, "tls.crt"), key: join(folder, "tls.key") };
  writeFileSync(files.cert, tls.cert);
  writeFileSync(files.key, tls.key);
  await site.publish({ name: "test", version: "v1.0.0", channels: ["alpha"], definition: { requirements } });
  await site.addSource();
  await site.put(moduleConfig("test", { enabled: true }));
  const words = ["--release-channel", "Alpha", "--kubernetes", "1.29.6", "--deckhouse", "v1.73.0"];
  const identity = ["--admission-cert-file", files.cert, "--admission-key-file", files.key];
  const controllers = site.begin([...words, "--admission", "127.0.0.1:0", ...identity]);
  await site.untilRuns("test", "v1.0.0");
  const start = "reviews at ";
  const said = await controllers.received((one) => line("notice")(one) && textOf(one).startsWith(start), 0);
  await register(site, textOf(said).slice(start.length), readFileSync(caFile, "utf8"));
  return site;
}

/** An object for which the API server calls the webhook below. */
const probe = { metadata: { name: "probe", labels: { "converge.test/probe": "webhook" } } };

/** Always fails, because nothing listens there. */
const unreachable = {
  name: "probe.converge.test",
  clientConfig: { url: "https://127.0.0.1:1/" },
  rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
  objectSelector: { matchLabels: probe.metadata.labels },
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
};

/** Registers the shipped webhooks at the address of the test. Resolves once the API server calls them. */
async function register({ client }: ModuleSite, url: string, ca: string): Promise<void> {
  const file = "deploy/modules/components/webhook/validating-webhook.yaml";
  const [document] = readSource({ name: file, text: readFileSync(file, "utf8") }).documents;
  const shipped = JSON.parse(JSON.stringify(document?.tree.value));
  const clientConfig = { url, caBundle: Buffer.from(ca).toString("base64") };
  const webhooks = shipped.webhooks.map((webhook: object) => ({ ...webhook, clientConfig }));
  const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  await client.api("POST", path, { ...shipped, webhooks: [...webhooks, unreachable] });
  // The server loads a configuration as a whole, a moment after it has stored it.
  while ((await client.api("POST", "/api/v1/namespaces/default/configmaps?dryRun=All", probe)).status < 300) {
    // Asks again.
  }
}

/** Writes the cluster configuration, or another Secret next to it. */
function configurator(
  { client }: ModuleSite,
  name = "d8-cluster-configuration",
): (text: string) => Promise<Answer> {
  const path = "/api/v1/namespaces/kube-system/secrets";
  return async (text) => {
    const data = { "cluster-configuration.yaml": Buffer.from(text).toString("base64") };
    const body = { apiVersion: "v1", kind: "Secret", metadata: { name }, data };
    const isThere = (await client.api("GET", `${path}/${name}`)).status === 200;
    return isThere ? client.api("PUT", `${path}/${name}`, body) : client.api("POST", path, body);
  };
}

function platformRelease(version: string): JsonObject {
  return {
    apiVersion: "deckhouse.io/v1alpha1",
    kind: "DeckhouseRelease",
    metadata: { name: version },
    spec: { version },
    status: { phase: "Pending", message: "", transitionTime: "2026-01-01T00:00:00Z", approved: true },
  };
}

async function deploy({ client }: ModuleSite, version: string): Promise<Answer> {
  const path = `/apis/deckhouse.io/v1alpha1/deckhousereleases/${version}/status`;
  return client.api("PATCH", path, { status: { phase: "Deployed" } });
}
