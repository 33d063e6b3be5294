import type { Clock } from "../../async/clock.ts";

/** The rate limit of one source. */
export interface Rate {
  /** The maximum number of requests at once. */
  readonly burst: number;
  /** The sustained number of requests per second. */
  readonly perSecond: number;
}

/** The maximum number of sources remembered; the one idle for longest is forgotten first. */
const mostSources = 1000;

/**
 * Limits the rate of each source with a token bucket. The returned function reports whether a request is
 * allowed.
 */
export function rateLimit(
  { burst, perSecond }: Rate,
  clock: Pick<Clock, "now">,
): (source: string) => boolean {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>();
  return (source) => {
    const now = clock.now();
    const { tokens, at } = buckets.get(source) ?? { tokens: burst, at: now };
    // A clock that was set back neither adds nor removes tokens.
    const filled = Math.min(burst, tokens + (Math.max(now - at, 0) / 1000) * perSecond);
    const isAllowed = filled >= 1;
    buckets.delete(source);
    buckets.set(source, { tokens: isAllowed ? filled - 1 : filled, at: now });
    const [oldest] = buckets.keys();
    if (buckets.size > mostSources && oldest !== undefined) {
      buckets.delete(oldest);
    }
    return isAllowed;
  };
}
