import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { type Annotations, configMap, job } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite } from "./site.ts";
import { beginTimed } from "./timed-run.ts";

const failing = { "converge.test/pod": "fail" };

/** The annotations of a hook in a test. */
interface HookWords {
  readonly weight?: string;
  readonly policy: string;
  readonly pod?: Annotations;
  readonly image?: string;
}

/** A Job that is a pre-install and pre-upgrade hook. */
function hookJob(name: string, { weight = "0", policy, pod, image = "app:1" }: HookWords): JsonObject {
  return job(name, {
    annotations: {
      "helm.sh/hook": "pre-install,pre-upgrade",
      "helm.sh/hook-weight": weight,
      "helm.sh/hook-delete-policy": policy,
    },
    ...(pod === undefined ? {} : { pod }),
    podSpec: { containers: [{ name: "app", image }] },
  });
}

const events = ["pre-install", "post-install", "pre-upgrade", "post-upgrade"] as const;
type Event = (typeof events)[number];

interface Case {
  /** The value of the delete policy annotation; without the annotation if empty. */
  readonly policy: string;
  readonly ends: "well" | "badly";
  /** Whether the hook exists after the run. */
  readonly stays: boolean;
}

const cases: readonly Case[] = [
  { policy: "", ends: "well", stays: true },
  { policy: "", ends: "badly", stays: true },
  { policy: "before-hook-creation", ends: "well", stays: true },
  { policy: "before-hook-creation", ends: "badly", stays: true },
  { policy: "hook-succeeded", ends: "well", stays: false },
  { policy: "hook-succeeded", ends: "badly", stays: true },
  { policy: "hook-failed", ends: "well", stays: true },
  { policy: "hook-failed", ends: "badly", stays: false },
  { policy: "hook-succeeded,hook-failed", ends: "well", stays: false },
  { policy: "hook-succeeded,hook-failed", ends: "badly", stays: false },
  { policy: "before-hook-creation,hook-succeeded", ends: "well", stays: false },
  { policy: "before-hook-creation,hook-succeeded", ends: "badly", stays: true },
];

/** The expected writes of a hook, and of the release around it. */
function writesOf(event: Event, { ends, stays }: Case): readonly string[] {
  const hook = ["patch jobs/hook", ...(stays ? [] : ["delete jobs/hook"])];
  const main = "patch configmaps/env";
  if (event.startsWith("post-")) {
    return [main, ...hook];
  }
  return ends === "well" ? [...hook, main] : hook;
}

const policyCase = test.macro({
  async exec(t, event: Event, one: Case) {
    const site = await openSite(t);
    if (event.endsWith("-upgrade")) {
      const { code, stdout } = await site.apply([configMap("env", { revision: "before" })]);
      t.is(code, 0, stdout);
    }
    const policy = one.policy === "" ? {} : { "helm.sh/hook-delete-policy": one.policy };
    const annotations = { "helm.sh/hook": event, ...policy };
    const pod = one.ends === "badly" ? { pod: failing } : {};
    const mark = await site.cluster.auditMark();
    const { code, stdout } = await site.apply([
      configMap("env", { revision: "after" }),
      job("hook", { annotations, ...pod }),
    ]);
    t.is(code, one.ends === "well" ? 0 : 1, stdout);
    t.deepEqual(objectWritesOf(await site.requests(mark)), writesOf(event, one), stdout);
    t.is((await site.get("batch/jobs/hook")) !== undefined, one.stays, stdout);
    t.is(/deleted +.*Job\/hook/.test(stdout), !one.stays, stdout);
  },
  title: (_, event: Event, { policy, ends, stays }: Case) =>
    `a ${event} hook with ${policy === "" ? "no policy" : policy} that ${ends === "well" ? "succeeds" : "fails"} ${stays ? "stays" : "is deleted"}`,
});

for (const event of events) {
  for (const one of cases) {
    test(policyCase, event, one);
  }
}

test("a hook is deleted before it is recreated, and runs again", async (t) => {
  const site = await openSite(t);
  const hook = job("hook", { annotations: { "helm.sh/hook": "pre-install,pre-upgrade" } });
  t.is((await site.apply([hook, configMap("env")])).code, 0);
  const first = (await site.get("batch/jobs/hook"))?.metadata.uid;
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([hook, configMap("env")]);
  t.is(code, 0, stdout);
  t.regex(stdout, /recreated +.*Job\/hook/);
  t.deepEqual(objectWritesOf(await site.requests(mark)), ["delete jobs/hook", "patch jobs/hook"]);
  t.not((await site.get("batch/jobs/hook"))?.metadata.uid, first);
});

test("a finished Job without before-hook-creation is reported, since it would not run again", async (t) => {
  const site = await openSite(t);
  const policy = "hook-failed";
  t.is((await site.apply([hookJob("hook", { policy }), configMap("env")])).code, 0);
  const first = (await site.get("batch/jobs/hook"))?.metadata.uid;
  const { code, stdout } = await site.apply([hookJob("hook", { policy }), configMap("env")]);
  t.is(code, 2, stdout);
  t.regex(
    stdout,
    /nothing was sent: .*finished in an earlier run and does not run again: add before-hook-creation/,
  );
  t.is((await site.get("batch/jobs/hook"))?.metadata.uid, first);
});

test("a Job with hook-succeeded that an earlier run has left runs again", async (t) => {
  const site = await openSite(t);
  const policy = "hook-succeeded";
  t.is((await site.apply([hookJob("hook", { policy: "before-hook-creation" }), configMap("env")])).code, 0);
  const first = (await site.get("batch/jobs/hook"))?.metadata.uid;
  t.truthy(first);
  const { code, stdout } = await site.apply([hookJob("hook", { policy }), configMap("env")]);
  t.is(code, 0, stdout);
  t.regex(stdout, /recreated .*Job\/hook/);
  t.is(await site.get("batch/jobs/hook"), undefined);
});

test("a ConfigMap without before-hook-creation is updated", async (t) => {
  const site = await openSite(t);
  const annotations = {
    "helm.sh/hook": "pre-install,pre-upgrade",
    "helm.sh/hook-delete-policy": "hook-failed",
  };
  t.is((await site.apply([configMap("hooked", { a: "1" }, annotations), configMap("env")])).code, 0);
  const first = (await site.get("configmaps/hooked"))?.metadata.uid;
  t.is((await site.apply([configMap("hooked", { a: "2" }, annotations), configMap("env")])).code, 0);
  t.like(await site.get("configmaps/hooked"), { metadata: { uid: first }, data: { a: "2" } });
});

test("hooks of an event are deleted in reverse order once all have succeeded, before the release continues", async (t) => {
  const site = await openSite(t);
  const policy = "hook-succeeded";
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([
    hookJob("third", { weight: "3", policy }),
    hookJob("first", { weight: "-1", policy }),
    hookJob("second", { weight: "2", policy }),
    configMap("env"),
  ]);
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "patch jobs/first",
    "patch jobs/second",
    "patch jobs/third",
    "delete jobs/third",
    "delete jobs/second",
    "delete jobs/first",
    "patch configmaps/env",
  ]);
  t.regex(stdout, /4 applied \(4 created\), 4 ready, 3 hooks deleted/);
});

test("a failed hook is deleted by hook-failed, earlier hooks by hook-succeeded, and later ones are kept", async (t) => {
  const site = await openSite(t);
  const last = hookJob("last", { weight: "9", policy: "before-hook-creation,hook-failed" });
  t.is((await site.apply([last, configMap("env")])).code, 0);
  const uid = (await site.get("batch/jobs/last"))?.metadata.uid;
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([
    hookJob("goes", { weight: "1", policy: "hook-succeeded" }),
    hookJob("stays", { weight: "2", policy: "hook-failed" }),
    hookJob("fails", { weight: "3", policy: "hook-failed", pod: failing }),
    last,
    configMap("env", { new: "yes" }),
  ]);
  t.is(code, 1, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "patch jobs/goes",
    "patch jobs/stays",
    "patch jobs/fails",
    "delete jobs/fails",
    "delete jobs/goes",
  ]);
  t.truthy(await site.get("batch/jobs/stays"));
  t.is((await site.get("batch/jobs/last"))?.metadata.uid, uid);
});

test("a failed hook shows its logs, although it is deleted at once", async (t) => {
  const site = await openSite(t);
  const annotations = { "helm.sh/hook": "pre-install", "helm.sh/hook-delete-policy": "hook-failed" };
  const { code, stdout } = await site.apply([job("hook", { annotations, pod: failing }), configMap("env")]);
  t.is(code, 1, stdout);
  t.is(await site.get("batch/jobs/hook"), undefined);
  t.regex(stdout, /failed +Job\/hook.*BackoffLimitExceeded/);
  t.regex(stdout, /panic: cannot reach db:5432[\s\S]*deleted +.*Job\/hook/);
});

test("a hook that times out counts as failed", async (t) => {
  const site = await openSite(t);
  const slow = { "converge.test/complete-after": "24h" };
  const run = beginTimed(
    site,
    [hookJob("hook", { policy: "hook-failed", pod: slow }), configMap("env")],
    "--reconcile-timeout=1h",
  );
  await run.said(/created +.*Job\/hook/);
  run.expire();
  const { code, stdout } = await run.ended;
  t.is(code, 3, stdout);
  t.is(await site.get("batch/jobs/hook"), undefined);
  t.is(await site.get("configmaps/env"), undefined);
});

test("an interrupted run deletes no hooks", async (t) => {
  const site = await openSite(t);
  const policy = "hook-succeeded,hook-failed";
  const mark = await site.cluster.auditMark();
  const run = site.begin([
    hookJob("quick", { weight: "1", policy }),
    hookJob("slow", { weight: "2", policy, pod: { "converge.test/complete-after": "1h" } }),
    configMap("env"),
  ]);
  await run.said(/created +.*Job\/slow/);
  run.interrupt();
  const { code, stdout } = await run.ended;
  t.is(code, 130, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), ["patch jobs/quick", "patch jobs/slow"]);
});

test("with --fail-fast a failed hook is still deleted", async (t) => {
  const site = await openSite(t);
  const annotations = { "helm.sh/hook": "pre-install", "helm.sh/hook-delete-policy": "hook-failed" };
  const { code, stdout } = await site.apply(
    [job("hook", { annotations, pod: failing }), configMap("env")],
    "--fail-fast",
  );
  t.is(code, 1, stdout);
  t.is(await site.get("batch/jobs/hook"), undefined);
  t.is(await site.get("configmaps/env"), undefined);
});

test("if the hooks of an event cannot be deleted, the event fails and nothing runs after it", async (t) => {
  const site = await openSite(t);
  const annotations = {
    "helm.sh/hook": "pre-install",
    "helm.sh/hook-delete-policy": "hook-succeeded",
    "converge.dev/reconcile-timeout": "3s",
  };
  const metadata = { name: "hook", annotations, finalizers: ["example.com/stay"] };
  const { code, stdout } = await site.apply([{ ...configMap("hook"), metadata }, configMap("env")]);
  t.is(code, 3, stdout);
  t.regex(stdout, /timed out +.*ConfigMap\/hook: not deleted within 3s: finalizer example\.com\/stay/);
  t.regex(stdout, /skipped +.*ConfigMap\/env because .*ConfigMap\/hook/);
  t.is(await site.get("configmaps/env"), undefined);
  await site.patch("configmaps/hook", { metadata: { finalizers: null } });
});
