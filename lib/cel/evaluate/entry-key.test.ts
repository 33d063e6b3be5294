import test from "ava";
import * as fc from "fast-check";

import {
  celList,
  eachEntry,
  type CelValue,
  CelDuration,
  type ListIdentity,
  Timestamp,
  UnsignedInt,
} from "../model/value.ts";
import { appendList } from "./concat-list.ts";
import { entriesByKey, entryKey, isKey, keyText, celMap } from "./entry-key.ts";
import { sameValue } from "./equality.ts";

const key: fc.Arbitrary<CelValue> = fc.oneof(
  fc.bigInt({ min: -3n, max: 3n }),
  fc.bigInt({ min: 0n, max: 3n }).map((value) => new UnsignedInt(value)),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom("", "1", "n1", "true", "btrue"),
  fc.boolean(),
);

test("map keys have the same text if and only if they are equal", (t) => {
  fc.assert(
    fc.property(key, key, (left, right) => {
      t.is(keyText(left) === keyText(right), sameValue(left, right));
    }),
  );
});

test("entries of a set have the same key if and only if they are equal", (t) => {
  const entry = fc.oneof(
    key,
    fc.double({ noNaN: true }),
    fc.constantFrom<CelValue>(
      new Timestamp(1n, 0),
      new Timestamp(1n, 1),
      new CelDuration(1n),
      Uint8Array.of(1, 2),
    ),
  );
  fc.assert(
    fc.property(entry, entry, (left, right) => {
      const set: ListIdentity = { kind: "set" };
      t.is(entryKey(left, set) === entryKey(right, set), sameValue(left, right));
    }),
  );
});

test("null, fractions, lists, maps and timestamps are not map keys", (t) => {
  for (const value of [null, 1.5, Number.NaN, celList([]), celMap([]), new Timestamp(0n, 0)]) {
    t.is(keyText(value), undefined);
    t.false(isKey(value));
  }
});

test("a whole double is looked up like an int key, but is not allowed in a map literal", (t) => {
  t.is(keyText(1), keyText(1n));
  t.false(isKey(1));
});

function port(name: string | null, number: bigint): CelValue {
  return celMap([
    ["name", name],
    ["number", number],
  ]);
}

const byName: ListIdentity = { kind: "map", keys: ["name"] };

test("entries of a list of type map are the same if their key fields are equal", (t) => {
  t.is(entryKey(port("a", 1n), byName), entryKey(port("a", 2n), byName));
  t.not(entryKey(port("a", 1n), byName), entryKey(port("b", 1n), byName));
  t.is(entryKey(port(null, 1n), byName), entryKey(celMap([]), byName));
  const byBoth: ListIdentity = { kind: "map", keys: ["name", "number"] };
  t.not(entryKey(port("a", 1n), byBoth), entryKey(port("a", 2n), byBoth));
  t.not(entryKey(port("a,b", 1n), byBoth), entryKey(port("a", 1n), byBoth));
});

test("the last of several entries with the same key wins", (t) => {
  const [first, second, third] = [port("a", 1n), port("b", 1n), port("a", 2n)];
  t.deepEqual([...entriesByKey([first, second, third], byName).values()], [third, second]);
});

test("appending to a list of type map replaces entries with the same key in place", (t) => {
  const left = { ...celList([port("a", 1n), port("b", 1n)]), identity: byName };
  const numbers = [...eachEntry(appendList(left, celList([port("c", 3n), port("a", 2n)])))].map((entry) =>
    typeof entry === "object" && entry !== null && "tag" in entry && entry.tag === "map"
      ? entry.get("number")
      : null,
  );
  t.deepEqual(numbers, [2n, 1n, 3n]);
});

test("appending to a list of type set keeps each entry once", (t) => {
  const left = { ...celList(["a", "b"]), identity: { kind: "set" } as const };
  t.deepEqual([...eachEntry(appendList(left, celList(["c", "a", "c"])))], ["a", "b", "c"]);
});
