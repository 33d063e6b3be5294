import test from "ava";

import { hashOf } from "./checkouts.ts";

test("the hash of a checkout ignores the order of fields, but not of list entries", (t) => {
  t.is(hashOf([{ username: "a", caFile: "b" }]), hashOf([{ caFile: "b", username: "a" }]));
  t.not(hashOf(["a", "b"]), hashOf(["b", "a"]));
});

test("different facts have different hashes, even if their concatenation is the same", (t) => {
  const names = [
    ["ab", "c"],
    ["a", "bc"],
    ["abc"],
    [1],
    ["1"],
    [true],
    ["true"],
    [{ username: "a" }],
    [{ passwordFile: "a" }],
  ].map((facts) => hashOf(facts));
  t.is(new Set(names).size, names.length);
});

test("the hash of a checkout is a safe folder name", (t) => {
  t.regex(hashOf(["../../etc", 5, { proxy: "http://x" }]), /^[0-9a-f]{32}$/);
});
