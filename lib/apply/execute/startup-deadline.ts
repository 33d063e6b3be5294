import { UnreachableError } from "../../client/model/api-error.ts";
import { formatDuration } from "../../object/duration.ts";
import type { Timeouts } from "../model/release-request.ts";
import type { RunContext } from "../model/run-context.ts";

/** Milliseconds for looking around before a run: as long as an object may take. */
const usual = 300_000;

/**
 * Acts in a world whose patience with the server ends, with an UnreachableError, until the tasks of a run
 * have begun: these have times of their own. Where the run has no time of its own that takes five minutes,
 * and what may be waited for before it comes on top: its lock, and a namespace on its way out.
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
