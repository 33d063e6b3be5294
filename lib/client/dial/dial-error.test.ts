import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { findPort } from "../../../fixtures/find-port.ts";
import {
  greetByTls,
  listen,
  openNotary,
  proxyHttp,
  proxySocks,
  type Pair,
} from "../../../fixtures/local-network.ts";
import type { Access } from "../model/access.ts";
import { AccessError, UnreachableError } from "../model/api-error.ts";
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

/** Dials and returns the message of the error, which has one line, without ports. */
async function failing(t: ExecutionContext, access: Access): Promise<string> {
  const credentials = await access.credentials();
  const error = await t.throwsAsync(access.dial(credentials, ["h2"]), { any: true });
  const isLasting = error instanceof AccessError;
  t.true(isLasting || error instanceof UnreachableError);
  const message = error instanceof Error ? error.message : "";
  t.notRegex(message, /\n|pass/);
  t.is(isLasting, /certificate|plain http/.test(message));
  return message.replaceAll(/:\d{4,5}/g, ":PORT");
}

const faulty = test.macro({
  async exec(t, _title: string, pair: Pair, cluster: Entry, expected: string) {
    const server = `https://127.0.0.1:${await serve(t, pair)}`;
    t.is(await failing(t, await open({ server, ...cluster })), expected);
  },
  title: (_, title: string) => title,
});
const here = "https://127.0.0.1:PORT";

test(
  faulty,
  "a server certificate signed by another authority is reported",
  good,
  { "certificate-authority-data": btoa(other.cert) },
  `${here}: its certificate is not signed by the certificate-authority given for this cluster; is it the right file, or the right server?`,
);
test(
  faulty,
  "a server certificate is reported if no authority is configured",
  good,
  {},
  `${here}: its certificate is signed by an unknown authority; set certificate-authority or --certificate-authority`,
);
test(
  faulty,
  "a self-signed server certificate is reported",
  other,
  {},
  `${here}: its certificate is signed by an unknown authority; set certificate-authority or --certificate-authority`,
);
test(
  faulty,
  "an expired server certificate is reported",
  expired,
  trusting,
  `${here}: its certificate, or one above it, has expired; is the clock right?`,
);
test(
  faulty,
  "a server certificate for another name is reported",
  named,
  trusting,
  `${here}: its certificate is not valid for 127.0.0.1, only for DNS:api.test; set tls-server-name to a name that it has`,
);
test(
  faulty,
  "a certificate-authority without a readable certificate is reported",
  good,
  { "certificate-authority-data": btoa("-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n") },
  "the certificate-authority of this cluster contains no readable certificate",
);

test("a client key that does not match its certificate is reported", async (t) => {
  const user = { "client-certificate-data": btoa(client.cert), "client-key-data": btoa(other.key) };
  const access = await open({ server: `https://127.0.0.1:${await serve(t)}`, ...trusting }, {}, user);
  t.is(await failing(t, access), "the client certificate or its key is unreadable, or the two do not match");
});

test("a port without a listener is reported", async (t) => {
  const port = await findPort();
  t.is(
    await failing(t, await open({ server: `https://127.0.0.1:${port}` })),
    `${here} refused the connection: nothing listens there`,
  );
});

test("an unknown host name is reported", async (t) => {
  const access = await open({ server: "https://no.such.invalid:6443" });
  t.regex(
    await failing(t, access),
    /^https:\/\/no\.such\.invalid:PORT: no (such host|DNS server) .*no\.such\.invalid/,
  );
});

test("a plain HTTP server is reported where TLS is expected", async (t) => {
  const port = await listen(
    t,
    createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
  );
  t.is(
    await failing(t, await open({ server: `https://127.0.0.1:${port}` })),
    `${here} does not speak TLS; is it a plain http:// server?`,
  );
});

test("a server that closes the connection is reported", async (t) => {
  const port = await listen(
    t,
    createServer((socket) => socket.destroy()),
  );
  t.is(
    await failing(t, await open({ server: `https://127.0.0.1:${port}` })),
    `${here} closed the connection (TLS handshake)`,
  );
});

for (const [kind, proxied] of [
  ["server", false],
  ["proxy", true],
] as const) {
  test(`a ${kind} that never answers times out, and its connection is closed`, async (t) => {
    const timers = new Set<() => void>();
    const clock = {
      ...still,
      after: (_: number, callback: () => void) => (timers.add(callback), () => timers.delete(callback)),
    };
    const gone = Promise.withResolvers<void>();
    const silent = createServer((socket) => {
      socket.on("close", gone.resolve).once("data", () => timers.forEach((callback) => callback()));
    });
    const port = await listen(t, silent);
    const entry = proxied
      ? { server: "https://api.test", "proxy-url": `http://127.0.0.1:${port}` }
      : { server: `https://127.0.0.1:${port}` };
    const where = proxied
      ? "the proxy http://127.0.0.1:PORT does not answer in time (asking the proxy)"
      : `${here} does not answer in time (TLS handshake)`;
    t.is(await failing(t, await open(entry, { clock })), where);
    await gone.promise;
    t.is(timers.size, 0);
  });
}

test("an unreachable proxy is reported without its password", async (t) => {
  const port = await findPort();
  const access = await open({ server: "https://api.test", "proxy-url": `http://me:pass@127.0.0.1:${port}` });
  t.is(
    await failing(t, access),
    "the proxy http://127.0.0.1:PORT refused the connection: nothing listens there",
  );
});

for (const [reply, expected] of [
  ["403 Forbidden", "does not connect to api.test:443: 403 Forbidden"],
  [
    "407 Proxy Authentication Required",
    "does not connect to api.test:443: 407 Proxy Authentication Required; give it as http://USER:PASSWORD@…",
  ],
] as const) {
  test(`a proxy that answers ${reply} is reported`, async (t) => {
    const proxy = await proxyHttp(t, 0, { reply });
    const access = await open({
      server: "https://api.test",
      "proxy-url": `http://me:pass@127.0.0.1:${proxy.port}`,
    });
    t.is(await failing(t, access), `the proxy http://127.0.0.1:PORT ${expected}`);
  });
}

test("a SOCKS proxy that rejects the connection is reported", async (t) => {
  const proxy = await proxySocks(t, 0, 2);
  const access = await open({
    server: "https://api.test",
    "proxy-url": `socks5://me:pass@127.0.0.1:${proxy.port}`,
  });
  t.is(
    await failing(t, access),
    "the proxy socks5://127.0.0.1:PORT does not connect to api.test:443: Socks5 proxy rejected connection - NotAllowed",
  );
});

test("an HTTPS proxy with an untrusted certificate is reported", async (t) => {
  const proxy = await proxyHttp(t, 0, { pair: other });
  const access = await open({ server: "https://api.test", "proxy-url": `https://127.0.0.1:${proxy.port}` });
  t.is(
    await failing(t, access),
    "the proxy https://127.0.0.1:PORT: its certificate is signed by an unknown authority; set certificate-authority or --certificate-authority",
  );
});
