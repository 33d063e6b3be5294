import type { RestMapper } from "../../apply/model/rest-mapper.ts";
import { ApiError, isExternalError } from "../../client/model/api-error.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import type { Clock } from "../../async/clock.ts";
import type { JsonObject } from "../../object/json.ts";
import { parseRef } from "../../object/object-ref.ts";

/** Milliseconds before an object that could not be read is read again. */
const readPause = 5000;

/** What an object is looked for with. */
export interface LookFacts {
  readonly cluster: Pick<Cluster, "get">;
  readonly kinds: RestMapper;
  readonly clock: Pick<Clock, "sleep">;
  readonly signal: AbortSignal;
}

/**
 * The object of that written form as it stands; undefined where it does not, may not be read, or the signal
 * has aborted. While the server is away it is waited for.
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

/** Whether asking again tells nothing else, or is of no use. */
function isAnswered(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || error instanceof ApiError;
}
