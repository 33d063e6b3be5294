import { UnreachableError } from "../cluster/api-error.ts";
import { type Duration, formatDuration } from "../object/duration.ts";
import type { World } from "./world.ts";

/** Milliseconds for looking around before a run, where nothing else is said: as long as an object may take. */
const usual = 300_000;

/**
 * Acts in a world whose patience with the server ends, with an UnreachableError, until the tasks of a run have begun: these have
 * times of their own. Where `limit` is undefined that takes five minutes.
 */
export async function patiently<Done>(
  world: World,
  limit: Duration | undefined,
  act: (world: World) => Promise<Done>,
): Promise<Done> {
  const patience = limit ?? usual;
  const late = new AbortController();
  const begin = world.clock.after(patience, () => {
    const message = `the server did not let the run begin within ${formatDuration(patience)}`;
    late.abort(new UnreachableError(message));
  });
  try {
    return await act({ ...world, signal: AbortSignal.any([world.signal, late.signal]), begin });
  } finally {
    begin();
  }
}
