import { readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { answer, makeExecPlugin, counting, v1 } from "../../../fixtures/exec-plugin.ts";
import type { Access } from "../model/access.ts";
import { AccessError } from "../model/api-error.ts";

const tokenOf = async (access: Access): Promise<unknown> =>
  (await access.credentials()).headers["authorization"];

test("a plugin runs once for sixteen who ask at the same time", async (t) => {
  const house = makeExecPlugin(t, { script: `sleep 0.1; ${counting}` });
  const access = await house.open();
  t.is(house.runs(), 0);
  const all = await Promise.all(Array.from({ length: 16 }, async () => access.credentials()));
  t.is(new Set(all).size, 1);
  t.is(all[0]?.headers["authorization"], "Bearer hush-1");
  t.is(house.runs(), 1);
});

test("a refused credential is renewed once for all who hold it", async (t) => {
  const house = makeExecPlugin(t, { script: counting });
  const access = await house.open();
  const first = await access.credentials();
  const renewed = await Promise.all(Array.from({ length: 16 }, async () => access.renew(first)));
  t.deepEqual(new Set(renewed), new Set([true]));
  t.is(house.runs(), 2);
  t.true(await access.renew(first));
  t.is(house.runs(), 2);
  t.is(await tokenOf(access), "Bearer hush-2");
});

test("a plugin that gives the same token again has no other", async (t) => {
  const house = makeExecPlugin(t, { script: answer('{"token":"hush"}') });
  const access = await house.open();
  const first = await access.credentials();
  t.false(await access.renew(first));
  t.is(await access.credentials(), first);
});

test("a credential is kept until a minute before it expires", async (t) => {
  const house = makeExecPlugin(t, {
    script: counting,
    more: ',"expirationTimestamp":"2026-01-01T01:00:00Z"',
  });
  const access = await house.open();
  await access.credentials();
  house.time.now += 58 * 60_000;
  t.is(await tokenOf(access), "Bearer hush-1");
  house.time.now += 61_000;
  t.is(await tokenOf(access), "Bearer hush-2");
});

test("a credential that comes expired is used for ten seconds, not asked for by every request", async (t) => {
  const house = makeExecPlugin(t, {
    script: counting,
    more: ',"expirationTimestamp":"2020-01-01T00:00:00Z"',
  });
  const access = await house.open();
  await access.credentials();
  house.time.now += 9000;
  t.is(await tokenOf(access), "Bearer hush-1");
  house.time.now += 2000;
  t.is(await tokenOf(access), "Bearer hush-2");
});

test("a plugin gets its arguments, its variables and ours, and what it is run for", async (t) => {
  const house = makeExecPlugin(t, {
    script: `printf '%s\\n' "$@" "$OWN" "$INHERITED" "$KUBERNETES_EXEC_INFO" > "\${COUNT}.seen"; ${answer('{"token":"hush"}')}`,
    exec: { args: ["a b", "$HOME;"], env: [{ name: "OWN", value: "mine" }], provideClusterInfo: true },
  });
  await (await house.open()).credentials();
  const [first, second, own, inherited, info = ""] = readFileSync(
    join(house.folder, "count.seen"),
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

test("a plugin may give a client certificate", async (t) => {
  const house = makeExecPlugin(t, {
    script: answer('{"clientCertificateData":"CERT","clientKeyData":"KEY"}'),
  });
  const { headers, certificate } = await (await house.open({ as: "jane" })).credentials();
  t.deepEqual(headers, { "impersonate-user": "jane" });
  t.deepEqual(certificate, { cert: "CERT", key: "KEY" });
});

test("--token leaves the plugin alone", async (t) => {
  const house = makeExecPlugin(t, { script: counting });
  t.is(await tokenOf(await house.open({ token: "mine" })), "Bearer mine");
  t.is(house.runs(), 0);
});

test("a plugin of v1beta1 need not say whether it asks", async (t) => {
  const apiVersion = "client.authentication.k8s.io/v1beta1";
  const house = makeExecPlugin(t, {
    script: answer('{"token":"hush"}', apiVersion),
    exec: { apiVersion, interactiveMode: "" },
  });
  t.is(await tokenOf(await house.open()), "Bearer hush");
});

test("what a plugin writes to stderr is told line by line, secrets masked", async (t) => {
  const house = makeExecPlugin(t, {
    script: `echo "open https://login.example" >&2; printf 'token=hush-hush\\nkey %s' "$OWN" >&2; ${answer('{"token":"t"}')}`,
    exec: { env: [{ name: "OWN", value: "hush-in-env" }] },
  });
  await (await house.open()).credentials();
  t.deepEqual(house.warned, ["open https://login.example", "token=…", "key …"]);
});

test("a plugin that failed once is run again", async (t) => {
  const house = makeExecPlugin(t, {
    script: `[ -s "$COUNT" ] || { printf x >> "$COUNT"; exit 1; }; ${counting}`,
  });
  const access = await house.open();
  await t.throwsAsync(access.credentials(), { instanceOf: AccessError });
  t.is(await tokenOf(access), "Bearer hush-2");
});

test("over plain http no plugin is run", async (t) => {
  const house = makeExecPlugin(t, { script: counting });
  const { headers } = await (await house.open({ server: "http://localhost:8001" })).credentials();
  t.deepEqual([headers, house.runs()], [{}, 0]);
});
