import test from "ava";

import { outcomeOf, after, finishOf, startOf, targetOf } from "../../../fixtures/recorded-run.ts";
import type { Outcome, ApplyEvent } from "../../apply/model/event.ts";
import { failureGroups } from "./failure-groups.ts";
import { printedRun as printed } from "../../../fixtures/printed-run.ts";

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

test(
  "failures are listed in the order in which they occurred",
  grouped,
  [failed("a"), failed("b")],
  ["b", "a"],
  ["b 0", "a 0"],
);
test(
  "objects skipped transitively are counted under the failed object",
  grouped,
  [failed("a"), skipped("b", "a"), skipped("c", "b"), skipped("d", "c")],
  ["a"],
  ["a 3"],
);
test(
  "objects skipped because of an object outside the run are counted under that object",
  grouped,
  [skipped("b", "x")],
  [],
  ["x 1"],
);
test(
  "objects skipped because of each other are counted without an endless loop",
  grouped,
  [skipped("a", "b"), skipped("b", "a")],
  [],
  ["a 2"],
);

test("a chain of 100,000 skipped objects is counted under its cause", (t) => {
  const chain = Array.from({ length: 100_000 }, (_, index) => skipped(`n${index + 1}`, `n${index}`));
  t.is(failureGroups([failed("n0"), ...chain.toReversed()], [])[0]?.dependents, 100_000);
});

/** The timeout of a workload whose ConfigMap is missing. */
function timedOutWithoutConfig(name: string): ApplyEvent & { readonly type: "reconcile" } {
  const pods = [
    `pod/${name}-x2x: container ${name} waiting: CreateContainerConfigError (configmap "env" not found)`,
  ];
  const event = after(9000, {
    type: "reconcile",
    target: targetOf(`apps/namespaces/shop/Deployment/${name}`),
    operation: "apply",
    state: "Timeout",
    message: "not ready within 9s: 0 of 1 replicas available",
    trouble: { pods, events: [], logs: [], blockers: [] },
  });
  return event.type === "reconcile" ? event : timedOutWithoutConfig(name);
}

test("the same failure of many objects is printed once with the names of the others, and again at the end", (t) => {
  const names = ["a", "b", "c", "d"];
  const ends = names.map(timedOutWithoutConfig);
  const text = printed(
    [
      startOf(names.map((name) => [`apps/namespaces/shop/Deployment/${name}`, 1])),
      ...ends,
      finishOf(9001, {
        verdict: "timedOut",
        outcomes: ends.map(({ target, message = "", trouble }) =>
          outcomeOf(target.key, {
            actuation: "Succeeded",
            reconcile: "Timeout",
            message,
            ...(trouble === undefined ? {} : { trouble }),
          }),
        ),
      }),
    ],
    { placeOf: (key) => ({ file: "web.yaml", line: key.endsWith("a") ? 7 : 9 }) },
  );
  t.is(
    text.slice(text.indexOf("\n") + 1),
    `timed out   Deployment/a: not ready within 9s: 0 of 1 replicas available
    pod/a-x2x: container a waiting: CreateContainerConfigError (configmap "env" not found)
timed out   3 more for the same reason: Deployment/b, Deployment/c, Deployment/d

timed out after 9s; 4 applied, 4 timed out
  Deployment/a timed out: not ready within 9s: 0 of 1 replicas available (web.yaml:7)
    pod/a-x2x: container a waiting: CreateContainerConfigError (configmap "env" not found)
  and 3 more for the same reason: Deployment/b, Deployment/c, Deployment/d
`,
  );
});

test("a failure reason that already contains its location is printed without a second one", (t) => {
  const key = "/namespaces/shop/ConfigMap/env";
  const message = "data.a: wrong (env.yaml:7:3)";
  const text = printed(
    [
      startOf([[key, 1]]),
      finishOf(1, {
        verdict: "failed",
        outcomes: [outcomeOf(key, { actuation: "Failed", reconcile: "Skipped", message })],
      }),
    ],
    { placeOf: () => ({ file: "env.yaml", line: 1 }) },
  );
  t.true(text.endsWith(`\n  ConfigMap/env failed: ${message}\n`), text);
});
