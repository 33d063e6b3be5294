import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";

import test, { type ExecutionContext } from "ava";

import {
  greetByTls,
  listen,
  openNotary,
  proxyHttp,
  proxySocks,
  type Pair,
} from "../../../fixtures/local-network.ts";
import type { Access } from "../model/access.ts";
import type { AccessRequest } from "../access/access-request.ts";
import { openAccess } from "../access/open-access.ts";

const notary = openNotary();
test.after.always(notary.close);
const authority = notary.found("authority");
const other = notary.found("other");
const names = "DNS:api.test,IP:127.0.0.1";
const good = notary.certify("good", "authority", { names });
const expired = notary.certify("expired", "authority", { names, days: -1 });
const named = notary.certify("named", "authority", { names: "DNS:api.test" });
const client = notary.certify("client", "authority");

/** An entry of the kubeconfig of a test. */
type Entry = Readonly<Record<string, unknown>>;

const trusting: Entry = { "certificate-authority-data": btoa(authority.cert) };

const serve = async (t: ExecutionContext, pair: Pair = good): Promise<number> =>
  greetByTls(t, pair, authority);

const still: AccessRequest["clock"] = { now: () => 0, sleep: async () => {}, after: () => () => {} };

let count = 0;

async function open(cluster: Entry, request: Partial<AccessRequest> = {}, user: Entry = {}): Promise<Access> {
  count += 1;
  const kubeconfig = join(notary.folder, `config-${count}`);
  const text = JSON.stringify({
    "current-context": "c",
    clusters: [{ name: "c", cluster }],
    contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    users: [{ name: "u", user }],
  });
  writeFileSync(kubeconfig, text);
  return openAccess({ env: {}, homeDirectory: notary.folder, clock: still, kubeconfig, ...request });
}

/** Connects and returns what the server sends. */
async function greet(access: Access, alpn: readonly string[] = ["h2", "http/1.1"]): Promise<string> {
  const socket = await access.dial(await access.credentials(), alpn);
  const parts: Buffer[] = [];
  for await (const part of socket) {
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString();
}

test("a server is dialed by its IP address, with the requested ALPN protocols", async (t) => {
  const access = await open({ server: `https://127.0.0.1:${await serve(t)}`, ...trusting });
  t.is(await greet(access), "false h2 nobody");
  t.is(await greet(access, ["http/1.1"]), "false http/1.1 nobody");
  t.is(await greet(access, []), "false false nobody");
});

test("tls-server-name is sent as SNI and verified", async (t) => {
  const server = `https://127.0.0.1:${await serve(t, named)}`;
  t.is(await greet(await open({ server, "tls-server-name": "api.test", ...trusting })), "api.test h2 nobody");
});

test("a dialed connection is an authorized TLS socket with its ALPN protocol", async (t) => {
  const access = await open({ server: `https://127.0.0.1:${await serve(t)}`, ...trusting });
  const socket = await access.dial(await access.credentials(), ["h2"]);
  t.true(socket instanceof TLSSocket && socket.alpnProtocol === "h2" && socket.authorized);
  socket.destroy();
});

test("a client certificate is presented to the server", async (t) => {
  const user = { "client-certificate-data": btoa(client.cert), "client-key-data": btoa(client.key) };
  t.is(
    await greet(await open({ server: `https://127.0.0.1:${await serve(t)}`, ...trusting }, {}, user)),
    "false h2 client",
  );
});

test("insecure-skip-tls-verify accepts any certificate", async (t) => {
  const server = `https://127.0.0.1:${await serve(t, expired)}`;
  t.is(await greet(await open({ server, "insecure-skip-tls-verify": true })), "false h2 nobody");
  t.is(await greet(await open({ server, ...trusting }, { insecureSkipTlsVerify: true })), "false h2 nobody");
});

test("--certificate-authority overrides that of the kubeconfig", async (t) => {
  const server = `https://127.0.0.1:${await serve(t)}`;
  const request = { certificateAuthority: join(notary.folder, "authority.crt") };
  t.is(
    await greet(await open({ server, "certificate-authority-data": btoa(other.cert) }, request)),
    "false h2 nobody",
  );
});

test("SSL_CERT_FILE and SSL_CERT_DIR add root certificates if the cluster names no authority", async (t) => {
  const server = `https://127.0.0.1:${await serve(t)}`;
  t.is(
    await greet(await open({ server }, { env: { SSL_CERT_FILE: join(notary.folder, "authority.crt") } })),
    "false h2 nobody",
  );
  t.is(await greet(await open({ server }, { env: { SSL_CERT_DIR: notary.folder } })), "false h2 nobody");
});

test("a plain HTTP server is dialed without TLS", async (t) => {
  const port = await listen(
    t,
    createServer((socket) => socket.end("plain")),
  );
  t.is(await greet(await open({ server: `http://127.0.0.1:${port}` })), "plain");
});

test("an HTTP proxy gets a CONNECT request with its credentials", async (t) => {
  const proxy = await proxyHttp(t, await serve(t));
  const entry = { server: "https://api.test:6443", "proxy-url": `http://me:p%40ss@127.0.0.1:${proxy.port}` };
  t.is(await greet(await open({ ...entry, ...trusting })), "api.test h2 nobody");
  t.deepEqual(
    proxy.received[0]?.split("\r\n").filter((line) => !/^connection/i.test(line)),
    [
      "CONNECT api.test:6443 HTTP/1.1",
      "host: api.test:6443",
      `proxy-authorization: Basic ${btoa("me:p@ss")}`,
      "",
      "",
    ],
  );
});

test("an HTTPS proxy is dialed with TLS, and verified with the cluster's authority", async (t) => {
  const proxy = await proxyHttp(t, await serve(t), { pair: good });
  const access = await open({
    server: "https://api.test",
    "proxy-url": `https://127.0.0.1:${proxy.port}`,
    ...trusting,
  });
  t.is(await greet(access), "api.test h2 nobody");
  t.regex(proxy.received[0] ?? "", /^CONNECT api\.test:443 /);
});

test("proxy-url applies to loopback addresses too", async (t) => {
  const port = await serve(t);
  const proxy = await proxyHttp(t, port);
  await greet(
    await open({
      server: `https://127.0.0.1:${port}`,
      "proxy-url": `http://127.0.0.1:${proxy.port}`,
      ...trusting,
    }),
  );
  t.is(proxy.received.length, 1);
});

for (const scheme of ["socks5", "socks5h"]) {
  test(`a ${scheme} proxy resolves the host name`, async (t) => {
    const proxy = await proxySocks(t, await serve(t));
    const access = await open({
      server: "https://api.test:6443",
      "proxy-url": `${scheme}://me:pass@127.0.0.1:${proxy.port}`,
      ...trusting,
    });
    t.is(await greet(access), "api.test h2 nobody");
    t.deepEqual(proxy.received, ["me:pass", "api.test:6443"]);
  });
}

test("a plain HTTP server is reached through SOCKS and HTTP proxies", async (t) => {
  const port = await listen(
    t,
    createServer((socket) => socket.end("plain")),
  );
  const [socks, http] = [await proxySocks(t, port), await proxyHttp(t, port)];
  t.is(
    await greet(await open({ server: "http://api.test", "proxy-url": `socks5://127.0.0.1:${socks.port}` })),
    "plain",
  );
  t.is(
    await greet(await open({ server: "http://api.test", "proxy-url": `http://127.0.0.1:${http.port}` })),
    "plain",
  );
});

test("HTTPS_PROXY is used for https, HTTP_PROXY for http, neither for loopback", async (t) => {
  const port = await serve(t);
  const [secure, plain] = [await proxyHttp(t, port), await proxyHttp(t, port)];
  const env = { https_proxy: `127.0.0.1:${secure.port}`, HTTP_PROXY: `http://127.0.0.1:${plain.port}` };
  await greet(await open({ server: "https://api.test", ...trusting }, { env }));
  await greet(await open({ server: `https://127.0.0.1:${port}`, ...trusting }, { env }));
  t.deepEqual([secure.received.length, plain.received.length], [1, 0]);
  const access = await open({ server: "http://api.test" }, { env });
  (await access.dial(await access.credentials(), [])).destroy();
  t.deepEqual([secure.received.length, plain.received.length], [1, 1]);
});
