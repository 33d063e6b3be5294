import { randomUUID } from "node:crypto";

import test from "ava";

import { testCluster } from "../control-plane/test-cluster.ts";
import { configMap, definition, deployment, job, namespaceNamed } from "./manifests.ts";
import { type Request, writesOf } from "./server-order.ts";
import { openSite, type Site, siteIn } from "./site.ts";

/**
 * The writes without deletions: only the body of a deletion shows whether it is a dry run, and the log has no
 * bodies.
 */
function changesOf(requests: readonly Request[]): readonly string[] {
  return writesOf(requests).filter((write) => !write.startsWith("delete "));
}

/** The resource version of an object: unchanged as long as the object is neither deleted nor written. */
async function versionOf(site: Site, path: string): Promise<string | undefined> {
  const metadata = (await site.get(path))?.metadata;
  return metadata && `${metadata.uid} ${metadata.resourceVersion}`;
}

const writesNothing = test.macro(async (t, mode: string) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("same"), configMap("changes"), configMap("goes")])).code, 0);
  const before = await versionOf(site, "configmaps/goes");
  const mark = await site.cluster.auditMark();
  const set = [configMap("same"), configMap("changes", { key: "new" }), deployment("web")];
  const { code, stdout } = await site.apply(set, `--dry-run=${mode}`);
  t.is(code, 0, stdout);
  t.regex(stdout, /configure +.*ConfigMap\/changes/);
  t.regex(stdout, /create +.*Deployment\/web/);
  t.regex(stdout, /prune +.*ConfigMap\/goes/);
  t.notRegex(stdout, /ConfigMap\/same/);
  t.deepEqual(changesOf(await site.requests(mark)), []);
  t.is(await site.get("apps/deployments/web"), undefined);
  t.is(await versionOf(site, "configmaps/goes"), before);
});

test("a client-side dry run prints what would happen and writes nothing", writesNothing, "client");
test("a server-side dry run prints what would happen and writes nothing", writesNothing, "server");

test("a server-side dry run reports what the server would refuse", async (t) => {
  const site = await openSite(t);
  const invalid = deployment("web", { spec: { replicas: -1 } });
  const { code, stdout } = await site.apply(
    [configMap("env"), invalid],
    "--dry-run=server",
    "--validate=ignore",
  );
  t.is(code, 1, stdout);
  t.regex(stdout, /Deployment\/web.*spec\.replicas/);
  t.is(await site.get("configmaps/env"), undefined);
});

test("a dry run works for objects whose CRD and namespace do not exist yet", async (t) => {
  const cluster = await testCluster();
  const id = randomUUID().slice(0, 8);
  const namespace = `e2e-dry-${id}`;
  const group = `dry-${id}.example.com`;
  const site = siteIn(t, { cluster, namespace, release: "shop" });
  const mark = await cluster.auditMark();
  const { code, stdout } = await site.apply(
    [
      namespaceNamed(namespace),
      definition(group, "Cog"),
      { apiVersion: `${group}/v1`, kind: "Cog", metadata: { name: "big" }, spec: {} },
      configMap("env"),
    ],
    "--dry-run=server",
  );
  t.is(code, 0, stdout);
  t.regex(stdout, /create +.*Cog\/big/);
  const events = await cluster.auditSince(mark);
  const writes = events.filter(
    ({ objectRef, verb, requestURI }) =>
      [namespace, `cogs.${group}`].includes(objectRef?.name ?? "") &&
      verb !== "get" &&
      !requestURI.includes("dryRun=All"),
  );
  t.deepEqual(writes, []);
  t.is((await cluster.api("GET", `/api/v1/namespaces/${namespace}`)).status, 404);
});

test("a dry run of a deletion lists what would be deleted, and deletes nothing", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env"), deployment("web")])).code, 0);
  const before = await versionOf(site, "configmaps/env");
  const mark = await site.cluster.auditMark();
  for (const mode of ["client", "server"]) {
    const { code, stdout } = await site.remove(`--dry-run=${mode}`);
    t.is(code, 0, stdout);
    t.regex(stdout, /delete +.*ConfigMap\/env/);
  }
  t.deepEqual(changesOf(await site.requests(mark)), []);
  t.is(await versionOf(site, "configmaps/env"), before);
});

test("a dry run shows that a hook of an earlier run is recreated, and diff shows hooks only with a flag", async (t) => {
  const site = await openSite(t);
  const hook = job("migrate", { annotations: { "helm.sh/hook": "pre-install,pre-upgrade" } });
  const set = [hook, configMap("env")];
  t.is((await site.apply(set)).code, 0);
  for (const mode of ["server", "client"]) {
    const { code, stdout } = await site.apply(set, `--dry-run=${mode}`);
    t.is(code, 0, stdout);
    t.regex(stdout, /recreate .*Job\/migrate/);
  }
  const home = ["--release", site.release, "-n", site.namespace];
  t.is((await site.run(["diff", site.write(set), ...home])).code, 0);
  const asked = await site.run(["diff", site.write(set), ...home, "--hooks"]);
  t.is(asked.code, 1, asked.stdout);
  t.regex(asked.stdout, /recreate .*Job\/migrate/);
});
