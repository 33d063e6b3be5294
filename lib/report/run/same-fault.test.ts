import test from "ava";

import { printedRun as printed } from "../../../fixtures/printed-run.ts";
import { after, finishOf, outcomeOf, startOf, targetOf } from "../../../fixtures/recorded-run.ts";
import type { ApplyEvent } from "../../apply/model/event.ts";

/** The end of an object that waits for a ConfigMap that is not there. */
function starved(name: string): ApplyEvent & { readonly type: "reconcile" } {
  const pods = [
    `pod/${name}-x2x: container ${name} waiting: CreateContainerConfigError (configmap "env" not found)`,
  ];
  const event = after(9000, {
    type: "reconcile",
    target: targetOf(`apps/namespaces/shop/Deployment/${name}`),
    operation: "apply",
    state: "Timeout",
    message: "not reconciled within 9s: 0 of 1 replicas available",
    trouble: { pods, events: [], logs: [], blockers: [] },
  });
  return event.type === "reconcile" ? event : starved(name);
}

test("the same fault of many objects is told once, with the names of the others, and its reason stands at the end", (t) => {
  const names = ["a", "b", "c", "d"];
  const ends = names.map(starved);
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
    `timed out   apps/namespaces/shop/Deployment/a: not reconciled within 9s: 0 of 1 replicas available
    pod/a-x2x: container a waiting: CreateContainerConfigError (configmap "env" not found)
timed out   3 more for the same reason: Deployment/b, Deployment/c, Deployment/d

timed out after 9s; 4 applied, 4 timed out
  apps/namespaces/shop/Deployment/a timed out: not reconciled within 9s: 0 of 1 replicas available (web.yaml:7)
    pod/a-x2x: container a waiting: CreateContainerConfigError (configmap "env" not found)
  and 3 more for the same reason: Deployment/b, Deployment/c, Deployment/d
`,
  );
});

test("a reason that names its line in the manifest is told with that place alone", (t) => {
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
  t.true(text.endsWith(`\n  ${key} failed: ${message}\n`), text);
});
