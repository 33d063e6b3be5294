import test from "ava";

import { hashOf } from "./checkouts.ts";

test("the order of the fields of an access does not matter, that of facts does", (t) => {
  t.is(hashOf([{ username: "a", caFile: "b" }]), hashOf([{ caFile: "b", username: "a" }]));
  t.not(hashOf(["a", "b"]), hashOf(["b", "a"]));
});

test("other facts have another name, and facts do not run into each other", (t) => {
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

test("a name is a name of a folder", (t) => {
  t.regex(hashOf(["../../etc", 5, { proxy: "http://x" }]), /^[0-9a-f]{32}$/);
});
