import test from "ava";

import { noAccess, offlineRun, shopObject } from "../../../fixtures/offline-session.ts";
import type { ApplyEvent, Result } from "../model/event.ts";
import { KindMissingError } from "../model/rest-mapper.ts";
import type { Timeouts } from "../model/release-request.ts";
import type { RunEnd } from "./execute-run.ts";
import { ReportedRun, limitStartup } from "./reported-run.ts";
import { UnreachableError } from "../../client/model/api-error.ts";
import type { RunContext } from "../model/run-context.ts";

const timeouts: Timeouts = { run: 60_000, lock: 0, prune: 0, external: 0, weights: new Map() };
const secret = shopObject("v1 Secret db", {}, { stringData: { password: "correct horse" } });
const converged: RunEnd = { verdict: "converged" };

function finish(events: readonly ApplyEvent[]): Result | undefined {
  const last = events.at(-1);
  return last?.type === "finish" ? last.result : undefined;
}

test("a run ends with one event that contains its result, and leaves no timer", (t) => {
  const { context, events, clock } = offlineRun();
  const run = new ReportedRun(timeouts, context);
  clock.pass(1_500);
  const result = run.end(converged);
  t.deepEqual(result, { verdict: "converged", outcomes: [], criticalPath: [], took: 1_500 });
  t.deepEqual(events, [{ type: "finish", at: 1_500, result }]);
  t.is(clock.pending(), 0);
});

test("events do not contain values of a Secret that is known to the run", (t) => {
  const { context, events } = offlineRun();
  const run = new ReportedRun(timeouts, context);
  run.context.emit({ type: "notice", at: 0, level: "note", message: "before: correct horse" });
  run.sink.addSecrets([secret]);
  run.context.emit({ type: "notice", at: 0, level: "note", message: "after: correct horse" });
  run.end({ ...converged, message: "password correct horse is too short" });
  const [before, after] = events;
  t.like(before, { message: "before: correct horse" });
  t.like(after, { message: "after: (hidden)" });
  t.is(finish(events)?.message, "password (hidden) is too short");
});

test("an error that contains a value of a Secret is reported without it", (t) => {
  const { context, events } = offlineRun();
  const run = new ReportedRun(timeouts, context);
  run.sink.addSecrets([secret]);
  run.fail(new KindMissingError("the server does not serve correct horse", false));
  t.like(finish(events), { verdict: "failed", message: "the server does not serve (hidden)" });
});

test("a run that cannot begin before its timeout ends as unreachable", (t) => {
  const { context, clock, events } = offlineRun();
  const run = new ReportedRun(timeouts, context);
  clock.pass(60_000);
  t.true(run.context.signal.aborted);
  const { verdict, took, message } = run.fail(run.context.signal.reason);
  t.deepEqual([verdict, took], ["unreachable", 60_000]);
  t.is(message, "the run could not begin within 1m0s");
  t.is(finish(events)?.verdict, "unreachable");
});

test("unusable credentials end the run as unreachable with the reason", async (t) => {
  const { context } = offlineRun();
  const run = new ReportedRun(timeouts, context);
  const { cluster, signal } = run.context;
  const error: unknown = await t.throwsAsync(cluster.version({ signal }));
  t.like(run.fail(error), { verdict: "unreachable", message: noAccess });
});

test("an interrupted run is reported as interrupted, independent of the error", (t) => {
  const { context, interrupt } = offlineRun();
  const run = new ReportedRun(timeouts, context);
  interrupt.abort();
  const result = run.fail(new KindMissingError("no CronTab", false));
  t.is(result.verdict, "interrupted");
  t.is(result.message, undefined);
});

test("an internal error is thrown instead of reported", (t) => {
  const { context, events, clock } = offlineRun();
  const run = new ReportedRun(timeouts, context);
  t.throws(() => run.fail(new TypeError("x is undefined")), { instanceOf: TypeError });
  t.deepEqual(events, []);
  t.is(clock.pending(), 0);
});

type Limits = Pick<Timeouts, "run" | "lock" | "prune">;

const usual: Limits = { run: undefined, lock: 60_000, prune: 300_000 };

/** Collects the reason for which the context aborts. */
function reasonOf({ signal }: RunContext): { readonly reason: () => unknown } {
  let reason: unknown;
  signal.addEventListener("abort", () => {
    reason = signal.reason;
  });
  return { reason: () => reason };
}

/** Expects that a run that never begins is given up after this time, with this duration in the message. */
const givenUp = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, limits: Limits, after: number, words: string) {
    const { context, clock } = offlineRun();
    const ended = reasonOf(limitStartup(context, limits));
    clock.pass(after - 1);
    t.is(ended.reason(), undefined);
    clock.pass(1);
    const reason = ended.reason();
    t.true(reason instanceof UnreachableError);
    t.is(reason instanceof Error ? reason.message : "", `the run could not begin within ${words}`);
  },
});

test(givenUp, "a run with a timeout has to begin within it", { ...usual, run: 90_000 }, 90_000, "1m30s");
test(
  givenUp,
  "a run without a timeout has to begin within five minutes plus its timeouts for lock and pruning",
  usual,
  660_000,
  "11m0s",
);
test(
  givenUp,
  "a run without a timeout that does not wait for lock or pruning has to begin within five minutes",
  { ...usual, lock: 0, prune: 0 },
  300_000,
  "5m0s",
);

test("the limit for the start of a run ends when its tasks begin, and leaves no timer", (t) => {
  const { context, clock } = offlineRun();
  const limited = limitStartup(context, usual);
  limited.begin();
  t.is(clock.pending(), 0);
  clock.pass(86_400_000);
  t.false(limited.signal.aborted);
});

test("an interruption ends the start of a run with the reason of the signal", (t) => {
  const { context, interrupt } = offlineRun();
  const ended = reasonOf(limitStartup(context, usual));
  const reason = new Error("SIGTERM");
  interrupt.abort(reason);
  t.is(ended.reason(), reason);
});

test("the limit for the start replaces only the signal of the context", (t) => {
  const { context } = offlineRun();
  const { signal: _, begin: __, ...rest } = limitStartup(context, usual);
  const { signal: ___, ...given } = context;
  t.deepEqual(rest, given);
});

test("the limit for the start of a run is suspended while it waits for its turn to write", async (t) => {
  const { context, clock } = offlineRun();
  const turn = Promise.withResolvers<void>();
  const writeTurn = { begin: () => turn.promise, end: () => {} };
  const limited = limitStartup({ ...context, writeTurn }, usual);
  const waiting = limited.writeTurn?.begin();
  clock.pass(86_400_000);
  t.false(limited.signal.aborted);
  turn.resolve();
  await waiting;
  clock.pass(660_000);
  t.true(limited.signal.aborted);
});
