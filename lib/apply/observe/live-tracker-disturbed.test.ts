import test from "ava";

import {
  offlineSession,
  type OfflineSession,
  restMapperOf,
  shopObject,
} from "../../../fixtures/offline-session.ts";
import type { JsonObject } from "../../object/json.ts";

const key = "/namespaces/shop/ConfigMap/env";
const deleted = "deleted by another client after it was ready";

/** The ConfigMap at this version, whose field `data.a` converge has written. */
function env(version: string, metadata: JsonObject = {}): JsonObject {
  return shopObject("v1 ConfigMap env", { resourceVersion: version, managedFields: [ours], ...metadata });
}

const ours = {
  manager: "converge",
  operation: "Apply",
  apiVersion: "v1",
  fieldsV1: { "f:data": { "f:a": {} } },
};
const lost = { managedFields: [{ ...ours, fieldsV1: {} }] };

/** A run with these objects whose plan is decided. */
function begun(...keys: readonly string[]): OfflineSession {
  // No kind is served: an object that has to be read counts as deleted with its kind.
  const session = offlineSession();
  session.deps.live.begin(new Set([key, ...keys]));
  return session;
}

test("an object has a baseline after it was found or written", (t) => {
  const { deps } = begun();
  t.false(deps.live.knows(key));
  deps.live.wrote(env("5"), { labelled: true });
  t.true(deps.live.knows(key));
  deps.live.found(shopObject("v1 Secret db"), { labelled: true });
  t.true(deps.live.knows("/namespaces/shop/Secret/db"));
});

interface Disturbed {
  readonly fact: string;
  readonly happens: (session: OfflineSession) => void;
  readonly message?: string;
}

/** Whether an object that was written as version 5 a second ago counts as disturbed. */
const disturbs = test.macro({
  title: (_, { fact }: Disturbed) => fact,
  async exec(t, { happens, message }: Disturbed) {
    const session = begun();
    session.deps.live.wrote(env("5"), { labelled: true });
    happens(session);
    session.clock.pass(1000);
    const found = await session.deps.live.disturbed([key], session.interrupt.signal);
    t.is(found.get(key)?.message, message);
  },
});

test(disturbs, { fact: "an object without a watch event is not disturbed", happens: () => {} });
test(disturbs, {
  fact: "the watch event of the write of converge is not a disturbance",
  happens: ({ deps }) => deps.liveObjects.take(env("5")),
});
test(disturbs, {
  fact: "a state from before the write of converge is not a disturbance",
  happens: ({ deps }) => deps.liveObjects.take(env("4", lost)),
});
test(disturbs, {
  fact: "a change of a field that converge does not own is not a disturbance",
  happens: ({ deps }) => deps.liveObjects.take(env("6", { labels: { team: "web" } })),
});
test(disturbs, {
  fact: "the deletion of an object that was ready is a disturbance",
  happens: ({ deps }) => deps.liveObjects.takeGone(env("6")),
  message: deleted,
});
test(disturbs, {
  fact: "an object of which another manager has taken over a field is read again and counts as deleted",
  happens: ({ deps }) => deps.liveObjects.take(env("6", lost)),
  message: deleted,
});
test(disturbs, {
  fact: "a disturbed object that was written again is no longer disturbed",
  happens: ({ deps }) => {
    deps.liveObjects.takeGone(env("6"));
    deps.live.wrote(env("7", { uid: "another" }), { labelled: true });
    deps.liveObjects.take(env("7", { uid: "another" }));
  },
});

test("an object that was never ready has no baseline and cannot be disturbed", async (t) => {
  const { deps, interrupt } = begun();
  deps.liveObjects.takeGone(env("6"));
  t.is((await deps.live.disturbed([key], interrupt.signal)).size, 0);
});

test("an object that was left unchanged is disturbed by its deletion, but not by a change", async (t) => {
  const changed = begun();
  changed.deps.live.found(env("5"), { labelled: true, presenceOnly: true });
  changed.deps.liveObjects.take(env("6", lost));
  t.is((await changed.deps.live.disturbed([key], changed.interrupt.signal)).size, 0);
  changed.deps.liveObjects.takeGone(env("7"));
  t.is((await changed.deps.live.disturbed([key], changed.interrupt.signal)).get(key)?.message, deleted);
});

test("only the requested objects are checked for a disturbance", async (t) => {
  const { deps, interrupt } = begun("/namespaces/shop/Secret/db");
  const secret = shopObject("v1 Secret db");
  for (const object of [env("5"), secret]) {
    deps.live.wrote(object, { labelled: true });
  }
  deps.liveObjects.takeGone(env("6"));
  deps.liveObjects.takeGone({ ...secret, metadata: { ...env("101"), name: "db" } });
  const found = await deps.live.disturbed(["/namespaces/shop/Secret/db"], interrupt.signal);
  t.false(found.has(key));
});

/** Whether an object without a watch is read again after this number of milliseconds since its write. */
const ages = test.macro({
  title: (_, age: number, isExamined: boolean) =>
    `${age} ms after its write an unwatched object is ${isExamined ? "read again" : "assumed to be current"}`,
  async exec(t, age: number, isExamined: boolean) {
    const { deps, clock, interrupt } = begun();
    clock.pass(60_000);
    deps.live.wrote(env("5"), { labelled: false });
    clock.pass(age);
    const found = await deps.live.disturbed([key], interrupt.signal);
    t.is(found.has(key), isExamined);
  },
});

test(ages, 0, false);
test(ages, 1999, false);
test(ages, 2000, true);

test("the age of an object that needed no write is counted from the start of the run", async (t) => {
  const { deps, clock, interrupt } = begun();
  clock.pass(2000);
  deps.live.found(env("5"), { labelled: true });
  t.true((await deps.live.disturbed([key], interrupt.signal)).has(key));
});

test("if a disturbed object cannot be read because the cluster is unreachable, the error is thrown", async (t) => {
  const { deps, interrupt } = offlineSession({ kinds: restMapperOf("v1 ConfigMap") });
  deps.live.begin(new Set([key]));
  deps.live.wrote(env("5"), { labelled: true });
  deps.liveObjects.takeGone(env("6"));
  await t.throwsAsync(deps.live.disturbed([key], interrupt.signal), { name: "AccessError" });
});
