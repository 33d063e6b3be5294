import { receiveMessageOnPort } from "node:worker_threads";

import type { AnswerChannel } from "./render-order.ts";

/** Blocks the thread until the channel has an answer, and returns it. */
export function waitForAnswer({ state, port }: AnswerChannel): unknown {
  Atomics.wait(state, 0, 0);
  Atomics.store(state, 0, 0);
  return receiveMessageOnPort(port)?.message;
}

/** Answers a thread that waits. */
export function sendAnswer({ state, port }: AnswerChannel, answer: string | Uint8Array | undefined): void {
  port.postMessage(answer);
  Atomics.store(state, 0, 1);
  Atomics.notify(state, 0);
}
