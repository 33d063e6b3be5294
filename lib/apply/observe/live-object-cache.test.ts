import test from "ava";
import * as fc from "fast-check";

import { noAccess, offlineSession, shopObject } from "../../../fixtures/offline-session.ts";
import { settle } from "../../../fixtures/controlled-run.ts";
import type { Resource } from "../../client/model/cluster.ts";
import type { JsonObject } from "../../object/json.ts";
import { resourceVersionOf } from "../../object/metadata.ts";
import type { Listener, LiveObjectCache } from "./live-object-cache.ts";

const key = "/namespaces/shop/ConfigMap/env";
const configMaps: Resource = {
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  namespaced: true,
  verbs: ["get", "list", "watch"],
};
const place = { resource: configMaps, namespace: "shop", name: "env" };

function env(resourceVersion: string, uid = "one"): JsonObject {
  return shopObject("v1 ConfigMap env", { resourceVersion, uid });
}

interface Recording {
  readonly cache: LiveObjectCache;
  readonly reported: readonly string[];
  /** A listener that records `NAME VERSION` or `NAME gone`. */
  readonly named: (name: string) => Listener;
}

function recorded(): Recording {
  const { deps } = offlineSession();
  const reported: string[] = [];
  const named =
    (name: string): Listener =>
    (object, isGone) => {
      reported.push(`${name} ${isGone ? "gone" : resourceVersionOf(object)}`);
    };
  return { cache: deps.liveObjects, reported, named };
}

test("an object is unknown until it is received from a response or a watch", (t) => {
  const { cache } = recorded();
  t.is(cache.get(key), undefined);
  cache.take(env("1"));
  t.deepEqual(cache.get(key), env("1"));
  t.deepEqual([...cache.all()], [[key, env("1")]]);
});

/** The version that is known after these have been received in order. */
const keeps = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, received: readonly string[], expected: string) {
    const { cache } = recorded();
    for (const version of received) {
      cache.take(env(version));
    }
    t.is(resourceVersionOf(cache.get(key) ?? {}), expected);
  },
});

test(keeps, "a newer state replaces an older one", ["1", "2"], "2");
test(keeps, "an older state does not replace a newer one", ["2", "1"], "2");
test(keeps, "versions are compared as numbers", ["9", "10"], "10");
test(
  keeps,
  "versions beyond 2^53 are compared exactly",
  ["9007199254740993", "9007199254740992"],
  "9007199254740993",
);
test(keeps, "versions that are not numbers are ordered by their arrival", ["b", "a"], "a");

test("an older state is not reported to listeners", (t) => {
  const { cache, reported, named } = recorded();
  cache.listen(key, named("one"));
  cache.take(env("2"));
  cache.take(env("1"));
  t.deepEqual(reported, ["one 2"]);
});

test("a deleted object may be recreated with any version", (t) => {
  const { cache, reported, named } = recorded();
  cache.listen(key, named("one"));
  cache.take(env("5"));
  cache.takeGone(env("6"));
  t.is(cache.get(key), undefined);
  cache.take(env("3", "two"));
  t.deepEqual(reported, ["one 5", "one gone", "one 3"]);
});

test("a listener is called for its own object only", (t) => {
  const { cache, reported, named } = recorded();
  cache.listen(key, named("one"));
  cache.take(shopObject("v1 ConfigMap other"));
  cache.take(shopObject("v1 Secret env"));
  cache.take(shopObject("v1 ConfigMap env", { namespace: "elsewhere" }));
  t.deepEqual(reported, []);
});

test("all listeners of an object are called in the order of their registration", (t) => {
  const { cache, reported, named } = recorded();
  cache.listen(key, named("one"));
  cache.listen(key, named("two"));
  cache.take(env("1"));
  t.deepEqual(reported, ["one 1", "two 1"]);
});

test("a stopped listener is no longer called, but the others are", (t) => {
  const { cache, reported, named } = recorded();
  const stop = cache.listen(key, named("one"));
  cache.listen(key, named("two"));
  stop();
  stop();
  cache.take(env("1"));
  t.deepEqual(reported, ["two 1"]);
});

test("a listener that is added during an event is called from the next event on", (t) => {
  const { cache, reported, named } = recorded();
  const stop = cache.listen(key, () => {
    stop();
    cache.listen(key, named("late"));
  });
  cache.take(env("1"));
  t.deepEqual(reported, []);
  cache.take(env("2"));
  t.deepEqual(reported, ["late 2"]);
});

test("the observer gets every event of every object, even without listeners", (t) => {
  const { cache } = recorded();
  const observed: string[] = [];
  cache.observe((observedKey, object, isGone) => {
    observed.push(`${observedKey} ${isGone ? "gone" : resourceVersionOf(object)}`);
  });
  cache.stopRetaining();
  cache.take(env("1"));
  cache.take(shopObject("apps/v1 Deployment web"));
  cache.takeGone(env("2"));
  t.deepEqual(observed, [`${key} 1`, "apps/namespaces/shop/Deployment/web 100", `${key} gone`]);
});

test("a second observer replaces the first", (t) => {
  const { cache } = recorded();
  const observed: string[] = [];
  cache.observe(() => observed.push("first"));
  cache.observe(() => observed.push("second"));
  cache.take(env("1"));
  t.deepEqual(observed, ["second"]);
});

test("a late observer is called with the cached objects", (t) => {
  const { cache, reported, named } = recorded();
  cache.take(env("1"));
  cache.take(env("2"));
  cache.observe((_key, object, isGone) => {
    named("observer")(object, isGone);
  });
  t.deepEqual(reported, ["observer 2"]);
});

test("the observer is called before the listeners", (t) => {
  const { cache, reported, named } = recorded();
  const before: number[] = [];
  cache.observe(() => before.push(reported.length));
  cache.listen(key, named("one"));
  cache.take(env("1"));
  t.deepEqual(before, [0]);
});

test("during planning all objects are cached, afterwards only those with a listener", (t) => {
  const { cache, named } = recorded();
  cache.take(env("1"));
  cache.take(shopObject("v1 ConfigMap other"));
  const stop = cache.listen(key, named("one"));
  cache.stopRetaining();
  t.deepEqual(
    [...cache.all()].map(([each]) => each),
    [key],
  );
  cache.take(shopObject("v1 ConfigMap other"));
  t.is(cache.get("/namespaces/shop/ConfigMap/other"), undefined);
  stop();
  t.is(cache.get(key), undefined);
});

test("an object with two listeners is cached until the second one stops", (t) => {
  const { cache, named } = recorded();
  cache.stopRetaining();
  const stops = ["one", "two"].map((name) => cache.listen(key, named(name)));
  cache.take(env("1"));
  stops[0]?.();
  t.deepEqual(cache.get(key), env("1"));
  stops[1]?.();
  t.is(cache.get(key), undefined);
});

test("during planning an object stays cached after its listener stops", (t) => {
  const { cache, named } = recorded();
  const stop = cache.listen(key, named("one"));
  cache.take(env("1"));
  stop();
  t.deepEqual(cache.get(key), env("1"));
});

test("a refused watch covers no objects and may be requested again", async (t) => {
  const { cache } = recorded();
  await t.throwsAsync(cache.open(configMaps, "shop"), { name: "AccessError", message: noAccess });
  await t.throwsAsync(cache.openOne(place), { name: "AccessError" });
  t.false(cache.covers(place, true));
  t.false(cache.covers(place, false));
  await t.throwsAsync(cache.open(configMaps, "shop"), { name: "AccessError" });
});

test("opening the watch for one object does not throw if it is refused", async (t) => {
  const { cache } = recorded();
  await t.notThrowsAsync(cache.openFor(place, true));
  await t.notThrowsAsync(cache.openFor(place, false));
});

test("an object is not polled with unusable credentials", async (t) => {
  const { deps, clock, events } = offlineSession();
  deps.liveObjects.listen(key, () => {});
  await deps.liveObjects.openFor(place, true);
  await settle();
  t.is(clock.pending(), 0);
  t.deepEqual(events, []);
});

test("a closed cache still returns its objects, but sends no further requests", async (t) => {
  const { cache, reported, named } = recorded();
  cache.listen(key, named("one"));
  cache.take(env("1"));
  const opened = cache.open(configMaps, undefined).catch(() => "refused");
  cache.close();
  t.is(await opened, "refused");
  t.deepEqual(cache.get(key), env("1"));
  t.deepEqual(reported, ["one 1"]);
});

const anyEvent = fc.record({ version: fc.integer({ min: 1, max: 50 }), isGone: fc.boolean() });

test("for any sequence of events the newest state since the last deletion is cached and reported", (t) => {
  const law = fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
    const { cache, reported, named } = recorded();
    cache.listen(key, named("one"));
    let newest: number | undefined;
    for (const { version, isGone } of events) {
      if (isGone) {
        cache.takeGone(env(String(version)));
        newest = undefined;
      } else {
        cache.take(env(String(version)));
        newest = Math.max(version, newest ?? 0);
      }
    }
    const known = cache.get(key);
    t.is(known === undefined ? undefined : Number(resourceVersionOf(known)), newest);
    t.is(reported.at(-1), events.length === 0 ? undefined : `one ${newest ?? "gone"}`);
  });
  fc.assert(law);
});
