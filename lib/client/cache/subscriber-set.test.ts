import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { PackedObjects } from "./compressed-store.ts";
import { MergedObjects } from "./merged-objects.ts";
import { SubscriberSet } from "./subscriber-set.ts";
import { Subscription } from "./subscription.ts";
import { dividedByLabel, type ObjectGroup } from "./wide-selection.ts";

const label = "part-of";

/** A set that keeps two unclaimed objects, with the output of its subscribers. */
function openSet(): {
  readonly see: (name: string, release: string | undefined, version?: number) => void;
  readonly subscribe: (part: ObjectGroup) => {
    readonly output: readonly string[];
    readonly stop: () => void;
  };
  readonly subscribers: SubscriberSet;
} {
  const objects = new PackedObjects();
  const merged = new MergedObjects(objects);
  const subscribers = new SubscriberSet(objects, dividedByLabel(label), 2);
  return {
    subscribers,
    see: (name, release, version = 1) => {
      const labels: JsonObject = release === undefined ? {} : { [label]: release };
      const object = { metadata: { namespace: "shop", name, labels, resourceVersion: String(version) } };
      const change = merged.seen(`shop/${name}`, object);
      if (change !== undefined) {
        subscribers.report(change);
      }
    },
    subscribe: (part) => {
      const output: string[] = [];
      const subscription = new Subscription(
        (event) =>
          output.push(
            "object" in event ? `${event.type} ${JSON.stringify(event.object["metadata"])}` : event.type,
          ),
        {
          keys: () => subscribers.keysOf(part),
          get: (key) => objects.get(key),
          state: () => ({ isSynced: true, polling: undefined }),
          onStop: () => subscribers.delete(subscription, part),
        },
      );
      subscribers.add(subscription, part);
      subscription.begin();
      return { output, stop: subscription.stop };
    },
  };
}

const one: ObjectGroup = { value: "one", namespace: undefined };
const two: ObjectGroup = { value: "two", namespace: undefined };

test("a few objects without subscribers are kept for later subscribers", async (t) => {
  const { see, subscribe, subscribers } = openSet();
  see("a", "one");
  see("b", "two");
  t.true(subscribers.hasAllOf(one));
  const { output } = subscribe(one);
  await Promise.resolve();
  t.is(output.filter((line) => line.startsWith("seen")).length, 1);
});

test("too many objects without subscribers are dropped, and not replayed as a complete set", (t) => {
  const { see, subscribe, subscribers } = openSet();
  const { stop } = subscribe(one);
  see("a", "one");
  see("b", "two");
  see("c", "two");
  t.true(subscribers.hasAllOf(two));
  see("d", "three");
  t.false(subscribers.hasAllOf(two));
  t.true(subscribers.hasAllOf(one));
  t.deepEqual([...subscribers.keysOf(one)], ["shop/a"]);
  t.deepEqual([...subscribers.keysOf(two)], []);
  see("e", "two", 2);
  t.deepEqual([...subscribers.keysOf(two)], []);
  stop();
  t.false(subscribers.hasAllOf(one));
  t.deepEqual([...subscribers.keysOf(one)], []);
});

test("an object that loses its label is reported as gone to its subscriber", async (t) => {
  const { see, subscribe, subscribers } = openSet();
  const { output } = subscribe(one);
  await Promise.resolve();
  see("a", "one");
  see("a", undefined, 2);
  t.deepEqual(
    output.map((line) => line.split(" ")[0]),
    ["synced", "seen", "gone"],
  );
  t.deepEqual([...subscribers.keysOf(one)], []);
});

test("only objects of the namespace of a subscriber are passed to it", async (t) => {
  const { see, subscribe } = openSet();
  const { output } = subscribe({ value: "one", namespace: "other" });
  await Promise.resolve();
  see("a", "one");
  t.deepEqual(output, ["synced"]);
});
