import test from "ava";

import { offlineRequest } from "../../../fixtures/offline-request.ts";
import { noServer, type OfflineRun, offlineRun } from "../../../fixtures/offline-run.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { Result } from "../model/event.ts";
import { LockHeldError } from "../store/lock.ts";
import { applyOnceKnown, applyRelease } from "./apply-release.ts";

test("a run that does not reach the server ends before anything is planned", async (t) => {
  const { context, events } = offlineRun();
  const result = await applyRelease(offlineRequest, context);
  t.deepEqual(result, {
    verdict: "unreachable",
    message: noServer,
    outcomes: [],
    criticalPath: [],
    took: 0,
  });
  t.deepEqual(events, [{ type: "finish", at: 0, result }]);
});

test("a run that was asked to end before it began is interrupted, and gives no reason", async (t) => {
  const { context } = offlineRun({ signal: AbortSignal.abort() });
  const { verdict, message } = await applyRelease(offlineRequest, context);
  t.deepEqual([verdict, message], ["interrupted", undefined]);
});

/** A run whose request is not known in the end, for that reason. */
function endedBy(error: Error, { context, clock }: OfflineRun = offlineRun()): Promise<Result> {
  return applyOnceKnown(offlineRequest.timeouts, context, () => {
    clock.pass(1500);
    return Promise.reject(error);
  });
}

/** How a run ends that is refused before its tasks. */
const ends = test.macro({
  title: (_, fact: string) => fact,
  async exec(t, _fact: string, error: Error, verdict: Result["verdict"]) {
    const run = offlineRun();
    const result = await endedBy(error, run);
    t.like(result, { verdict, message: error.message, took: 1500 });
    t.deepEqual(run.events, [{ type: "finish", at: 1500, result }]);
  },
});

test(ends, "a run that a person has to decide on is refused", new RefusedError("too many"), "refused");
test(ends, "a run that waits for a lock in vain has failed", new LockHeldError("another run"), "failed");
test("a bug of ours is not reported as the end of a run", async (t) => {
  const run = offlineRun();
  await t.throwsAsync(endedBy(new TypeError("undefined is not a function"), run), { instanceOf: TypeError });
  t.deepEqual(run.events, []);
});
