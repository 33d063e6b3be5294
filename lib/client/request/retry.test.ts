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

const judged = test.macro<[Error, Verdict]>({
  exec(t, error: Error, verdict: Verdict) {
    t.is(judge(error, true), verdict);
  },
  title: (_, error, verdict) => `${error.name} ${error.message}: ${verdict}`,
});

test(judged, refusal(429, "too many requests"), "again");
test(judged, refusal(503, "the server is currently unable to handle the request"), "again");
test(
  judged,
  refusal(504, "request did not complete within the allotted timeout", { reason: "Timeout" }),
  "again",
);
test(judged, refusal(500, "The list operation could not be completed", { reason: "ServerTimeout" }), "again");
test(judged, refusal(500, "etcdserver: request timed out"), "again");
test(
  judged,
  refusal(500, "Internal error occurred: etcdserver: leader changed", { reason: "InternalError" }),
  "again",
);
test(judged, refusal(500, "please come back", { retryAfter: 1000 }), "again");
test(judged, refusal(500, "unable to decode", {}), "few");
test(
  judged,
  refusal(500, 'Internal error occurred: failed calling webhook "a.b": connection refused', {
    reason: "InternalError",
  }),
  "never",
);
test(
  judged,
  refusal(
    500,
    "failed to create typed patch object (/a; v1, Kind=ConfigMap): .x: field not declared in schema",
  ),
  "never",
);
test(judged, refusal(500, "conversion webhook for x.y/v1, Kind=Z failed: i/o timeout"), "never");
test(judged, refusal(409, "the object has been modified", { reason: "Conflict" }), "never");
test(judged, refusal(410, "too old resource version", { reason: "Expired" }), "never");
test(judged, refusal(403, "forbidden", { reason: "Forbidden" }), "never");
test(judged, refusal(422, "invalid", { reason: "Invalid" }), "never");
test(judged, new ConnectionLostError("reset"), "again");
test(judged, new AccessError("no such plugin"), "never");
test(judged, new UnreachableError("closed"), "never");

test("what may not be done twice is sent again only where the server has not begun", (t) => {
  t.is(judge(new ConnectionLostError("reset"), false), "never");
  t.is(judge(new ConnectionLostError("refused", { unprocessed: true }), false), "again");
});

test("pauses grow, stay bounded and are never shorter than the server asks for", (t) => {
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

test("what the server has not begun is sent again at once, but only once", (t) => {
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

/** A rest of so many milliseconds, woken at one moment: when it ends. */
const wakes = test.macro({
  title: (_, rest: number, wakeAt: number, end: number) =>
    `a rest of ${rest} ms that is woken after ${wakeAt} ms ends after ${end} ms`,
  async exec(t, rest: number, wakeAt: number, end: number) {
    const clock = manualClock(0);
    const wakening = new RetryWakeup({ ...clock, sleep: async () => Promise.resolve() });
    const ends: number[] = [];
    void wakening.rest(rest, new AbortController().signal).then(() => ends.push(clock.now()));
    for (let now = 0; now <= rest; now += 100) {
      if (now === wakeAt) {
        wakening.wake();
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
