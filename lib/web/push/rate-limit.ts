import type { Clock } from "../../async/clock.ts";

/** How often one source may ask. */
export interface Rate {
  /** So many at once. */
  readonly burst: number;
  /** And then so many a second. */
  readonly perSecond: number;
}

/** So many sources are remembered; whom nobody has heard of for longest is forgotten first. */
const mostSources = 1000;

/** Bounds how often each source may ask, by a bucket of tokens: gives whether it may now. */
export function rateLimit(
  { burst, perSecond }: Rate,
  clock: Pick<Clock, "now">,
): (source: string) => boolean {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>();
  return (source) => {
    const now = clock.now();
    const { tokens, at } = buckets.get(source) ?? { tokens: burst, at: now };
    // A clock that was set back gives nothing and takes nothing.
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
