/** A background loop of a test that runs until the test ends. */
import { setTimeout as pause } from "node:timers/promises";

import type { ExecutionContext } from "ava";

/** Milliseconds between two rounds, as the period of a probe. */
const period = 100;

/**
 * Repeats a round until the teardown of the test, which waits for the last one. A round that throws fails the
 * test.
 */
export function repeatUntilTeardown(t: Pick<ExecutionContext, "teardown">, round: () => Promise<void>): void {
  const ending = new AbortController();
  const ended = Promise.allSettled([repeat(round, ending.signal)]);
  t.teardown(async () => {
    ending.abort();
    const [end] = await ended;
    if (end.status === "rejected") {
      throw new Error("the work beside the test failed", { cause: end.reason });
    }
  });
}

async function repeat(round: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await round();
    await pause(period, undefined, { signal }).catch(() => undefined);
  }
}
