import { writeFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { kubeconfigOf, settle } from "../../../fixtures/access-home.ts";
import { findPort } from "../../../fixtures/find-port.ts";
import { AccessError, UnreachableError } from "../model/api-error.ts";
import type { RemoteKubeconfig } from "../kubeconfig/remote-kubeconfig.ts";
import { openRemoteAccess, type RemoteAccess } from "./open-remote-access.ts";
import { switchableAccess } from "./switchable-access.ts";

/** All values in these kubeconfigs contain this word, and no message may contain it. */
const secret = "hush";
const server = `server: "https://${secret}.example:6443"`;
const place = "Secret ops/eu, key value";

const clock = { now: () => 0, sleep: async () => {}, after: () => () => {} };

function open(text: string, more: Partial<RemoteKubeconfig> = {}): Promise<RemoteAccess> {
  const kubeconfig = { place, text, context: undefined, trust: "secret", ...more } as const;
  return openRemoteAccess(kubeconfig, { env: {}, homeDirectory: "/", clock, as: undefined, warn: undefined });
}

const refused = test.macro<[text: string, message: string, more?: Partial<RemoteKubeconfig>]>({
  title: (_, text = "", message = "", more = {}) =>
    `a kubeconfig with the trust ${more.trust ?? "secret"} is refused: ${message} in ${text.slice(-300)}`,
  exec: async (t, text, message, more = {}) => {
    const error = await t.throwsAsync(open(text, more), { instanceOf: AccessError });
    t.is(error.message, message);
    t.false(error.message.includes(secret));
  },
});

const user = "users[0].user";
const cluster = "clusters[0].cluster";
const inSecret = "names a file, which a kubeconfig in a Secret must not: use";

for (const [settings, message] of [
  [
    `{ exec: { command: ${secret} } }`,
    `${user}.exec starts a program, which a kubeconfig in a Secret must not: use a token or a client certificate`,
  ],
  [
    `{ token: ${secret}, exec: {} }`,
    `${user}.exec starts a program, which a kubeconfig in a Secret must not: use a token or a client certificate`,
  ],
  [
    `{ auth-provider: { name: ${secret} } }`,
    `${user}.auth-provider is not supported: use a token or a client certificate`,
  ],
  [`{ tokenFile: /${secret} }`, `${user}.tokenFile ${inSecret} token`],
  [`{ client-certificate: /${secret} }`, `${user}.client-certificate ${inSecret} client-certificate-data`],
  [`{ client-key: /${secret} }`, `${user}.client-key ${inSecret} client-key-data`],
  [`{ as: ${secret} }`, `${user}.as must not be in a Secret: set serviceAccount of the unit`],
  [`{ as-groups: [${secret}] }`, `${user}.as-groups must not be in a Secret: set serviceAccount of the unit`],
  [`{ token: [${secret}] }`, `${user}.token must be a string; put it in quotes`],
] as const) {
  test(refused, kubeconfigOf(`{${server}}`, settings), `${place}: ${message}`);
}

for (const [settings, message] of [
  [
    `{${server}, certificate-authority: /${secret}}`,
    `certificate-authority ${inSecret} certificate-authority-data`,
  ],
  [
    `{${server}, insecure-skip-tls-verify: true}`,
    "insecure-skip-tls-verify must not be true in a Secret: set certificate-authority-data",
  ],
  [`{server: "http://${secret}.example"}`, "server must begin with https:// in a Secret"],
  [`{server: "${secret}.example"}`, "server must begin with https:// in a Secret"],
  [
    `{server: "https://me:${secret}@host"}`,
    "server must be a URL without a user name in it: https://10.0.0.1:6443",
  ],
  [
    `{${server}, proxy-url: "ftp://${secret}"}`,
    "proxy-url must be a URL that begins with http://, https://, socks5:// or socks5h://",
  ],
  [`{server: "https://${secret.repeat(20_000)}"}`, "server is longer than 2048 characters"],
  [`{${server}, proxy-url: "http://${secret.repeat(20_000)}"}`, "proxy-url is longer than 2048 characters"],
  [`{${server}, tls-server-name: ${secret.repeat(20_000)}}`, "tls-server-name is longer than 253 characters"],
] as const) {
  test(refused, kubeconfigOf(settings), `${place}: ${cluster}.${message}`);
}

test(refused, `a: &a [${secret}]\nb: [*a`, `${place}:2:7 is not valid YAML (BAD_INDENT)`);
test(refused, secret, `${place} is not a kubeconfig: it is not a mapping`);
test(
  refused,
  "#".repeat(256 * 1024 + 1),
  `${place} is larger than 256 KiB: keep only the context that is used`,
);
test(refused, "{}", `${place}: current-context is missing: add it, or set context of the cluster`);
test(refused, `current-context: ${secret}`, `${place}: current-context names no context of it`);
test(refused, kubeconfigOf(`{${server}}`), `${place}: it has no context "other"`, { context: "other" });
test(
  refused,
  `current-context: c\ncontexts: [{ name: c, context: { cluster: ${secret} } }]`,
  `${place}: contexts[0].context.cluster names no cluster of the kubeconfig`,
);
test(
  refused,
  kubeconfigOf(`{${server}}`, `{ exec: { command: ${secret} } }`),
  `${place}: ${user}.exec starts a program: set exec: true beside file to allow it`,
  { trust: "file" },
);

test("an invalid proxy variable is reported with its name as it is set, without its value", async (t) => {
  const kubeconfig = {
    place,
    text: kubeconfigOf(`{${server}}`),
    context: undefined,
    trust: "secret",
  } as const;
  const env = { https_proxy: `ftp://me:${secret}@proxy` };
  const request = { env, homeDirectory: "/", clock, as: undefined, warn: undefined };
  const error = await t.throwsAsync(openRemoteAccess(kubeconfig, request), { instanceOf: AccessError });
  t.is(
    error.message,
    "https_proxy must be a URL that begins with http://, https:// or socks5://; or exempt the server in NO_PROXY",
  );
});

test("a kubeconfig file of the operator may refer to other files", async (t) => {
  const home = settle(t, { token: `${secret}-token` });
  const text = kubeconfigOf(`{${server}}`, "{ tokenFile: token }");
  const { access } = await open(text, { place: join(home, "eu.yaml"), trust: "file" });
  t.is((await access.credentials()).headers["authorization"], `Bearer ${secret}-token`);
});

test("a kubeconfig file that may start programs runs its exec plugin", async (t) => {
  const home = settle(t, {});
  const credential = {
    apiVersion: "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    status: { token: "made" },
  };
  writeFileSync(join(home, "plugin"), `#!/bin/sh\necho '${JSON.stringify(credential)}'\n`, { mode: 0o700 });
  const exec = `{ exec: { apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: ./plugin } }`;
  const { access } = await open(kubeconfigOf(`{${server}}`, exec), {
    place: join(home, "eu.yaml"),
    trust: "programs",
  });
  t.is((await access.credentials()).headers["authorization"], "Bearer made");
});

test("a server that does not answer is reported without its address", async (t) => {
  const port = await findPort();
  const { access } = await open(
    kubeconfigOf(`{server: "https://127.0.0.1:${port}/${secret}"}`, "{token: a}"),
  );
  const credentials = await access.credentials();
  const error = await t.throwsAsync(access.dial(credentials, []), { instanceOf: UnreachableError });
  t.is(error.message, "its API server refused the connection: nothing listens there");
});

test("a proxy that does not answer is reported without its address and password", async (t) => {
  const port = await findPort();
  const settings = `{${server}, proxy-url: "http://me:${secret}@127.0.0.1:${port}"}`;
  const { access } = await open(kubeconfigOf(settings, "{token: a}"));
  const credentials = await access.credentials();
  const error = await t.throwsAsync(access.dial(credentials, []), { instanceOf: UnreachableError });
  t.is(error.message, "its proxy refused the connection: nothing listens there");
});

test("a proxy on the host of the server is reported as a proxy, without its address", async (t) => {
  const port = await findPort();
  const settings = `{server: "https://127.0.0.1:6443", proxy-url: "http://127.0.0.1:${port}"}`;
  const { access } = await open(kubeconfigOf(settings, "{token: a}"));
  const credentials = await access.credentials();
  const error = await t.throwsAsync(access.dial(credentials, []), { instanceOf: UnreachableError });
  t.is(error.message, "its proxy refused the connection: nothing listens there");
});

test("new credentials keep the route of a cluster, other TLS settings change it", async (t) => {
  const [first, rotated, moved] = await Promise.all([
    open(kubeconfigOf(`{${server}}`, "{token: a}")),
    open(kubeconfigOf(`{${server}}`, "{token: b}")),
    open(kubeconfigOf(`{${server}, tls-server-name: other}`, "{token: a}")),
  ]);
  t.is(first.route, rotated.route);
  t.not(first.route, moved.route);
  const { access, switchTo } = switchableAccess(first.access);
  const old = await access.credentials();
  t.false(await access.renew(old));
  switchTo(rotated.access);
  t.is((await access.credentials()).headers["authorization"], "Bearer b");
  t.true(await access.renew(old));
});
