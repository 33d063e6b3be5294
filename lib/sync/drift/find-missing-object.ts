import type { RestMapper } from "../../apply/model/rest-mapper.ts";
import { ApiError, isExternalError } from "../../client/model/api-error.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import type { Clock } from "../../async/clock.ts";
import type { JsonObject } from "../../object/json.ts";
import { parseRef } from "../../object/object-ref.ts";

/** Milliseconds before an object that could not be read is read again. */
const readPause = 5000;

/** Dependencies for looking up an object. */
export interface LookFacts {
  readonly cluster: Pick<Cluster, "get">;
  readonly kinds: RestMapper;
  readonly clock: Pick<Clock, "sleep">;
  readonly signal: AbortSignal;
}

/**
 * Returns the live object of that key; undefined if it does not exist, may not be read, or the signal has
 * aborted. Retries while the server is unreachable.
 */
export async function findMissing(
  key: string,
  { cluster, kinds, clock, signal }: LookFacts,
): Promise<JsonObject | undefined> {
  const ref = parseRef(key);
  const resource = ref && kinds.find(ref);
  if (ref === undefined || resource === undefined) {
    return undefined;
  }
  const { namespace, name } = ref;
  while (!signal.aborted) {
    try {
      return await cluster.get({ resource, namespace, name }, { signal });
    } catch (error) {
      if (isAnswered(error, signal)) {
        return undefined;
      }
      if (!isExternalError(error)) {
        throw error;
      }
      await clock.sleep(readPause, signal);
    }
  }
  return undefined;
}

/** Reports whether asking again would give the same answer, or is of no use. */
function isAnswered(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || error instanceof ApiError;
}
