import { chance, choose } from "./chance.ts";
import type { Asked, Fate } from "./fate.ts";
import type { Decide } from "./man-in-the-middle.ts";

/** How many of a hundred requests fare badly. */
const badLuck = 0.15;
/**
 * A request that is sent again has no more than this against it: converge gives a 500 of unknown cause four
 * tries.
 */
const mostInARow = 2;

/**
 * The weather of a seed: what each request meets follows from the seed, the request, and how often it was
 * sent, not from the order in which requests happen to come. All of it passes, so that a run must come to a
 * good end in it.
 */
export function passingWeather(seed: number, step: string): Decide {
  return (asked) => {
    const words = [seed, step, asked.method, generic(asked.path), asked.stream ?? ""] as const;
    if (asked.stream !== undefined) {
      return streamFate(words, asked);
    }
    const isBad = asked.time <= mostInARow && chance(...words, asked.time, "bad") < badLuck;
    return isBad ? requestFate(words, asked) : { type: "pass" };
  };
}

/**
 * From a request on nothing gets through any more: the server is away, overloaded, or breaks every
 * connection.
 */
export function storm(seed: number, step: string, from: number): Decide {
  const fate = choose<Fate>(
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
  return ({ number }) => (number < from ? { type: "pass" } : fate);
}

/** The token of a seed differs from run to run, and so do the names of pods; the weather must not. */
function generic(path: string): string {
  return path
    .replaceAll(/\bf[0-9a-f]{5}-[a-z]\d+\b/g, "TOKEN")
    .replace(/(?<=\/pods\/)([a-z]+)(?:-[0-9a-z]+)*-[0-9a-z]{5}(?=\/|$)/, "$1");
}

type Words = readonly (string | number)[];

function requestFate(words: Words, { time }: Asked): Fate {
  const milliseconds = Math.floor(chance(...words, time, "delay") * 300);
  return choose<Fate>(
    [
      { type: "refuse", status: 503 },
      { type: "refuse", status: 500 },
      // In whole seconds, so it is rare.
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

function streamFate(words: Words, { time, stream }: Asked): Fate {
  if (time > mostInARow || chance(...words, time, "bad") >= badLuck) {
    return { type: "pass" };
  }
  const milliseconds = Math.floor(chance(...words, time, "when") * 400);
  return choose<Fate>(
    [
      { type: "cut", milliseconds, inOrder: true },
      { type: "cut", milliseconds, inOrder: false },
      { type: "lag", milliseconds },
      // A log has no state to be forgotten.
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
