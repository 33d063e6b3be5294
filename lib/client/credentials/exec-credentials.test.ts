import { readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { answer, makeExecPlugin, counting, v1 } from "../../../fixtures/exec-plugin.ts";
import type { Access } from "../model/access.ts";
import { AccessError } from "../model/api-error.ts";

const tokenOf = async (access: Access): Promise<unknown> =>
  (await access.credentials()).headers["authorization"];

test("an exec plugin runs once for sixteen concurrent requests", async (t) => {
  const plugin = makeExecPlugin(t, { script: `sleep 0.1; ${counting}` });
  const access = await plugin.open();
  t.is(plugin.runs(), 0);
  const all = await Promise.all(Array.from({ length: 16 }, async () => access.credentials()));
  t.is(new Set(all).size, 1);
  t.is(all[0]?.headers["authorization"], "Bearer hush-1");
  t.is(plugin.runs(), 1);
});

test("a rejected credential is renewed once for all requests that used it", async (t) => {
  const plugin = makeExecPlugin(t, { script: counting });
  const access = await plugin.open();
  const first = await access.credentials();
  const renewed = await Promise.all(Array.from({ length: 16 }, async () => access.renew(first)));
  t.deepEqual(new Set(renewed), new Set([true]));
  t.is(plugin.runs(), 2);
  t.true(await access.renew(first));
  t.is(plugin.runs(), 2);
  t.is(await tokenOf(access), "Bearer hush-2");
});

test("a renewal fails if the exec plugin returns the same token again", async (t) => {
  const plugin = makeExecPlugin(t, { script: answer('{"token":"hush"}') });
  const access = await plugin.open();
  const first = await access.credentials();
  t.false(await access.renew(first));
  t.is(await access.credentials(), first);
});

test("a credential of an exec plugin is reused until a minute before it expires", async (t) => {
  const plugin = makeExecPlugin(t, {
    script: counting,
    more: ',"expirationTimestamp":"2026-01-01T01:00:00Z"',
  });
  const access = await plugin.open();
  await access.credentials();
  plugin.time.now += 58 * 60_000;
  t.is(await tokenOf(access), "Bearer hush-1");
  plugin.time.now += 61_000;
  t.is(await tokenOf(access), "Bearer hush-2");
});

test("a credential that is already expired is reused for ten seconds", async (t) => {
  const plugin = makeExecPlugin(t, {
    script: counting,
    more: ',"expirationTimestamp":"2020-01-01T00:00:00Z"',
  });
  const access = await plugin.open();
  await access.credentials();
  plugin.time.now += 9000;
  t.is(await tokenOf(access), "Bearer hush-1");
  plugin.time.now += 2000;
  t.is(await tokenOf(access), "Bearer hush-2");
});

test("an exec plugin gets its arguments, its own and inherited variables, and KUBERNETES_EXEC_INFO", async (t) => {
  const plugin = makeExecPlugin(t, {
    script: `printf '%s\\n' "$@" "$OWN" "$INHERITED" "$KUBERNETES_EXEC_INFO" > "\${COUNT}.seen"; ${answer('{"token":"hush"}')}`,
    exec: { args: ["a b", "$HOME;"], env: [{ name: "OWN", value: "mine" }], provideClusterInfo: true },
  });
  await (await plugin.open()).credentials();
  const [first, second, own, inherited, info = ""] = readFileSync(
    join(plugin.folder, "count.seen"),
    "utf8",
  ).split("\n");
  t.deepEqual([first, second, own, inherited], ["a b", "$HOME;", "mine", "yes"]);
  t.deepEqual(JSON.parse(info), {
    kind: "ExecCredential",
    apiVersion: v1,
    spec: {
      cluster: { server: "https://c.example", "tls-server-name": "api", config: { audience: "a" } },
      interactive: false,
    },
  });
});

test("an exec plugin may return a client certificate", async (t) => {
  const plugin = makeExecPlugin(t, {
    script: answer('{"clientCertificateData":"CERT","clientKeyData":"KEY"}'),
  });
  const { headers, certificate } = await (await plugin.open({ as: "jane" })).credentials();
  t.deepEqual(headers, { "impersonate-user": "jane" });
  t.deepEqual(certificate, { cert: "CERT", key: "KEY" });
});

test("--token bypasses the exec plugin", async (t) => {
  const plugin = makeExecPlugin(t, { script: counting });
  t.is(await tokenOf(await plugin.open({ token: "mine" })), "Bearer mine");
  t.is(plugin.runs(), 0);
});

test("an exec plugin of v1beta1 may omit interactiveMode", async (t) => {
  const apiVersion = "client.authentication.k8s.io/v1beta1";
  const plugin = makeExecPlugin(t, {
    script: answer('{"token":"hush"}', apiVersion),
    exec: { apiVersion, interactiveMode: "" },
  });
  t.is(await tokenOf(await plugin.open()), "Bearer hush");
});

test("stderr of an exec plugin is reported line by line, with secrets masked", async (t) => {
  const plugin = makeExecPlugin(t, {
    script: `echo "open https://login.example" >&2; printf 'token=hush-hush\\nkey %s' "$OWN" >&2; ${answer('{"token":"t"}')}`,
    exec: { env: [{ name: "OWN", value: "hush-in-env" }] },
  });
  await (await plugin.open()).credentials();
  t.deepEqual(plugin.warned, ["open https://login.example", "token=…", "key …"]);
});

test("an exec plugin that failed is run again", async (t) => {
  const plugin = makeExecPlugin(t, {
    script: `[ -s "$COUNT" ] || { printf x >> "$COUNT"; exit 1; }; ${counting}`,
  });
  const access = await plugin.open();
  await t.throwsAsync(access.credentials(), { instanceOf: AccessError });
  t.is(await tokenOf(access), "Bearer hush-2");
});

test("no exec plugin is run for a plain HTTP server", async (t) => {
  const plugin = makeExecPlugin(t, { script: counting });
  const { headers } = await (await plugin.open({ server: "http://localhost:8001" })).credentials();
  t.deepEqual([headers, plugin.runs()], [{}, 0]);
});
