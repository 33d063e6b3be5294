import test from "ava";
import * as fc from "fast-check";

import { writtenUnits } from "./raw-unit.ts";
import { findUnitCycle } from "./unit-faults.ts";

/** The cycle among units given as `name: names that it depends on`. */
function cycle(...units: readonly string[]): string {
  const file = {
    units: units.map((unit) => {
      const [name = "", others = ""] = unit.split(":");
      return { name, dependsOn: others.split(" ").filter((other) => other !== "") };
    }),
  };
  return findUnitCycle(writtenUnits(file))
    .map(({ name }) => name)
    .join(" → ");
}

test("dependencies in one direction form no cycle", (t) => {
  t.is(cycle("a: b c", "b: c", "c:"), "");
  t.is(cycle(), "");
});
test("a cycle begins with its first unit in the file, and each unit depends on the next", (t) => {
  t.is(cycle("c: a", "a: b", "b: c"), "c → a → b");
  t.is(cycle("x:", "b: a", "a: b"), "b → a");
});
test("a unit that depends on itself is a cycle of one", (t) => {
  t.is(cycle("a: b", "b: b"), "b");
});
test("units that depend on a cycle, or that a cycle depends on, are not part of it", (t) => {
  t.is(cycle("user: a", "a: base b", "b: a", "base:"), "a → b");
});
test("a dependency on a missing unit is not a cycle", (t) => {
  t.is(cycle("a: missing", "b: a"), "");
});

test("a cycle is found exactly if repeatedly removing units without dependencies leaves some", (t) => {
  const names = ["a", "b", "c", "d", "e"];
  const needs = fc.array(fc.subarray(names), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(needs, (drawn) => {
      const left = new Map(names.map((name, index) => [name, drawn[index] ?? []]));
      for (let round = 0; round < names.length; round += 1) {
        for (const [name, others] of left) {
          if (!others.some((other) => left.has(other))) {
            left.delete(name);
          }
        }
      }
      const found = cycle(...names.map((name, index) => `${name}: ${(drawn[index] ?? []).join(" ")}`));
      t.is(found !== "", left.size > 0);
      const members = found === "" ? [] : found.split(" → ");
      members.forEach((name, index) => {
        t.true(left.get(name)?.includes(members[(index + 1) % members.length] ?? ""));
      });
    }),
  );
});
