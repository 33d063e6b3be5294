import test from "ava";

import { offlineRun } from "../../../fixtures/offline-session.ts";
import { settle } from "../../../fixtures/played-run.ts";
import { UnreachableError } from "../../client/model/api-error.ts";
import type { Timeouts } from "../model/release-request.ts";
import type { RunContext } from "../model/run-context.ts";
import { withStartupDeadline } from "./startup-deadline.ts";

type Limits = Pick<Timeouts, "run" | "lock" | "prune">;

const usual: Limits = { run: undefined, lock: 60_000, prune: 300_000 };

/** Acts until the context aborts; rejects with the reason. */
function untilAborted({ signal }: RunContext): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => {
      reject(signal.reason);
    });
  });
}

/** Whether a run that never begins is given up after that time, and with which message. */
const givenUp = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, limits: Limits, after: number, words: string) {
    const { context, clock } = offlineRun();
    let ended: unknown;
    withStartupDeadline(context, limits, untilAborted).catch((error: unknown) => {
      ended = error;
    });
    clock.pass(after - 1);
    await settle();
    t.is(ended, undefined);
    clock.pass(1);
    await settle();
    t.true(ended instanceof UnreachableError);
    t.is(ended instanceof Error ? ended.message : "", `the server did not let the run begin within ${words}`);
  },
});

test(givenUp, "a run begins within its own timeout", { ...usual, run: 90_000 }, 90_000, "1m30s");
test(
  givenUp,
  "a run without a timeout has five minutes, and the times for its lock and for a namespace that goes",
  usual,
  660_000,
  "11m0s",
);
test(
  givenUp,
  "a run that waits for nothing first has five minutes",
  { ...usual, lock: 0, prune: 0 },
  300_000,
  "5m0s",
);

test("a run whose tasks have begun is not limited any more", async (t) => {
  const { context, clock } = offlineRun();
  const done = Promise.withResolvers<string>();
  const ran = withStartupDeadline(context, usual, ({ begin, signal }) => {
    begin?.();
    signal.addEventListener("abort", () => done.reject(signal.reason));
    return done.promise;
  });
  t.is(clock.pending(), 0);
  clock.pass(86_400_000);
  done.resolve("converged");
  t.is(await ran, "converged");
});

test("a run that ends before its tasks leaves no timer", async (t) => {
  const { context, clock } = offlineRun();
  t.is(await withStartupDeadline(context, usual, () => Promise.resolve("refused")), "refused");
  t.is(clock.pending(), 0);
  await t.throwsAsync(
    withStartupDeadline(context, usual, () => Promise.reject(new Error("no"))),
    { message: "no" },
  );
  t.is(clock.pending(), 0);
});

test("an interruption ends the start of a run for its own reason", async (t) => {
  const { context, interrupt } = offlineRun();
  const ran = withStartupDeadline(context, usual, untilAborted);
  interrupt.abort(new Error("SIGTERM"));
  await t.throwsAsync(ran, { message: "SIGTERM" });
});

test("everything but the signal of the context is passed on as it is", async (t) => {
  const { context } = offlineRun();
  const {
    signal: _,
    begin: __,
    ...rest
  } = await withStartupDeadline(context, usual, (inner) => Promise.resolve(inner));
  const { signal: ___, ...given } = context;
  t.deepEqual(rest, given);
});
