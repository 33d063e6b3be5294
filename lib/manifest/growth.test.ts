import test from "ava";

import { drawPump } from "../../e2e/fuzz/drawn-pump.ts";
import { growthOf, isLinear, mostWork } from "../../e2e/fuzz/growth.ts";
import { knownPumps } from "../../e2e/fuzz/known-pumps.ts";
import { pump, pumped, pumpWords } from "../../e2e/fuzz/pump.ts";
import { countWork } from "../../e2e/fuzz/work-count.ts";
import { rollDice } from "../../e2e/judge/dice.ts";
import { readManifests } from "./parse-manifests.ts";

function work(text: string): number {
  return countWork(() => readManifests({ name: "a.yaml", text }));
}

/** The work per item if each of `length` items is compared with all. */
function quadraticWork(length: number): number {
  const compareAll = (): void => {
    for (let outer = 0; outer < length; outer += 1) {
      for (let inner = 0; inner < length; inner += 1) {
        Math.max(outer, inner);
      }
    }
  };
  return countWork(compareAll) / length;
}

for (const [name, hostile] of knownPumps) {
  test.serial(`the time to parse is linear in the size of the text: ${name}`, (t) => {
    const growth = growthOf(hostile);
    t.true(isLinear(growth), JSON.stringify(growth));
  });
}

test.serial("the time to parse is linear in the size of the text: random texts", (t) => {
  for (let index = 0; index < 60; index += 1) {
    const hostile = drawPump(rollDice("growth", index));
    const growth = growthOf(hostile);
    t.true(isLinear(growth), `${pumpWords(hostile)}: ${JSON.stringify(growth)}`);
  }
});

for (const piece of ["[", "{a: ", "- ", "? ", '{"a":', "- [", "&a [", "!x {b: "]) {
  test.serial(`parsing stops after 500 nested levels of ${JSON.stringify(piece)}`, (t) => {
    const [short, long] = [pumped(pump("", piece), 8000), pumped(pump("", piece), 80_000)];
    // The searches for the line of a fault, and for whether the text is a Secret, may scan all of it.
    t.true(work(long) < work(short) + (long.length - short.length) * 5, `${work(short)}, ${work(long)}`);
    const { diagnostics } = readManifests({ name: "a.yaml", text: long });
    t.deepEqual(
      diagnostics.map(({ code }) => code),
      ["TooDeep"],
    );
  });
}

test.serial("the check for linear time detects quadratic time", (t) => {
  t.false(isLinear({ smaller: quadraticWork(100), larger: quadraticWork(400) }));
  t.false(isLinear({ smaller: mostWork + 1, larger: mostWork + 1 }));
});
