import test from "ava";

import {
  actingRecorder,
  noAccess,
  offlineSession,
  type OfflineSession,
  restMapperOf,
} from "../../../fixtures/offline-session.ts";
import { settle } from "../../../fixtures/controlled-run.ts";
import type { EffectResult } from "../model/task.ts";
import type { WriteChoices } from "../model/write-choices.ts";
import { awaitExternal, type ExternalObject } from "./await-external.ts";

const web: ExternalObject["ref"] = { group: "apps", kind: "StatefulSet", namespace: "infra", name: "db" };

interface Awaiting {
  readonly until?: ExternalObject["until"];
  readonly served?: readonly string[];
  readonly dryRun?: WriteChoices["dryRun"];
  readonly ref?: Partial<ExternalObject["ref"]>;
}

interface Awaited extends OfflineSession {
  readonly reported: readonly string[];
  readonly ended: Promise<EffectResult>;
  readonly interrupt: AbortController;
}

function awaited({ until = "ready", served = [], dryRun = false, ref = {} }: Awaiting): Awaited {
  const session = offlineSession({ kinds: restMapperOf(...served), choices: { dryRun } });
  const interrupt = new AbortController();
  const acting = actingRecorder(interrupt);
  const ended = awaitExternal({ ref: { ...web, ...ref }, until }, session.deps).act(acting);
  ended.catch(() => {});
  return { ...session, reported: acting.reported, ended, interrupt };
}

const statefulSets = ["apps/v1 StatefulSet"];

test("a dry run does not wait for objects outside the set", async (t) => {
  for (const dryRun of ["client", "server"] as const) {
    for (const until of ["present", "ready", "absent"] as const) {
      t.deepEqual(await awaited({ dryRun, until, served: statefulSets }).ended, {});
    }
  }
});

test("an external object of a kind that is not served counts as absent", async (t) => {
  t.deepEqual(await awaited({ until: "absent" }).ended, {});
});

for (const until of ["present", "ready"] as const) {
  test(`an external object that has to be ${until} is awaited even if its kind is not served yet`, async (t) => {
    const run = awaited({ until });
    await settle();
    t.deepEqual(run.reported, ["retry: the server does not serve StatefulSet of apps yet"]);
    run.interrupt.abort();
    await t.throwsAsync(run.ended, { message: "the server does not serve StatefulSet of apps yet" });
  });
}

test("the message for an external object of the core group names no group", async (t) => {
  const run = awaited({ ref: { group: "", kind: "Widget" } });
  await settle();
  t.deepEqual(run.reported, ["retry: the server does not serve Widget yet"]);
  run.interrupt.abort();
});

/**
 * Kinds as users write them for an external object; a wait that finds the kind sends a request to the
 * cluster.
 */
const finds = test.macro({
  title: (_, written: string) => `the kind of an external object may be written as ${written}`,
  async exec(t, written: string) {
    const [kind = "", group = ""] = written.split(".");
    const { ended } = awaited({ served: ["v1 Pod", ...statefulSets], ref: { group, kind } });
    await t.throwsAsync(ended, { message: noAccess });
  },
});

test(finds, "StatefulSet.apps");
test(finds, "statefulset");
test(finds, "statefulsets.apps");
test(finds, "STATEFULSET");
test(finds, "pod");

test("the kind of an external object is not found in another group", async (t) => {
  const run = awaited({ served: statefulSets, ref: { group: "example.com" } });
  await settle();
  t.deepEqual(run.reported, ["retry: the server does not serve StatefulSet of example.com yet"]);
  run.interrupt.abort();
});

test("a wait that fails at the start does not keep listening to the object", async (t) => {
  const { deps, ended } = awaited({ served: statefulSets });
  await t.throwsAsync(ended, { message: noAccess });
  deps.liveObjects.stopRetaining();
  deps.liveObjects.take({
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { namespace: "infra", name: "db" },
  });
  t.is(deps.liveObjects.get("apps/namespaces/infra/StatefulSet/db"), undefined);
});
