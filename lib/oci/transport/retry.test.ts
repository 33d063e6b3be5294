import test from "ava";

import { fastClock } from "../../../fixtures/fast-clock.ts";
import { RegistryError, TransientError } from "../model/registry-error.ts";
import { retryDelay, retry } from "./retry.ts";

const { signal } = new AbortController();

function random(): number {
  return 0.5;
}

function failForGood(): Promise<never> {
  return Promise.reject(new RegistryError("missing", "gone"));
}

test("the pause doubles up to ten seconds, and keeps to what the server asks for", (t) => {
  const trouble = new TransientError("busy");
  t.deepEqual(
    [1, 2, 3, 4, 7, 50].map((made) => retryDelay(made, trouble, random)),
    [250, 500, 1000, 2000, 10_000, 10_000],
  );
  t.is(retryDelay(1, new TransientError("busy", { retryAfter: 3000 }), random), 3000);
  t.is(retryDelay(1, new TransientError("busy", { retryAfter: 1e9 }), random), 60_000);
  t.is(
    retryDelay(1, trouble, () => 0),
    125,
  );
});

test("what passes is tried again until it succeeds", async (t) => {
  const clock = fastClock();
  let made = 0;
  const attempt = async (): Promise<string> => {
    made += 1;
    if (made < 4) {
      throw new TransientError("busy");
    }
    return "done";
  };
  t.is(await retry({ about: "echo:v1", attempt, signal }, { clock, random }), "done");
  t.deepEqual(clock.hurried, [250, 500, 1000]);
});

test("after five attempts the last trouble is told, with the image", async (t) => {
  const clock = fastClock();
  let made = 0;
  const attempt = async (): Promise<string> => {
    made += 1;
    throw new TransientError(`busy ${made}`);
  };
  const error = await t.throwsAsync(retry({ about: "echo:v1", attempt, signal }, { clock, random }), {
    instanceOf: RegistryError,
    message: "echo:v1: busy 5",
  });
  t.is(error.fault, "unreachable");
});

test("each step forward gives five attempts more", async (t) => {
  const clock = fastClock();
  let made = 0;
  const attempt = async (): Promise<void> => {
    made += 1;
    throw new TransientError("broke");
  };
  const progress = (): number => Math.min(Math.floor(made / 4), 3);
  await t.throwsAsync(retry({ about: "echo:v1", attempt, progress, signal }, { clock, random }), {
    instanceOf: RegistryError,
  });
  t.is(made, 16);
});

test("what will not pass is told at once", async (t) => {
  const clock = fastClock();
  await t.throwsAsync(retry({ about: "", attempt: failForGood, signal }, { clock, random }), {
    message: "gone",
  });
  t.deepEqual(clock.hurried, []);
});

test("who calls it off is not kept waiting for another attempt", async (t) => {
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
