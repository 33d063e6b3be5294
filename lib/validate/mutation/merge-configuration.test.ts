import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { configurationFault } from "./configuration-faults.ts";
import { mergeConfiguration } from "./merge-configuration.ts";
import type { MergeType } from "./merge-type.ts";

const any: MergeType = { is: "any" };
const text: MergeType = { is: "scalar", of: "string" };
const byName: MergeType = { is: "list", item: () => any, identity: [{ name: "name" }] };

function names(...written: readonly string[]): JsonValue {
  return written.map((one) => ({ name: one.slice(0, 1), ...(one.length > 1 ? { by: one.slice(1) } : {}) }));
}

const orders = test.macro({
  title: (_, live: readonly string[], applied: readonly string[]) =>
    `a live list ${live.join() || "without items"} is merged with the applied list ${applied.join()}`,
  exec: (t, live: readonly string[], applied: readonly string[], expected: readonly string[]) => {
    t.deepEqual(mergeConfiguration(names(...live), names(...applied), byName), names(...expected));
  },
});

// Expected orders are those of structured-merge-diff 6.
test(orders, ["a", "b", "c"], ["b2"], ["a", "b2", "c"]);
test(orders, ["a", "b"], ["d"], ["a", "b", "d"]);
test(orders, ["a", "b"], ["d", "a"], ["d", "a", "b"]);
test(orders, ["a", "b", "c"], ["c", "a"], ["b", "c", "a"]);
test(orders, ["a", "b", "c"], ["c", "d", "b", "a"], ["c", "d", "b", "a"]);
test(orders, [], ["a"], ["a"]);
test(orders, ["a1", "a2", "b"], ["a3"], ["a3", "b"]);

test("a merge sets applied fields, keeps others and replaces lists without keys as a whole", (t) => {
  const type: MergeType = { is: "map", isAtomic: false, named: () => undefined, rest: any };
  const live = { kept: 1, below: { kept: 1, set: 1 }, list: [1, 2] };
  t.deepEqual(mergeConfiguration(live, { below: { set: 2 }, list: [3] }, type), {
    kept: 1,
    below: { kept: 1, set: 2 },
    list: [3],
  });
});

test("undeclared fields, duplicate keys and atomic fields are refused with the messages of the server", (t) => {
  const fields = new Map<string, MergeType>([
    ["list", byName],
    ["whole", { is: "map", isAtomic: true, named: () => undefined, rest: text }],
    ["command", { is: "list", item: () => text }],
  ]);
  const type: MergeType = { is: "map", isAtomic: false, named: (name) => fields.get(name) };
  const prefix = "failed to convert patch object to typed object: ";
  t.is(configurationFault({ nothing: 1 }, type), `${prefix}.nothing: field not declared in schema`);
  t.is(
    configurationFault({ list: names("a", "a") }, type),
    `${prefix}.list: duplicate entries for key [name="a"]`,
  );
  t.is(configurationFault({ command: "x", list: [{}] }, type), `${prefix}.command: expected list, got &{x}`);
  t.is(
    configurationFault({ whole: { a: "b" }, command: ["x"] }, type),
    "invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .whole, .command",
  );
  t.is(configurationFault({ list: names("a", "b") }, type), undefined);
});

test("merging a set adds every new value once", (t) => {
  const set: MergeType = { is: "list", item: () => text, identity: "whole" };
  t.deepEqual(mergeConfiguration(["a", "b"], ["b", "c"], set), ["a", "b", "c"]);
});
