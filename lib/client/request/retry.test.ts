import { setImmediate as nextTurn } from "node:timers/promises";

import test from "ava";
import { assert, double, integer, property } from "fast-check";

import { AccessError, ApiError, UnreachableError } from "../model/api-error.ts";
import { ConnectionLostError } from "../transport/connection.ts";
import { requestDelay, judge, type Verdict, RetryWakeup } from "./retry.ts";
import { manualClock } from "../../../fixtures/manual-clock.ts";

function refusal(
  status: number,
  message: string,
  facts: { reason?: string; retryAfter?: number } = {},
): ApiError {
  return new ApiError(message, { status, ...facts });
}

const classified = test.macro<[Error, Verdict]>({
  exec(t, error: Error, verdict: Verdict) {
    t.is(judge(error, true), verdict);
  },
  title: (_, error, verdict) => `retry after ${error.name} ${error.message}: ${verdict}`,
});

test(classified, refusal(429, "too many requests"), "again");
test(classified, refusal(503, "the server is currently unable to handle the request"), "again");
test(
  classified,
  refusal(504, "request did not complete within the allotted timeout", { reason: "Timeout" }),
  "again",
);
test(
  classified,
  refusal(500, "The list operation could not be completed", { reason: "ServerTimeout" }),
  "again",
);
test(classified, refusal(500, "etcdserver: request timed out"), "again");
test(
  classified,
  refusal(500, "Internal error occurred: etcdserver: leader changed", { reason: "InternalError" }),
  "again",
);
test(classified, refusal(500, "please come back", { retryAfter: 1000 }), "again");
test(classified, refusal(500, "unable to decode", {}), "few");
test(
  classified,
  refusal(500, 'Internal error occurred: failed calling webhook "a.b": connection refused', {
    reason: "InternalError",
  }),
  "never",
);
test(
  classified,
  refusal(
    500,
    "failed to create typed patch object (/a; v1, Kind=ConfigMap): .x: field not declared in schema",
  ),
  "never",
);
test(classified, refusal(500, "conversion webhook for x.y/v1, Kind=Z failed: i/o timeout"), "never");
test(classified, refusal(409, "the object has been modified", { reason: "Conflict" }), "never");
test(classified, refusal(410, "too old resource version", { reason: "Expired" }), "never");
test(classified, refusal(403, "forbidden", { reason: "Forbidden" }), "never");
test(classified, refusal(422, "invalid", { reason: "Invalid" }), "never");
test(classified, new ConnectionLostError("reset"), "again");
test(classified, new AccessError("no such plugin"), "never");
test(classified, new UnreachableError("closed"), "never");

test("a request that is not repeatable is retried only if the server has not processed it", (t) => {
  t.is(judge(new ConnectionLostError("reset"), false), "never");
  t.is(judge(new ConnectionLostError("refused", { unprocessed: true }), false), "again");
});

test("retry delays are bounded, and never shorter than Retry-After", (t) => {
  const unit = double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  assert(
    property(
      integer({ min: 1, max: 5000 }),
      unit,
      integer({ min: 1, max: 60_000 }),
      (attempt, dice, asked) => {
        const plain = requestDelay(attempt, new ConnectionLostError("reset"), () => dice);
        t.true(plain >= 50 && plain <= 15_000);
        t.true(requestDelay(attempt, refusal(429, "", { retryAfter: asked }), () => dice) >= asked);
      },
    ),
  );
});

test("a request that the server has not processed is retried immediately, but only once", (t) => {
  const lost = new ConnectionLostError("GOAWAY", { unprocessed: true });
  t.is(
    requestDelay(1, lost, () => 0.5),
    0,
  );
  t.is(
    requestDelay(2, lost, () => 0.5),
    200,
  );
});

/** Checks when a retry delay of `rest` milliseconds ends that is woken at one moment. */
const wakes = test.macro({
  title: (_, rest: number, wakeAt: number, end: number) =>
    `a retry delay of ${rest} ms that is woken after ${wakeAt} ms ends after ${end} ms`,
  async exec(t, rest: number, wakeAt: number, end: number) {
    const clock = manualClock(0);
    const wakeup = new RetryWakeup({ ...clock, sleep: async () => Promise.resolve() });
    const ends: number[] = [];
    void wakeup.rest(rest, new AbortController().signal).then(() => ends.push(clock.now()));
    for (let now = 0; now <= rest; now += 100) {
      if (now === wakeAt) {
        wakeup.wake();
      }
      await nextTurn();
      clock.pass(100);
    }
    t.deepEqual(ends, [end]);
    t.is(clock.pending(), 0);
  },
});

test(wakes, 300, 0, 300);
test(wakes, 5000, 0, 1000);
test(wakes, 5000, 900, 1000);
test(wakes, 5000, 3000, 3000);
test(wakes, 5000, 9000, 5000);
