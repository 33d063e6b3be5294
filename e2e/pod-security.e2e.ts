import test, { type ExecutionContext } from "ava";

import type { Manifest } from "../lib/manifest/manifest.ts";
import type { JsonObject } from "../lib/object/json.ts";
import { type TestCluster, testCluster } from "./control-plane/test-cluster.ts";
import { manifestsOf, offlineVerdict } from "./policies/offline-policies.ts";
import { podTemplates, securityLabels } from "./policies/pods.ts";

interface Subject {
  readonly resource: string;
  readonly object: JsonObject;
}

/** A pod, and a Deployment with the same template. */
function subjectsOf(template: JsonObject): readonly Subject[] {
  const metadata = { name: "web", labels: { app: "web" } };
  const labeled = { ...template, metadata: { labels: { app: "web" } } };
  const spec = { selector: { matchLabels: { app: "web" } }, template: labeled };
  return [
    {
      resource: "/api/v1/namespaces/NS/pods",
      object: { apiVersion: "v1", kind: "Pod", ...template, metadata },
    },
    {
      resource: "/apis/apps/v1/namespaces/NS/deployments",
      object: { apiVersion: "apps/v1", kind: "Deployment", metadata, spec },
    },
  ];
}

/** Creates a namespace with these levels, and returns it with its manifest. */
async function labeledNamespace(
  t: ExecutionContext,
  { createNamespace }: TestCluster,
  labels: Readonly<Record<string, string>>,
): Promise<{ readonly namespace: string; readonly given: readonly Manifest[] }> {
  const written = Object.fromEntries(
    Object.entries(labels).map(([name, value]) => [`pod-security.kubernetes.io/${name}`, value]),
  );
  const namespace = await createNamespace(t, written);
  const metadata = { name: namespace, labels: written };
  return { namespace, given: manifestsOf([{ apiVersion: "v1", kind: "Namespace", metadata }], "default") };
}

const applied = /^is applied, but none of its pods is created: they violate/v;

/** Returns the differences of the warnings. One is enough for a workload whose pods are refused as well. */
function warningDifferences(found: readonly string[], warnings: readonly string[]): readonly string[] {
  const expected = warnings.filter((one) => one.startsWith("would violate"));
  const same = new Set(found.map((one) => one.replace(applied, "would violate")));
  return [
    ...expected.filter((one) => !same.has(one)).map((one) => `missing ${one}`),
    ...found.filter((one) => !applied.test(one) && !expected.includes(one)).map((one) => `extra ${one}`),
  ];
}

test("Pod Security levels are enforced, and warnings are given, as by the API server", async (t) => {
  t.timeout(300_000);
  const cluster = await testCluster();
  let compared = 0;
  let refused = 0;
  for (const labels of securityLabels) {
    const { namespace, given } = await labeledNamespace(t, cluster, labels);
    for (const { resource, object } of podTemplates.flatMap(subjectsOf)) {
      const path = `${resource.replace("NS", namespace)}?dryRun=All`;
      const { status, text, warnings } = await cluster.api("POST", path, object);
      const [manifest] = manifestsOf([object], namespace);
      if (status === 422 || manifest === undefined) {
        continue;
      }
      const { security } = await offlineVerdict(manifest, given);
      const denied = status === 403 ? [JSON.parse(text).message.replace(/^.* is forbidden: /v, "")] : [];
      const title = `${JSON.stringify(labels)} ${JSON.stringify(object)}`;
      t.deepEqual(security.denied, denied, title);
      t.deepEqual(warningDifferences(security.warned, warnings), [], title);
      compared += 1;
      refused += denied.length;
    }
  }
  t.log(`${compared} verdicts, ${refused} refused`);
  t.true(compared > 180 && refused > 60);
});
