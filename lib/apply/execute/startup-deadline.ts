import { UnreachableError } from "../../client/model/api-error.ts";
import { formatDuration } from "../../object/duration.ts";
import type { Timeouts } from "../model/release-request.ts";
import type { RunContext } from "../model/run-context.ts";

/** Milliseconds for observing the cluster before a run: as long as an object may take. */
const usual = 300_000;

/**
 * Returns a run context that aborts with an UnreachableError if `begin` is not called in time; then the tasks
 * of the run have timeouts of their own. The limit is the run's timeout, or else five minutes plus the
 * timeouts of what may be waited for first: its lock, and a terminating namespace.
 */
export function limitStartup(
  context: RunContext,
  { run, lock, prune }: Pick<Timeouts, "run" | "lock" | "prune">,
): RunContext & Required<Pick<RunContext, "begin">> {
  const patience = run ?? usual + lock + prune;
  const late = new AbortController();
  const begin = context.clock.after(patience, () => {
    const message = `the server did not let the run begin within ${formatDuration(patience)}`;
    late.abort(new UnreachableError(message));
  });
  return { ...context, signal: AbortSignal.any([context.signal, late.signal]), begin };
}
