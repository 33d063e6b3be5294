import test from "ava";

import { offlineRun, servedKinds } from "../../../fixtures/offline-run.ts";
import { targetOf } from "../../../fixtures/recorded-run.ts";
import { newParent } from "../../inventory/applyset-parent.ts";
import type { Outcome } from "../model/event.ts";
import { hasTouched, storeFailure, summarizeRun } from "./run-summary-record.ts";

function outcome(name: string, facts: Partial<Outcome> = {}): Outcome {
  return {
    target: targetOf(`/namespaces/shop/ConfigMap/${name}`),
    operation: "apply",
    group: 1,
    actuation: "Succeeded",
    reconcile: "Succeeded",
    ...facts,
  };
}

const facts = { at: 7, action: "upgrade", mask: (text: string) => text.replaceAll("secret", "(hidden)") };

test("of a run that ended well only that is remembered", (t) => {
  t.deepEqual(summarizeRun({ verdict: "converged", outcomes: [outcome("env")] }, facts), {
    at: 7,
    action: "upgrade",
    verdict: "converged",
    undone: [],
    more: 0,
  });
});

test("what did not end well is remembered with its reason, without values of Secrets", (t) => {
  const because = { on: "apps/namespaces/shop/Deployment/db", rule: "depends-on", until: "ready" } as const;
  const outcomes = [
    outcome("env"),
    outcome("bad", { actuation: "Failed", reconcile: "Skipped", message: "refused: secret" }),
    outcome("web", { actuation: "Skipped", reconcile: "Skipped", because }),
  ];
  const { undone } = summarizeRun({ verdict: "failed", outcomes }, facts);
  t.deepEqual(
    undone.map(({ key, message }) => [key, message]),
    [
      ["/namespaces/shop/ConfigMap/bad", "refused: (hidden)"],
      ["/namespaces/shop/ConfigMap/web", "waits for apps/namespaces/shop/Deployment/db (depends-on)"],
    ],
  );
});

test("however much went wrong, the record stays small", (t) => {
  const message = "x".repeat(10_000);
  const outcomes = Array.from({ length: 1000 }, (_, index) =>
    outcome(String(index), { actuation: "Failed", reconcile: "Skipped", message }),
  );
  const run = summarizeRun({ verdict: "failed", outcomes }, facts);
  t.is(run.undone.length + run.more, 1000);
  t.true(JSON.stringify(run).length < 50_000);
});

test("a run that found everything as it should be has touched nothing", (t) => {
  t.false(hasTouched([outcome("env", { change: "unchanged" }), outcome("waited")]));
  t.true(hasTouched([outcome("env", { change: "configured" })]));
  t.true(hasTouched([outcome("env", { actuation: "Failed" })]));
});

test("a failure that does not count is not remembered", (t) => {
  const tolerated = outcome("web", { reconcile: "Failed", tolerated: true });
  t.deepEqual(summarizeRun({ verdict: "converged", outcomes: [tolerated] }, facts).undone, []);
});

/** The message that is remembered of an object that has failed with one. */
function remembered(message: string): string | undefined {
  const outcomes = [outcome("a", { actuation: "Failed", message })];
  return summarizeRun({ verdict: "failed", outcomes }, facts).undone[0]?.message;
}

test("a message is cut after 500 characters, once its secrets are redacted", (t) => {
  t.is(remembered("x".repeat(500)), "x".repeat(500));
  t.is(remembered("x".repeat(501)), `${"x".repeat(500)}…`);
  t.is(remembered(`${"x".repeat(494)}secret`), `${"x".repeat(494)}(hidde…`);
  t.is(remembered(""), "");
});

test("the first 50 objects are remembered, in the order of the run, and how many more there are", (t) => {
  const outcomes = Array.from({ length: 53 }, (_, index) => outcome(String(index), { actuation: "Failed" }));
  const { undone, more } = summarizeRun({ verdict: "failed", outcomes }, facts);
  t.is(more, 3);
  t.deepEqual(
    undone.map(({ key }) => key),
    Array.from({ length: 50 }, (_, index) => `/namespaces/shop/ConfigMap/${index}`),
  );
});

test("a failure that cannot be recorded does not change how the run ended", async (t) => {
  const place = { context: offlineRun().context, kinds: servedKinds([]), release: "web", namespace: "shop" };
  const stored = newParent("web", "shop");
  const lost = new AbortController().signal;
  await t.notThrowsAsync(storeFailure({ ...stored, installed: true }, place, { stored, lost }));
});
