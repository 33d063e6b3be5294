/** A background loop of a test that runs until the test ends. */
import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

import type { ExecutionContext } from "ava";

/** Milliseconds between two rounds, as the period of a probe. */
const period = 100;

/** The work beside a test. */
export interface BackgroundLoop {
  /** Resolves after a whole round that has begun since the call. */
  readonly nextRound: () => Promise<void>;
}

/**
 * Repeats a round until the teardown of the test, which waits for the last one. A round that throws fails the
 * test.
 */
export function repeatUntilTeardown(
  t: Pick<ExecutionContext, "teardown">,
  round: () => Promise<void>,
): BackgroundLoop {
  const ending = new AbortController();
  const rounds = new EventEmitter();
  const ended = Promise.allSettled([repeat(round, rounds, ending.signal)]);
  t.teardown(async () => {
    ending.abort();
    const [end] = await ended;
    if (end.status === "rejected") {
      throw new Error("the work beside the test failed", { cause: end.reason });
    }
  });
  return {
    nextRound: async () => {
      await once(rounds, "begin");
      await once(rounds, "end");
    },
  };
}

async function repeat(round: () => Promise<void>, rounds: EventEmitter, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    rounds.emit("begin");
    await round();
    rounds.emit("end");
    await pause(period, undefined, { signal }).catch(() => undefined);
  }
}
