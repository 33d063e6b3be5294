import test from "ava";

import { envWrite } from "../../../fixtures/object-write.ts";
import {
  actingRecorder,
  noAccess,
  offlineSession,
  type OfflineSession,
  restMapperOf,
  shopObject,
} from "../../../fixtures/offline-session.ts";
import { settle } from "../../../fixtures/controlled-run.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import type { EffectResult } from "../model/task.ts";
import type { WriteChoices } from "../model/write-choices.ts";
import { applyObject } from "./apply-object.ts";
import type { ObjectWrite } from "./object-write.ts";

const env = shopObject("v1 ConfigMap env");
const configMap = { group: "", kind: "ConfigMap", namespace: "shop", name: "env" };

interface Applying {
  readonly dryRun?: WriteChoices["dryRun"];
  readonly sending?: Partial<ObjectWrite>;
  readonly kinds?: RestMapper;
  /** The object depends on another object that may create its kind. */
  readonly mayKindCome?: boolean;
}

interface Applied extends OfflineSession {
  readonly reported: readonly string[];
  readonly ended: Promise<EffectResult>;
  readonly interrupt: AbortController;
}

function applied({
  dryRun = false,
  sending = {},
  kinds = restMapperOf(),
  mayKindCome = false,
}: Applying): Applied {
  const objects = mayKindCome ? [{ ref: configMap, value: env, comesAfter: true }] : [];
  const session = offlineSession({ choices: { dryRun }, kinds, objects });
  const interrupt = new AbortController();
  const acting = actingRecorder(interrupt);
  const ended = applyObject(envWrite(env, sending), session.deps).act(acting);
  return { ...session, reported: acting.reported, ended, interrupt };
}

/** The change that a client-side dry run reports. */
const compares = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, sending: Partial<ObjectWrite>, change: string) {
    const { ended, reported } = applied({ dryRun: "client", sending });
    t.deepEqual(await ended, { change, unwatched: true });
    t.deepEqual(reported, []);
  },
});

test(compares, "a client-side dry run creates an object that does not exist", {}, "created");
test(compares, "a client-side dry run reports an existing object as configured", { live: env }, "configured");
test(compares, "a client-side dry run replaces an existing hook", { live: env, replaces: true }, "recreated");
test(compares, "a client-side dry run creates a hook that does not exist", { replaces: true }, "created");

test("a dry run of a custom resource whose CRD is created by the run reports that it was not checked", async (t) => {
  const { change, unwatched, message } = await applied({ dryRun: "server", mayKindCome: true }).ended;
  t.is(change, "created");
  t.true(unwatched);
  t.regex(message ?? "", /^not checked by the server: its definition /);
});

test("a dry run of an object of an unknown kind fails like a real run", async (t) => {
  await t.throwsAsync(applied({ dryRun: "server" }).ended, {
    message: "the server does not serve ConfigMap of v1 (env.yaml:1:1)",
  });
});

test("an object of an unknown kind fails immediately, with its position in the manifest", async (t) => {
  const run = applied({});
  await t.throwsAsync(run.ended, { message: "the server does not serve ConfigMap of v1 (env.yaml:1:1)" });
  t.deepEqual(run.reported, []);
});

test("an object of a built-in kind that is not served fails immediately, even if it depends on another object", async (t) => {
  await t.throwsAsync(applied({ mayKindCome: true }).ended, {
    message: /^the server does not serve ConfigMap of v1 /,
  });
});

/** A CronTab that depends on an object that may create its kind. */
function appliedCronTab(kinds: RestMapper = restMapperOf()): Applied {
  const ref = { ...configMap, group: "example.com", kind: "CronTab" };
  const manifest = { ...envWrite(env).manifest, apiVersion: "example.com/v1", kind: "CronTab", ref };
  const session = offlineSession({ kinds, objects: [{ ref, value: env, comesAfter: true }] });
  const interrupt = new AbortController();
  const acting = actingRecorder(interrupt);
  const ended = applyObject(envWrite(env, { manifest }), session.deps).act(acting);
  return { ...session, reported: acting.reported, ended, interrupt };
}

test("an object whose kind may be created by the run is retried", async (t) => {
  const run = appliedCronTab();
  run.ended.catch(() => {});
  await settle();
  t.deepEqual(run.reported, ["retry: the server does not serve CronTab of example.com/v1"]);
  t.is(run.clock.pending(), 1);
  run.interrupt.abort();
  await t.throwsAsync(run.ended, {
    message: "the server does not serve CronTab of example.com/v1 (env.yaml:1:1)",
  });
});

test("before an object whose kind was missing is retried, discovery is refreshed", async (t) => {
  const run = appliedCronTab();
  run.ended.catch(() => {});
  await settle();
  run.clock.pass(5000);
  await t.throwsAsync(run.ended, { message: `${noAccess} (env.yaml:1:1)` });
});

test("an object whose kind turns out to be cluster-scoped fails immediately with a request to apply again", async (t) => {
  const run = appliedCronTab(restMapperOf("example.com/v1 CronTab!"));
  await t.throwsAsync(run.ended, {
    message:
      "CronTab is cluster-scoped, but was planned with a namespace, since its kind was not served yet: apply again (env.yaml:1:1)",
  });
  t.deepEqual(run.reported, []);
});

test("a write that cannot be sent fails with its position in the manifest", async (t) => {
  const kinds = restMapperOf("v1 ConfigMap");
  for (const dryRun of [false, "server"] as const) {
    await t.throwsAsync(applied({ kinds, dryRun }).ended, { message: `${noAccess} (env.yaml:1:1)` });
  }
});

test("a failed write does not keep listening to its object", async (t) => {
  const { deps, ended } = applied({});
  await t.throwsAsync(ended);
  deps.liveObjects.stopRetaining();
  deps.liveObjects.take(env);
  t.is(deps.liveObjects.get("/namespaces/shop/ConfigMap/env"), undefined);
});

test("a failed write is not recorded as done", async (t) => {
  const { deps, ended } = applied({ sending: { isKept: true } });
  await t.throwsAsync(ended);
  t.false(deps.live.knows("/namespaces/shop/ConfigMap/env"));
});
