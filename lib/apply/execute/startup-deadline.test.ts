import test from "ava";

import { offlineRun } from "../../../fixtures/offline-session.ts";
import { UnreachableError } from "../../client/model/api-error.ts";
import type { Timeouts } from "../model/release-request.ts";
import type { RunContext } from "../model/run-context.ts";
import { limitStartup } from "./startup-deadline.ts";

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

/** Whether a run that never begins is given up after that time, and with which message. */
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
    t.is(
      reason instanceof Error ? reason.message : "",
      `the server did not let the run begin within ${words}`,
    );
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

test("a run whose tasks have begun is not limited any more, and leaves no timer", (t) => {
  const { context, clock } = offlineRun();
  const limited = limitStartup(context, usual);
  limited.begin();
  t.is(clock.pending(), 0);
  clock.pass(86_400_000);
  t.false(limited.signal.aborted);
});

test("an interruption ends the start of a run for its own reason", (t) => {
  const { context, interrupt } = offlineRun();
  const ended = reasonOf(limitStartup(context, usual));
  const reason = new Error("SIGTERM");
  interrupt.abort(reason);
  t.is(ended.reason(), reason);
});

test("everything but the signal of the context is passed on as it is", (t) => {
  const { context } = offlineRun();
  const { signal: _, begin: __, ...rest } = limitStartup(context, usual);
  const { signal: ___, ...given } = context;
  t.deepEqual(rest, given);
});
