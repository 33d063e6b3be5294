import test from "ava";

import { noAccess, offlineRun, shopObject } from "../../../fixtures/offline-session.ts";
import type { ApplyEvent, Result } from "../model/event.ts";
import { KindMissingError } from "../model/rest-mapper.ts";
import type { Timeouts } from "../model/release-request.ts";
import { executeRedacted } from "./execute-redacted.ts";
import type { RunEnd } from "./execute-run.ts";

const timeouts: Timeouts = { run: 60_000, lock: 0, prune: 0, external: 0, weights: new Map() };
const secret = shopObject("v1 Secret db", {}, { stringData: { password: "correct horse" } });
const converged: RunEnd = { verdict: "converged" };

function finish(events: readonly ApplyEvent[]): Result | undefined {
  const last = events.at(-1);
  return last?.type === "finish" ? last.result : undefined;
}

test("a run ends with one event that repeats its result", async (t) => {
  const { context, events } = offlineRun();
  const result = await executeRedacted(timeouts, context, () => Promise.resolve(converged));
  t.deepEqual(result, { verdict: "converged", outcomes: [], criticalPath: [], took: 0 });
  t.deepEqual(events, [{ type: "finish", at: 0, result }]);
});

test("no event repeats a value of a Secret that the run has learned of", async (t) => {
  const { context, events } = offlineRun();
  await executeRedacted(timeouts, context, (inner, sink) => {
    inner.emit({ type: "notice", at: 0, level: "note", message: "before: correct horse" });
    sink.addSecrets([secret]);
    inner.emit({ type: "notice", at: 0, level: "note", message: "after: correct horse" });
    return Promise.resolve({ ...converged, message: "password correct horse is too short" });
  });
  const [before, after] = events;
  t.like(before, { message: "before: correct horse" });
  t.like(after, { message: "after: (hidden)" });
  t.is(finish(events)?.message, "password (hidden) is too short");
});

test("an error that quotes a Secret is reported without it", async (t) => {
  const { context, events } = offlineRun();
  await executeRedacted(timeouts, context, (_, sink) => {
    sink.addSecrets([secret]);
    return Promise.reject(new KindMissingError("the server serves no correct horse", false));
  });
  t.like(finish(events), { verdict: "failed", message: "the server serves no (hidden)" });
});

test("a run that the server does not let begin ends as unreachable, at the time of its limit", async (t) => {
  const { context, clock, events } = offlineRun();
  const ran = executeRedacted(
    timeouts,
    context,
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  );
  clock.pass(60_000);
  const { verdict, took, message } = await ran;
  t.deepEqual([verdict, took], ["unreachable", 60_000]);
  t.is(message, "the server did not let the run begin within 1m0s");
  t.is(finish(events)?.verdict, "unreachable");
});

test("credentials that are unusable end the run as unreachable, with their reason", async (t) => {
  const { context } = offlineRun();
  const result = await executeRedacted(timeouts, context, async ({ cluster, signal }) => {
    await cluster.version({ signal });
    return converged;
  });
  t.like(result, { verdict: "unreachable", message: noAccess });
});

test("an interrupted run says so, whatever error it ends with", async (t) => {
  const { context, interrupt } = offlineRun();
  const result = await executeRedacted(timeouts, context, () => {
    interrupt.abort();
    return Promise.reject(new KindMissingError("no CronTab", false));
  });
  t.is(result.verdict, "interrupted");
  t.is(result.message, undefined);
});

test("a bug of ours is thrown instead of being reported", async (t) => {
  const { context, events, clock } = offlineRun();
  const ran = executeRedacted(timeouts, context, () => Promise.reject(new TypeError("x is undefined")));
  await t.throwsAsync(ran, { instanceOf: TypeError });
  t.deepEqual(events, []);
  t.is(clock.pending(), 0);
});
