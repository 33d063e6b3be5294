import type { ClientHttp2Session } from "node:http2";

import type { Clock } from "../../async/clock.ts";

/** Milliseconds between two pings, and until a ping counts as unanswered; the values of client-go. */
const interval = 30_000;
const patience = 15_000;

/**
 * Pings the server every 30 s, and reports once when it has not answered for 15 s. The returned function
 * stops it.
 */
export function startHeartbeat(
  session: ClientHttp2Session,
  clock: Clock,
  fail: (fault: Error) => void,
): () => void {
  let stopped = false;
  let callOff = clock.after(interval, beat);
  function beat(): void {
    if (stopped || session.destroyed) {
      return;
    }
    callOff = clock.after(patience, () => fail(new Error(`no answer to a ping in ${patience / 1000} s`)));
    session.ping((error) => {
      callOff();
      if (!stopped && error === null) {
        callOff = clock.after(interval, beat);
      }
    });
  }
  return () => {
    stopped = true;
    callOff();
  };
}
