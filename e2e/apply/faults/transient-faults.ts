import { chance, choose } from "./chance.ts";
import type { ProxiedRequest, Handling } from "./request-handling.ts";
import type { DecideHandling } from "./fault-proxy.ts";

/** The share of requests that are disturbed. */
const faultShare = 0.15;
/**
 * The most faults for one request in a row: converge tries a request four times on a 500 of unknown cause.
 */
const mostInARow = 2;

/**
 * The transient faults of a seed. They follow from the seed, the request, and how often it was sent, not from
 * the order in which requests happen to arrive. All of them pass, so a run must succeed.
 */
export function transientFaults(seed: number, step: string): DecideHandling {
  return (asked) => {
    const words = [seed, step, asked.method, generic(asked.path), asked.stream ?? ""] as const;
    if (asked.stream !== undefined) {
      return streamHandling(words, asked);
    }
    const isBad = asked.time <= mostInARow && chance(...words, asked.time, "bad") < faultShare;
    return isBad ? requestHandling(words, asked) : { type: "pass" };
  };
}

/** An outage from some request on: the server is down, overloaded, or breaks every connection. */
export function outage(seed: number, step: string, from: number): DecideHandling {
  const handling = choose<Handling>(
    [
      { type: "refuse", status: 503 },
      { type: "refuse", status: 500 },
      { type: "refuse", status: 429, retryAfter: 1 },
      { type: "reset" },
      { type: "swallow", by: "connection" },
    ],
    seed,
    step,
    "storm",
  );
  return ({ number }) => (number < from ? { type: "pass" } : handling);
}

/** Replaces tokens and names of pods: they differ between runs of a seed, and the faults must not. */
function generic(path: string): string {
  return path
    .replaceAll(/\bf[0-9a-f]{5}-[a-z]\d+\b/g, "TOKEN")
    .replace(/(?<=\/pods\/)([a-z]+)(?:-[0-9a-z]+)*-[0-9a-z]{5}(?=\/|$)/, "$1");
}

type Words = readonly (string | number)[];

function requestHandling(words: Words, { time }: ProxiedRequest): Handling {
  const milliseconds = Math.floor(chance(...words, time, "delay") * 300);
  return choose<Handling>(
    [
      { type: "refuse", status: 503 },
      { type: "refuse", status: 500 },
      // Retry-After is in whole seconds, so it is rare.
      chance(...words, time, "429") < 0.2
        ? { type: "refuse", status: 429, retryAfter: 1 }
        : { type: "refuse", status: 429 },
      { type: "reset" },
      { type: "refuseStream" },
      { type: "goAway", processed: true },
      { type: "goAway", processed: false },
      { type: "delay", milliseconds },
      { type: "swallow", by: "stream" },
      { type: "swallow", by: "connection" },
      { type: "swallow", by: "half" },
    ],
    ...words,
    time,
    "fate",
  );
}

function streamHandling(words: Words, { time, stream }: ProxiedRequest): Handling {
  if (time > mostInARow || chance(...words, time, "bad") >= faultShare) {
    return { type: "pass" };
  }
  const milliseconds = Math.floor(chance(...words, time, "when") * 400);
  return choose<Handling>(
    [
      { type: "cut", milliseconds, inOrder: true },
      { type: "cut", milliseconds, inOrder: false },
      { type: "lag", milliseconds },
      // A log has no resource version that could expire.
      stream === "log"
        ? { type: "refuse", status: 500 }
        : { type: "expired", as: time % 2 === 0 ? "status" : "event" },
      { type: "refuse", status: 503 },
      { type: "refuse", status: 429 },
      { type: "goAway", processed: false },
      { type: "reset" },
    ],
    ...words,
    time,
    "fate",
  );
}
