import test from "ava";

import { offlineSession, type OfflineSession, shopObject } from "../../../fixtures/offline-session.ts";
import type { JsonObject } from "../../object/json.ts";
import { formatRef } from "../../object/object-ref.ts";
import { refOf, resourceVersionOf } from "../../object/metadata.ts";

const key = "/namespaces/shop/ConfigMap/env";
const never = (): boolean => false;

/** The ConfigMap at this version. */
function env(version: string, metadata: JsonObject = {}): JsonObject {
  return shopObject("v1 ConfigMap env", { resourceVersion: version, ...metadata });
}

/** A run with this object whose plan is decided; `before` sends the watch events until then. */
function begun(before: (session: OfflineSession) => void = () => {}): OfflineSession {
  const session = offlineSession();
  before(session);
  session.deps.live.begin(new Set([key]));
  return session;
}

/** The state of an object at its turn, as its version. */
function turn({ deps }: OfflineSession, decidedOn: JsonObject | undefined): string | undefined {
  const known = decidedOn ?? env("0");
  const now = deps.live.turn(
    { key: formatRef(refOf(known)), ref: refOf(known) },
    { decidedOn, isAsWanted: never },
  );
  return now === undefined || now === "unknown" ? now : resourceVersionOf(now);
}

/** The known state of an object at its turn, after the run was decided on its version 5. */
const turns = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, happens: (session: OfflineSession) => void, expected: string | undefined) {
    const session = begun();
    happens(session);
    t.is(turn(session, env("5")), expected);
  },
});

test(
  turns,
  "before its write an object without a watch event has the state that was decided on",
  () => {},
  "5",
);
test(
  turns,
  "before its write an object with a watch event of the same version has the state that was decided on",
  ({ deps }) => deps.liveObjects.take(env("5")),
  "5",
);
test(
  turns,
  "before its write a changed object has its current state",
  ({ deps }) => deps.liveObjects.take(env("6")),
  "6",
);
test(
  turns,
  "before its write a deleted object has to be read",
  ({ deps }) => deps.liveObjects.takeGone(env("6")),
  "unknown",
);
test(
  turns,
  "before its write a recreated object has its current state",
  ({ deps }) => {
    deps.liveObjects.takeGone(env("6"));
    deps.liveObjects.take(env("7", { uid: "another" }));
  },
  "7",
);
test(
  turns,
  "before the write of an object an older deletion event does not hide a newer state",
  ({ deps }) => {
    deps.liveObjects.take(env("8"));
    deps.liveObjects.takeGone(env("7"));
  },
  "8",
);
test(
  turns,
  "before its write an object whose state is distrusted has to be read",
  ({ deps }) => deps.live.distrust(key),
  "unknown",
);
test(
  turns,
  "before its write an object of a recreated namespace has to be read",
  ({ deps }) => deps.live.renew("shop"),
  "unknown",
);
test(
  turns,
  "the recreation of another namespace does not affect the state of an object",
  ({ deps }) => deps.live.renew("infra"),
  "5",
);
test(
  turns,
  "an event about another object does not affect the state of an object",
  ({ deps }) => deps.liveObjects.takeGone(shopObject("v1 Secret env", { resourceVersion: "9" })),
  "5",
);

test("before its write an object that did not exist during planning does not exist", (t) => {
  t.is(turn(begun(), undefined), undefined);
});

test("before its write an object that another client has created since planning is known", (t) => {
  const session = begun();
  session.deps.liveObjects.take(env("7"));
  t.is(turn(session, undefined), "7");
});

test("a new object of a recreated namespace need not be read", (t) => {
  const session = begun();
  session.deps.live.renew("shop");
  t.is(turn(session, undefined), undefined);
});

/** The known state of an object at its turn, given the watch events before the run was decided. */
const earlier = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, happens: (session: OfflineSession) => void, expected: string) {
    t.is(turn(begun(happens), env("5")), expected);
  },
});

test(
  earlier,
  "a change of an object during planning is known before its write",
  ({ deps }) => deps.liveObjects.take(env("6")),
  "6",
);
test(
  earlier,
  "an object that was deleted during planning has to be read before its write",
  ({ deps }) => deps.liveObjects.takeGone(env("6")),
  "unknown",
);
test(
  earlier,
  "the last of several changes of an object during planning is known before its write",
  ({ deps }) => {
    deps.liveObjects.takeGone(env("6"));
    deps.liveObjects.take(env("7"));
  },
  "7",
);

test("a distrusted object has to be read only once", (t) => {
  const session = begun();
  session.deps.live.distrust(key);
  t.deepEqual([turn(session, env("5")), turn(session, env("6"))], ["unknown", "6"]);
});

test("watch events after the first write of an object are ignored before its second write", (t) => {
  const session = begun();
  session.deps.liveObjects.take(env("6"));
  t.is(turn(session, env("5")), "6");
  session.deps.liveObjects.take(env("7"));
  t.is(turn(session, env("6")), "6");
});
