import test from "ava";

import { offlineSession, type OfflineSession, shopObject } from "../../../fixtures/offline-session.ts";
import type { JsonObject } from "../../object/json.ts";
import { formatRef } from "../../object/object-ref.ts";
import { refOf, resourceVersionOf } from "../../object/metadata.ts";

const key = "/namespaces/shop/ConfigMap/env";
const never = (): boolean => false;

/** The ConfigMap at that version. */
function env(version: string, metadata: JsonObject = {}): JsonObject {
  return shopObject("v1 ConfigMap env", { resourceVersion: version, ...metadata });
}

/** A run of that object that has been decided; `before` is what its watches showed until then. */
function begun(before: (session: OfflineSession) => void = () => {}): OfflineSession {
  const session = offlineSession();
  before(session);
  session.deps.live.begin(new Set([key]));
  return session;
}

/** The state that an object has at its turn, as its version. */
function turn({ deps }: OfflineSession, decidedOn: JsonObject | undefined): string | undefined {
  const known = decidedOn ?? env("0");
  const now = deps.live.turn(
    { key: formatRef(refOf(known)), ref: refOf(known) },
    { decidedOn, isAsWanted: never },
  );
  return now === undefined || now === "unknown" ? now : resourceVersionOf(now);
}

/** What is known of an object at its turn, after the run was decided on version 5 of it. */
const turns = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, happens: (session: OfflineSession) => void, expected: string | undefined) {
    const session = begun();
    happens(session);
    t.is(turn(session, env("5")), expected);
  },
});

test(turns, "an object that no watch has reported is as it was decided on", () => {}, "5");
test(
  turns,
  "an object that is reported as it was is as it was decided on",
  ({ deps }) => deps.liveObjects.take(env("5")),
  "5",
);
test(
  turns,
  "an object that has changed since is as it is now",
  ({ deps }) => deps.liveObjects.take(env("6")),
  "6",
);
test(
  turns,
  "an object that is gone has to be read",
  ({ deps }) => deps.liveObjects.takeGone(env("6")),
  "unknown",
);
test(
  turns,
  "an object that was deleted and created again is as it is now",
  ({ deps }) => {
    deps.liveObjects.takeGone(env("6"));
    deps.liveObjects.take(env("7", { uid: "another" }));
  },
  "7",
);
test(
  turns,
  "an event that arrives late does not hide a newer one",
  ({ deps }) => {
    deps.liveObjects.take(env("8"));
    deps.liveObjects.takeGone(env("7"));
  },
  "8",
);
test(
  turns,
  "an object that may be out of date has to be read",
  ({ deps }) => deps.live.distrust(key),
  "unknown",
);
test(
  turns,
  "an object of a recreated namespace has to be read",
  ({ deps }) => deps.live.renew("shop"),
  "unknown",
);
test(turns, "the recreation of another namespace says nothing", ({ deps }) => deps.live.renew("infra"), "5");
test(
  turns,
  "an event about another object says nothing",
  ({ deps }) => deps.liveObjects.takeGone(shopObject("v1 Secret env", { resourceVersion: "9" })),
  "5",
);

test("an object that did not exist when the run was decided still does not", (t) => {
  t.is(turn(begun(), undefined), undefined);
});

test("an object that another client has created since is known at its turn", (t) => {
  const session = begun();
  session.deps.liveObjects.take(env("7"));
  t.is(turn(session, undefined), "7");
});

test("a new object of a recreated namespace need not be read", (t) => {
  const session = begun();
  session.deps.live.renew("shop");
  t.is(turn(session, undefined), undefined);
});

/** What is known at the turn of an object, by what the watches showed before the run was decided. */
const earlier = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, happens: (session: OfflineSession) => void, expected: string) {
    t.is(turn(begun(happens), env("5")), expected);
  },
});

test(
  earlier,
  "a change from while the run was decided counts",
  ({ deps }) => deps.liveObjects.take(env("6")),
  "6",
);
test(
  earlier,
  "a deletion from while the run was decided has to be read again",
  ({ deps }) => deps.liveObjects.takeGone(env("6")),
  "unknown",
);
test(
  earlier,
  "of several changes from while the run was decided the last one counts",
  ({ deps }) => {
    deps.liveObjects.takeGone(env("6"));
    deps.liveObjects.take(env("7"));
  },
  "7",
);

test("doubt about an object is settled by one read", (t) => {
  const session = begun();
  session.deps.live.distrust(key);
  t.deepEqual([turn(session, env("5")), turn(session, env("6"))], ["unknown", "6"]);
});

test("what is reported after the turn of an object is about its own write, and no news at a second turn", (t) => {
  const session = begun();
  session.deps.liveObjects.take(env("6"));
  t.is(turn(session, env("5")), "6");
  session.deps.liveObjects.take(env("7"));
  t.is(turn(session, env("6")), "6");
});
