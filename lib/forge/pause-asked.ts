import type { IncomingHttpHeaders } from "node:http";

/** The longest pause that is waited for, in milliseconds. */
const longest = 60_000;

/**
 * Returns how long a forge asks to wait, in milliseconds; undefined if the answer does not limit the rate,
 * and `too long` if it is more than a minute. GitHub says 403 for it as well, with the time at which
 * requests are accepted again.
 */
export function pauseAsked(
  status: number,
  headers: IncomingHttpHeaders,
  now: number,
): number | "too long" | undefined {
  const after = headers["retry-after"];
  const isUsedUp = headers["x-ratelimit-remaining"] === "0";
  const isLimited = status === 429 || (status === 403 && (isUsedUp || after !== undefined));
  if (after !== undefined && (isLimited || status >= 500)) {
    return bounded(pauseOf(after, now));
  }
  if (!isLimited) {
    return undefined;
  }
  const reset = isUsedUp ? Number(headers["x-ratelimit-reset"]) : Number.NaN;
  return Number.isFinite(reset) ? bounded(Math.max(0, reset * 1000 - now)) : 0;
}

function bounded(pause: number): number | "too long" {
  return pause > longest ? "too long" : pause;
}

/** Parses `Retry-After`: seconds, or a date. */
function pauseOf(header: string, now: number): number {
  const seconds = Number(header);
  // oxlint-disable-next-line no-restricted-globals -- reckons with a time that is given, reads no clock
  const pause = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isNaN(pause) ? 0 : Math.max(0, pause);
}
