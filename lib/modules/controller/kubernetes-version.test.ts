import { setImmediate as settled } from "node:timers/promises";

import test, { type ExecutionContext } from "ava";

import { type ManualClock, manualClock } from "../../../fixtures/manual-clock.ts";
import { UnreachableError } from "../../client/model/api-error.ts";
import { KubernetesVersion } from "./kubernetes-version.ts";

const interval = 180_000;

interface Opened {
  readonly version: KubernetesVersion;
  readonly clock: ManualClock;
  /** What was known at each ring. */
  readonly rings: readonly string[];
  /** Answers that nobody has asked for. */
  readonly left: readonly unknown[];
}

/**
 * An API server that answers with those versions one after the other; where there is none it cannot be
 * reached.
 */
function opened(t: ExecutionContext, answers: readonly (string | undefined)[]): Opened {
  const clock = manualClock(0);
  const left = [...answers];
  const end = new AbortController();
  t.teardown(() => {
    end.abort();
  });
  const rings: string[] = [];
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
    wake: () => rings.push(version.text),
  });
  return { version, clock, rings, left };
}

test("an upgrade of the API server is seen once the interval is over", async (t) => {
  const { version, clock, rings, left } = opened(t, ["v1.35.2", "v1.36.0"]);
  await version.look();
  t.is(version.text, "1.35.2");
  clock.pass(interval - 1);
  t.is(version.step(), interval);
  t.deepEqual(left, ["v1.36.0"]);
  clock.pass(1);
  t.is(version.step(), 2 * interval);
  await settled();
  t.is(version.text, "1.36.0");
  t.deepEqual(rings, ["1.35.2", "1.36.0"]);
});

test("an API server that does not answer is of the version it was", async (t) => {
  const { version, clock, rings } = opened(t, ["v1.35.2", undefined]);
  await version.look();
  clock.pass(interval);
  version.step();
  await settled();
  t.is(version.text, "1.35.2");
  t.deepEqual(rings, ["1.35.2"]);
});
