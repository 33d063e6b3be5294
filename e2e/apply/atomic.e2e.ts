import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { configMap, job } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite } from "./site.ts";
import { beginTimed } from "./timed-run.ts";

const failing = { "converge.test/pod": "fail" };

/** A hook that identifies a revision. */
const hook = (name: string, event: string, pod?: Readonly<Record<string, string>>): JsonObject =>
  job(name, { annotations: { "helm.sh/hook": event }, ...(pod === undefined ? {} : { pod }) });

test("a failed upgrade with --atomic is rolled back, and the run still fails", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env", { a: "1" })])).code, 0);
  const broken = [configMap("env", { a: "2" }), configMap("extra"), hook("after", "post-upgrade", failing)];
  const { code, stdout } = await site.apply(broken, "--atomic");
  t.is(code, 1, stdout);
  t.regex(
    stdout.split("\n").slice(-8).join("\n"),
    /the run failed, and revision 1 was restored\n +Job\/after failed: \S/,
    "what failed and why is in the last lines",
  );
  t.is((await site.get("configmaps/env"))?.data?.["a"], "1");
  t.is(await site.get("configmaps/extra"), undefined);
});

test("an upgrade that times out with --atomic is rolled back, and the run still ends as a timeout", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env", { a: "1" })])).code, 0);
  const slow = job("slow", { pod: { "converge.test/complete-after": "1h" } });
  const run = beginTimed(site, [configMap("env", { a: "2" }), slow], "--atomic", "--reconcile-timeout=1h");
  await run.said(/created .*Job\/slow/);
  await run.said(/configured .*ConfigMap\/env/);
  run.expire();
  const { code, stdout } = await run.ended;
  t.is(code, 3, stdout);
  t.is((await site.get("configmaps/env"))?.data?.["a"], "1");
  t.is(await site.get("batch/jobs/slow"), undefined);
});

test("a failed installation with --atomic deletes only the objects that it created", async (t) => {
  const site = await openSite(t);
  await site.create("configmaps", { metadata: { name: "theirs" }, data: { a: "before" } });
  const broken = [
    configMap("env", { a: "1" }),
    configMap("theirs", { a: "taken" }),
    hook("after", "post-install", failing),
  ];
  const { code, stdout } = await site.apply(broken, "--atomic");
  t.is(code, 1, stdout);
  t.is(await site.get("configmaps/env"), undefined);
  t.truthy(await site.get("configmaps/theirs"));
  const again = await site.apply([configMap("env", { a: "1" }), hook("first", "pre-install")]);
  t.is(again.code, 0, again.stdout);
  t.truthy(await site.get("batch/jobs/first"), "a failed installation is an installation again");
});

test("a failed installation with --atomic runs delete hooks before and after it deletes its objects", async (t) => {
  const site = await openSite(t);
  const broken = [
    configMap("env"),
    hook("after", "post-install", failing),
    hook("last-words", "pre-delete"),
    hook("cleaned", "post-delete"),
  ];
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply(broken, "--atomic");
  t.is(code, 1, stdout);
  const writes = objectWritesOf(await site.requests(mark));
  const at = (write: string): number => writes.indexOf(write);
  t.true(at("patch jobs/last-words") < at("delete configmaps/env"), writes.join(", "));
  t.true(at("delete configmaps/env") < at("patch jobs/cleaned"), writes.join(", "));
  t.true(at("patch jobs/last-words") >= 0);
});

test("a failed installation with --atomic and --hooks=false runs no hooks", async (t) => {
  const site = await openSite(t);
  const slow = job("slow", { pod: failing });
  const { code, stdout } = await site.apply(
    [slow, hook("last-words", "pre-delete")],
    "--atomic",
    "--hooks=false",
  );
  t.is(code, 1, stdout);
  t.is(await site.get("batch/jobs/last-words"), undefined);
  t.is(await site.get("batch/jobs/slow"), undefined);
});

test("an interrupted run with --atomic is not rolled back", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env", { a: "1" })])).code, 0);
  const set = [configMap("env", { a: "2" }), job("slow", { pod: { "converge.test/complete-after": "1h" } })];
  const run = site.begin(set, "--atomic");
  await run.said(/created .*Job\/slow/);
  await run.said(/configured .*ConfigMap\/env/);
  run.interrupt();
  const { code, stdout } = await run.ended;
  t.is(code, 130, stdout);
  t.is((await site.get("configmaps/env"))?.data?.["a"], "2");
});

test("a failed run with --atomic deletes neither adopted objects nor older objects of the release", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env", { a: "1" }), configMap("besides")])).code, 0);
  t.is((await site.apply([configMap("env", { a: "2" })], "--prune=false")).code, 0);
  await site.create("configmaps", { metadata: { name: "theirs" }, data: { a: "before" } });
  const broken = [
    configMap("env", { a: "3" }),
    configMap("theirs", { a: "taken" }),
    configMap("extra"),
    hook("after", "post-upgrade", failing),
  ];
  const { code, stdout } = await site.apply(broken, "--atomic");
  t.is(code, 1, stdout);
  t.is((await site.get("configmaps/env"))?.data?.["a"], "2");
  t.is(await site.get("configmaps/extra"), undefined);
  t.truthy(await site.get("configmaps/theirs"));
  t.truthy(await site.get("configmaps/besides"));
});

test("an upgrade with --atomic is rolled back although the previous revision depends on an object outside its set", async (t) => {
  const site = await openSite(t);
  const needs = { "config.kubernetes.io/depends-on": `/namespaces/${site.namespace}/ConfigMap/elsewhere` };
  t.is((await site.apply([configMap("env", { a: "1" }, needs)], "--external-deps=ignore")).code, 0);
  const broken = [configMap("env", { a: "2" }), hook("after", "post-upgrade", failing)];
  t.is((await site.apply(broken, "--atomic")).code, 1);
  t.is((await site.get("configmaps/env"))?.data?.["a"], "1");
});

test("--atomic rolls back past an earlier failed run: objects it created are deleted, adopted ones are kept", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env", { a: "1" })])).code, 0);
  const failed = hook("after", "post-upgrade", failing);
  await site.create("configmaps", { metadata: { name: "theirs" }, data: { a: "before" } });
  t.is((await site.apply([configMap("env", { a: "2" }), configMap("first"), failed])).code, 1);
  const second = [configMap("env", { a: "3" }), configMap("first"), configMap("theirs"), failed];
  t.is((await site.apply(second, "--atomic")).code, 1);
  t.is((await site.get("configmaps/env"))?.data?.["a"], "1");
  t.is(await site.get("configmaps/first"), undefined);
  t.truthy(await site.get("configmaps/theirs"));
});
