import test from "ava";

import { outcomeOf } from "../../../fixtures/recorded-run.ts";
import type { Outcome } from "../../apply/model/event.ts";
import { failureGroups } from "./failure-groups.ts";

function failed(name: string): Outcome {
  return outcomeOf(`/Namespace/${name}`, { actuation: "Failed", reconcile: "Skipped" });
}

function skipped(name: string, on: string): Outcome {
  const because = { on: `/Namespace/${on}`, rule: "depends-on", until: "ready" } as const;
  return outcomeOf(`/Namespace/${name}`, { actuation: "Skipped", reconcile: "Skipped", because });
}

const grouped = test.macro({
  exec(t, outcomes: readonly Outcome[], order: readonly string[], expected: readonly string[]) {
    const groups = failureGroups(
      outcomes,
      order.map((name) => `/Namespace/${name}`),
    );
    t.deepEqual(
      groups.map((group) => `${group.key.slice("/Namespace/".length)} ${group.dependents}`),
      expected,
    );
  },
  title: (title = "") => title,
});

test("the first to fail comes first", grouped, [failed("a"), failed("b")], ["b", "a"], ["b 0", "a 0"]);
test(
  "what is skipped for something skipped counts behind what failed",
  grouped,
  [failed("a"), skipped("b", "a"), skipped("c", "b"), skipped("d", "c")],
  ["a"],
  ["a 3"],
);
test(
  "what is held back by something outside the run is counted behind that",
  grouped,
  [skipped("b", "x")],
  [],
  ["x 1"],
);
test(
  "objects skipped for each other end somewhere",
  grouped,
  [skipped("a", "b"), skipped("b", "a")],
  [],
  ["a 2"],
);

test("a chain of 100,000 skipped objects comes back to its cause", (t) => {
  const chain = Array.from({ length: 100_000 }, (_, index) => skipped(`n${index + 1}`, `n${index}`));
  t.is(failureGroups([failed("n0"), ...chain.toReversed()], [])[0]?.dependents, 100_000);
});
