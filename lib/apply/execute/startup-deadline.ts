import { UnreachableError } from "../../client/model/api-error.ts";
import { formatDuration } from "../../object/duration.ts";
import type { Timeouts } from "../model/release-request.ts";
import type { RunContext } from "../model/run-context.ts";

/** Milliseconds for observing the cluster before a run: as long as an object may take. */
const usual = 300_000;

/**
 * Acts in a run context that aborts with an UnreachableError if the tasks of the run have not started in
 * time; afterwards they have timeouts of their own. The limit is the run's timeout, or else five minutes plus
 * the timeouts of what may be waited for first: its lock, and a terminating namespace.
 */
export async function withStartupDeadline<Done>(
  context: RunContext,
  { run, lock, prune }: Pick<Timeouts, "run" | "lock" | "prune">,
  act: (context: RunContext) => Promise<Done>,
): Promise<Done> {
  const patience = run ?? usual + lock + prune;
  const late = new AbortController();
  const begin = context.clock.after(patience, () => {
    const message = `the server did not let the run begin within ${formatDuration(patience)}`;
    late.abort(new UnreachableError(message));
  });
  try {
    return await act({ ...context, signal: AbortSignal.any([context.signal, late.signal]), begin });
  } finally {
    begin();
  }
}
