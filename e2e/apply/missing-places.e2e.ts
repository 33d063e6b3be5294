/**
 * Objects without a namespace or a kind to be created in, and terminating objects and namespaces that block
 * others.
 */
import { randomUUID } from "node:crypto";

import test from "ava";

import { configMap, namespaceNamed } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite } from "./site.ts";

const held = { finalizers: ["example.com/hold"] };

test("a missing namespace is reported once, before anything is written", async (t) => {
  const site = await openSite(t);
  const away = `${site.namespace}-nowhere`;
  const lost = ["a", "b", "c", "d"].map((name) => ({
    ...configMap(name),
    metadata: { name, namespace: away },
  }));
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([configMap("here"), ...lost]);
  t.is(code, 2, stdout);
  t.regex(stdout, new RegExp(`namespace ${away} does not exist and is not in the set \\(.* and 1 more\\)`));
  t.is(stdout.split(away).length, 2);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});

test("a kind that is neither served nor defined by the set is reported once, before anything is written", async (t) => {
  const site = await openSite(t);
  const apiVersion = `nobody-${randomUUID().slice(0, 8)}.example.com/v1`;
  const lost = ["a", "b"].map((name) => ({ apiVersion, kind: "Widget", metadata: { name } }));
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([configMap("here"), ...lost]);
  t.is(code, 2, stdout);
  t.regex(stdout, /the server does not serve Widget of nobody-.*Widget\/a, Widget\/b/);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  const waited = await site.apply([configMap("here"), ...lost], "--external-deps=wait");
  t.not(waited.code, 2, waited.stdout);
});

test("a run waits until a terminating object without a release is gone, and reports the reason", async (t) => {
  const site = await openSite(t);
  await site.create("configmaps", { metadata: { name: "env", ...held }, data: { by: "somebody" } });
  await site.cluster.api("DELETE", site.at("configmaps/env"));
  const run = site.begin([configMap("env", { by: "converge" })], "-o", "json");
  await run.said(/the earlier one is being deleted, held up by finalizer example.com\/hold/);
  await site.patch("configmaps/env", { metadata: { finalizers: null } });
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  t.deepEqual((await site.get("configmaps/env"))?.data, { by: "converge" });
});

test("a namespace of the release that does not terminate is reported with its finalizers, and times out", async (t) => {
  const site = await openSite(t);
  const name = `${site.namespace}-going`;
  const path = `/api/v1/namespaces/${name}`;
  await site.cluster.api("POST", "/api/v1/namespaces", namespaceNamed(name));
  const stay = `${path}/configmaps/stays`;
  await site.cluster.api("POST", `${path}/configmaps`, { metadata: { name: "stays", ...held } });
  t.teardown(async () => site.cluster.api("PATCH", stay, { metadata: { finalizers: null } }));
  await site.cluster.api("DELETE", path);
  // The namespace controller reports the finalizer some seconds later.
  await site.cluster.until(path, (object) => JSON.stringify(object).includes("example.com/hold"));
  const set = [namespaceNamed(name), configMap("env")];
  const words = ["apply", site.write(set), "--release", "shop", "-n", name, "--timeout", "8s"];
  const { code, stdout } = await site.run(words);
  t.is(code, 3, stdout);
  t.regex(stdout, /still being deleted when the run timed out \(--timeout\)/);
  t.regex(stdout, /when the run timed out .*NamespaceFinalizersRemaining: .*example\.com\/hold/);
});
