import { randomUUID } from "node:crypto";

import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { exclusively } from "../control-plane/exclusive.ts";
import { backendManifests, reserveBackend } from "./backend.ts";
import { configMap } from "./manifests.ts";
import { buildSampleApiServer, startSampleApiServer } from "./sample-api-server.ts";
import { objectWritesOf, writesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";
import { beginTimed, reasonsIn } from "./timed-run.ts";

const services = "/apis/apiregistration.k8s.io/v1/apiservices";

interface Registration {
  readonly group: string;
  readonly version: string;
  readonly port: number;
  readonly trust: JsonObject;
}

function apiService(site: Site, { group, version, port, trust }: Registration): JsonObject {
  const { namespace } = site;
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: `${version}.${group}` },
    spec: {
      group,
      version,
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      service: { namespace, name: "wardle", port },
      ...trust,
    },
  };
}

test("an object of an aggregated API waits until the server is available and discovery lists it", async (t) => {
  t.timeout(300_000);
  await buildSampleApiServer(t);
  const site = await openSite(t);
  const { cluster, namespace } = site;
  const group = "wardle.example.com";
  const version = "v1alpha1";
  const path = `${services}/${version}.${group}`;
  const backend = await reserveBackend("wardle", namespace);
  const [client, peer] = await Promise.all([
    reserveBackend("etcd", namespace),
    reserveBackend("etcd", namespace),
  ]);
  const set = [
    {
      apiVersion: `${group}/${version}`,
      kind: "Flunder",
      metadata: { name: "first" },
      spec: { reference: "other" },
    },
    apiService(site, { group, version, port: backend.port, trust: { caBundle: backend.caBundle } }),
    ...backendManifests("wardle"),
  ];
  // The API group exists once per cluster.
  await exclusively("e2e:wardle", async () => {
    try {
      const since = await cluster.auditMark();
      const run = site.begin(set);
      await cluster.until(path, (object) =>
        JSON.stringify(object?.status ?? {}).includes("FailedDiscoveryCheck"),
      );
      const ports = { client: client.port, peer: peer.port };
      startSampleApiServer(t, backend, { etcd: ports, kubeconfig: cluster.kubeconfig });
      const { code, stdout } = await run.ended;
      t.is(code, 0, stdout);
      const sent = (await site.requests(since)).filter(
        ({ verb, object }) => verb === "patch" && object === "flunders/first",
      );
      t.deepEqual(
        sent.map((request) => request.code),
        [201],
        "the object was sent before its API was served",
      );
      const flunder = await cluster.api(
        "GET",
        `/apis/${group}/${version}/namespaces/${namespace}/flunders/first`,
      );
      t.is(flunder.status, 200, flunder.text);
      const mark = await cluster.auditMark();
      const again = await site.apply(set);
      t.is(again.code, 0, again.stdout);
      t.deepEqual(writesOf(await site.requests(mark)), []);
      const removed = await cluster.auditMark();
      const gone = await site.remove();
      t.is(gone.code, 0, gone.stdout);
      t.is(objectWritesOf(await site.requests(removed))[0], "delete flunders/first");
      t.is((await cluster.api("GET", path)).status, 404);
    } finally {
      // While the APIService exists and has no server, no namespace of the cluster can be deleted.
      await cluster.api("DELETE", path);
    }
  });
});

test("an unavailable APIService times out with its condition as the reason, and blocks no other object", async (t) => {
  const site = await openSite(t);
  const { cluster } = site;
  const group = `absent-${randomUUID().slice(0, 8)}.example.com`;
  const { port } = await reserveBackend("wardle", site.namespace);
  try {
    const backend = backendManifests("wardle");
    t.is((await site.apply(backend)).code, 0);
    const run = beginTimed(
      site,
      [
        { apiVersion: `${group}/v1`, kind: "Cog", metadata: { name: "big" } },
        apiService(site, { group, version: "v1", port, trust: { insecureSkipTLSVerify: true } }),
        ...backend,
        configMap("free"),
      ],
      "--reconcile-timeout=1h",
      "-o=json",
    );
    await run.said("Available is False: failing or missing response from https:");
    run.expire();
    const { code, stdout } = await run.ended;
    t.is(code, 3, stdout);
    const reasons = reasonsIn(stdout);
    t.regex(
      reasons.get(`Timeout APIService/v1.${group}`) ?? stdout,
      /^not ready within 1h0m0s: Available is False: failing or missing response from https:/,
    );
    t.regex(reasons.get("Skipped Cog/big") ?? stdout, /APIService\/v1\.absent/);
    t.truthy(await site.get("configmaps/free"));
    const gone = await site.remove();
    t.is(gone.code, 0, gone.stdout);
    t.is((await cluster.api("GET", `${services}/v1.${group}`)).status, 404);
  } finally {
    await cluster.api("DELETE", `${services}/v1.${group}`);
  }
});
