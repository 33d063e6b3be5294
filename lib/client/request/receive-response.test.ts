import test from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import type { Receiver } from "../transport/connection.ts";
import { receiveResponse } from "./receive-response.ts";

test("a response counts as lost once its idle timeout has passed since its last byte, not earlier", async (t) => {
  const clock = manualClock(0);
  const opened = Promise.withResolvers<Receiver>();
  const received = receiveResponse(
    { head: () => {}, data: () => {} },
    {
      clock: { ...clock, sleep: () => Promise.resolve() },
      signal: new AbortController().signal,
      silence: 120_000,
      who: "the watch",
      open: (receiver) => {
        opened.resolve(receiver);
        return Promise.resolve(() => {});
      },
    },
  );
  const receiver = await opened.promise;
  clock.pass(100);
  receiver.head(200, {});
  clock.pass(60_000);
  receiver.data(Buffer.from("a"));
  clock.pass(119_999);
  t.is(clock.pending(), 1);
  clock.pass(1);
  t.is(clock.pending(), 0);
  await t.throwsAsync(received, { message: "the watch sent nothing for 120 s" });
});
