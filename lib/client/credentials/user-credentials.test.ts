import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { kubeconfigOf, openIn, settle } from "../../../fixtures/access-home.ts";

const secure = '{server: "https://c.example"}';

test("a token file is read again each minute, and immediately when its token is rejected", async (t) => {
  const folder = settle(t, {
    ".kube/config": kubeconfigOf(secure, "{token: old, tokenFile: t}"),
    ".kube/t": "first\n",
  });
  const time = { now: 1000 };
  const access = await openIn(folder, {}, time);
  const first = await access.credentials();
  t.is(first.headers["authorization"], "Bearer first");
  writeFileSync(join(folder, ".kube/t"), "second");
  time.now += 59_000;
  t.is(await access.credentials(), first);
  time.now += 2000;
  t.is((await access.credentials()).headers["authorization"], "Bearer second");
  writeFileSync(join(folder, ".kube/t"), "third");
  t.true(await access.renew(await access.credentials()));
  const third = await access.credentials();
  t.is(third.headers["authorization"], "Bearer third");
  t.true(await access.renew(first));
  t.false(await access.renew(third));
  t.is(await access.credentials(), third);
});

test("the last token is kept while its token file is missing", async (t) => {
  const warned: string[] = [];
  const folder = settle(t, { ".kube/config": kubeconfigOf(secure, "{tokenFile: t}"), ".kube/t": "first" });
  const access = await openIn(folder, { warn: (message) => warned.push(message.replaceAll(folder, "~")) });
  const first = await access.credentials();
  rmSync(join(folder, ".kube/t"));
  t.false(await access.renew(first));
  t.is(await access.credentials(), first);
  t.deepEqual(warned, ["~/.kube/config: users[0].user.tokenFile: ~/.kube/t does not exist"]);
});

const text = (word: string): string => `-----BEGIN CERTIFICATE-----\n${word}`;

test("client certificates are read relative to the kubeconfig, and again when rejected", async (t) => {
  const user = "{client-certificate: c.crt, client-key: ./keys/c.key}";
  const folder = settle(t, {
    "deep/k": kubeconfigOf(secure, user),
    "deep/c.crt": text("one"),
    "deep/keys/c.key": "-----BEGIN EC PRIVATE KEY-----",
  });
  const access = await openIn(folder, { kubeconfig: "~/deep/k" });
  const first = await access.credentials();
  t.deepEqual(first.certificate, { cert: text("one"), key: "-----BEGIN EC PRIVATE KEY-----" });
  t.false(await access.renew(first));
  writeFileSync(join(folder, "deep/c.crt"), text("two"));
  t.true(await access.renew(first));
  t.is((await access.credentials()).certificate?.cert, text("two"));
});

test("the token of a user is used if its token file is unreadable", async (t) => {
  const folder = settle(t, { ".kube/config": kubeconfigOf(secure, "{token: hush, tokenFile: t}") });
  const { headers } = await (await openIn(folder, {})).credentials();
  t.is(headers["authorization"], "Bearer hush");
});
