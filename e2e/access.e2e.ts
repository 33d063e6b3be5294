/** Access to a real API server: it is asked which user it has authenticated. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { connect } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { fastClock } from "../fixtures/fast-clock.ts";
import { proxyHttp, proxySocks } from "../fixtures/local-network.ts";
import { openAccess } from "../lib/client/access/open-access.ts";
import type { AccessRequest } from "../lib/client/access/access-request.ts";
import { testCluster } from "./control-plane/test-cluster.ts";

/** The user that the server has authenticated over HTTP/2 on a connection of that access. */
async function whoAmI(request: Partial<AccessRequest>): Promise<string> {
  const access = await openAccess({ env: {}, homeDirectory: "/nowhere", clock: fastClock(), ...request });
  const { headers, ...certificate } = await access.credentials();
  const socket = await access.dial({ headers, ...certificate }, ["h2"]);
  const session = connect(access.server, { createConnection: () => socket });
  const stream = session.request({
    ":method": "POST",
    ":path": "/apis/authentication.k8s.io/v1/selfsubjectreviews",
    "content-type": "application/json",
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()])),
  });
  stream.end('{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}');
  let text = "";
  for await (const piece of stream.setEncoding("utf8")) {
    text += String(piece);
  }
  const closed = once(session, "close");
  session.close();
  await closed;
  return text;
}

/** A kubeconfig for the test cluster with the given entries, and its folder. */
async function configure(
  t: ExecutionContext,
  { cluster = {}, user }: { readonly cluster?: object; readonly user: object },
): Promise<{ readonly kubeconfig: string; readonly folder: string }> {
  const { server, ca = "" } = await testCluster();
  const folder = mkdtempSync(join(tmpdir(), "converge-access-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const entry = { server, "certificate-authority-data": btoa(ca), ...cluster };
  const kubeconfig = join(folder, "config");
  const text = JSON.stringify({
    "current-context": "c",
    clusters: [{ name: "c", cluster: entry }],
    contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    users: [{ name: "u", user }],
  });
  writeFileSync(kubeconfig, text);
  return { kubeconfig, folder };
}

const isAdmin = /"system:masters"/;

test("a client connects with the kubeconfig of the cluster", async (t) => {
  const { kubeconfig } = await testCluster();
  t.regex(await whoAmI({ kubeconfig }), isAdmin);
});

test("the server sees the impersonated user", async (t) => {
  const { kubeconfig } = await testCluster();
  const answer = await whoAmI({ kubeconfig, as: "jörg", asGroups: ["dev", "ops"], asUid: "7" });
  t.regex(answer, /"username":"jörg","uid":"7","groups":\["dev","ops",/);
});

for (const [scheme, open] of [
  ["http", proxyHttp],
  ["socks5", proxySocks],
] as const) {
  test(`proxy-url connects through a ${scheme} proxy`, async (t) => {
    const { server, adminToken: token } = await testCluster();
    const proxy = await open(t, Number(new URL(server).port));
    const cluster = { "proxy-url": `${scheme}://127.0.0.1:${proxy.port}` };
    const { kubeconfig } = await configure(t, { cluster, user: { token } });
    t.regex(await whoAmI({ kubeconfig }), isAdmin);
    t.is(proxy.received.length, 1);
  });
}

test("an exec plugin provides the token", async (t) => {
  const { adminToken: token = "" } = await testCluster();
  const apiVersion = "client.authentication.k8s.io/v1";
  const exec = { apiVersion, command: "./plugin", interactiveMode: "Never" };
  const { kubeconfig, folder } = await configure(t, { user: { exec } });
  const answer = JSON.stringify({ apiVersion, kind: "ExecCredential", status: { token } });
  writeFileSync(join(folder, "plugin"), `#!/bin/sh\necho '${answer}'\n`);
  chmodSync(join(folder, "plugin"), 0o755);
  t.regex(await whoAmI({ kubeconfig }), isAdmin);
});
