import { setImmediate as settled } from "node:timers/promises";

import test, { type ExecutionContext } from "ava";

import { type ManualClock, manualClock } from "../../../fixtures/manual-clock.ts";
import { UnreachableError } from "../../client/model/api-error.ts";
import { KubernetesVersion } from "./kubernetes-version.ts";

const interval = 180_000;

interface Opened {
  readonly version: KubernetesVersion;
  readonly clock: ManualClock;
  /** The version known at each wake-up. */
  readonly wakeUps: readonly string[];
  /** Answers that were not requested yet. */
  readonly left: readonly unknown[];
}

/**
 * An API server that gives the answers in turn; undefined: it cannot be reached.
 */
function opened(t: ExecutionContext, answers: readonly (string | undefined)[]): Opened {
  const clock = manualClock(0);
  const left = [...answers];
  const end = new AbortController();
  t.teardown(() => {
    end.abort();
  });
  const wakeUps: string[] = [];
  const version = new KubernetesVersion({
    cluster: {
      version: async () => {
        const answer = left.shift();
        if (answer === undefined) {
          throw new UnreachableError("no route");
        }
        return Promise.resolve(answer);
      },
    },
    clock,
    interval,
    signal: end.signal,
    wake: () => wakeUps.push(version.text),
  });
  return { version, clock, wakeUps, left };
}

test("an upgrade of the API server is detected once the interval is over", async (t) => {
  const { version, clock, wakeUps, left } = opened(t, ["v1.35.2", "v1.36.0"]);
  await version.look();
  t.is(version.text, "1.35.2");
  clock.pass(interval - 1);
  t.is(version.step(), interval);
  t.deepEqual(left, ["v1.36.0"]);
  clock.pass(1);
  t.is(version.step(), 2 * interval);
  await settled();
  t.is(version.text, "1.36.0");
  t.deepEqual(wakeUps, ["1.35.2", "1.36.0"]);
});

test("the last known version is kept while the API server does not answer", async (t) => {
  const { version, clock, wakeUps } = opened(t, ["v1.35.2", undefined]);
  await version.look();
  clock.pass(interval);
  version.step();
  await settled();
  t.is(version.text, "1.35.2");
  t.deepEqual(wakeUps, ["1.35.2"]);
});
