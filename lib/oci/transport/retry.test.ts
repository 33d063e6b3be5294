import test from "ava";

import { fastClock } from "../../../fixtures/fast-clock.ts";
import { RegistryError, TransientError } from "../model/registry-error.ts";
import { retryDelay, retry } from "./retry.ts";

const { signal } = new AbortController();

function random(): number {
  return 0.5;
}

function failPermanently(): Promise<never> {
  return Promise.reject(new RegistryError("missing", "gone"));
}

test("the retry delay doubles up to 10s, and follows Retry-After up to 60s", (t) => {
  const busy = new TransientError("busy");
  t.deepEqual(
    [1, 2, 3, 4, 7, 50].map((attempts) => retryDelay(attempts, busy, random)),
    [250, 500, 1000, 2000, 10_000, 10_000],
  );
  t.is(retryDelay(1, new TransientError("busy", { retryAfter: 3000 }), random), 3000);
  t.is(retryDelay(1, new TransientError("busy", { retryAfter: 1e9 }), random), 60_000);
  t.is(
    retryDelay(1, busy, () => 0),
    125,
  );
});

test("a transient error is retried until the attempt succeeds", async (t) => {
  const clock = fastClock();
  let attempts = 0;
  const attempt = async (): Promise<string> => {
    attempts += 1;
    if (attempts < 4) {
      throw new TransientError("busy");
    }
    return "done";
  };
  t.is(await retry({ about: "echo:v1", attempt, signal }, { clock, random }), "done");
  t.deepEqual(clock.hurried, [250, 500, 1000]);
});

test("after five attempts the last error is reported with the image", async (t) => {
  const clock = fastClock();
  let attempts = 0;
  const attempt = async (): Promise<string> => {
    attempts += 1;
    throw new TransientError(`busy ${attempts}`);
  };
  const error = await t.throwsAsync(retry({ about: "echo:v1", attempt, signal }, { clock, random }), {
    instanceOf: RegistryError,
    message: "echo:v1: busy 5",
  });
  t.is(error.fault, "unreachable");
});

test("each progress allows five more attempts", async (t) => {
  const clock = fastClock();
  let attempts = 0;
  const attempt = async (): Promise<void> => {
    attempts += 1;
    throw new TransientError("broke");
  };
  const progress = (): number => Math.min(Math.floor(attempts / 4), 3);
  await t.throwsAsync(retry({ about: "echo:v1", attempt, progress, signal }, { clock, random }), {
    instanceOf: RegistryError,
  });
  t.is(attempts, 16);
});

test("a permanent error is reported at once, without a retry", async (t) => {
  const clock = fastClock();
  await t.throwsAsync(retry({ about: "", attempt: failPermanently, signal }, { clock, random }), {
    message: "gone",
  });
  t.deepEqual(clock.hurried, []);
});

test("an aborted retry does not wait for another attempt", async (t) => {
  const clock = fastClock();
  const controller = new AbortController();
  const attempt = async (): Promise<never> => {
    controller.abort(new Error("called off"));
    throw new TransientError("busy");
  };
  await t.throwsAsync(retry({ about: "", attempt, signal: controller.signal }, { clock, random }), {
    message: "called off",
  });
  t.deepEqual(clock.hurried, []);
});
