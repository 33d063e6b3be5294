import { UnreachableError } from "./api-error.ts";
import type { Clock } from "../../async/clock.ts";
import { withinTime } from "../../async/time-limit.ts";
import { type Duration, formatDuration } from "../../object/duration.ts";

/** Runs a request with a timeout: throws an UnreachableError if the server does not respond in time. */
export async function withTimeout<Done>(
  limit: Duration,
  clock: Pick<Clock, "after">,
  act: (signal: AbortSignal) => Promise<Done>,
): Promise<Done> {
  const reason = (): Error =>
    new UnreachableError(`the server did not answer within ${formatDuration(limit)}`);
  return withinTime({ clock, time: limit, reason }, act);
}
