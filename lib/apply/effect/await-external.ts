import { ApiError, rephrased } from "../../client/model/api-error.ts";
import type { Place } from "../../client/model/cluster.ts";
import type { JsonObject } from "../../object/json.ts";
import { formatRef, type ObjectRef } from "../../object/object-ref.ts";
import { retryWrite } from "./retry-write.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { KindMissingError } from "../model/rest-mapper.ts";
import type { Readiness } from "../../readiness/readiness.ts";
import type { Effect, Subscribe, Observation } from "../model/task.ts";

/** An object of the cluster, outside the set, that something in the set waits for. */
export interface ExternalObject {
  readonly ref: ObjectRef;
  readonly until: "present" | "ready" | "absent";
}

/** Waits for an object of the cluster. A kind that is not served yet is waited for too. */
export function awaitExternal({ ref, until }: ExternalObject, deps: EffectDeps): Effect {
  return {
    act: async (acting) => {
      const place = await retryWrite(
        {
          prospects: { namespaceComes: true, kindComes: until !== "absent" },
          act: () => Promise.resolve(placeOf(ref, deps)),
        },
        deps,
        acting,
      ).catch((error: unknown) => {
        if (until === "absent" && error instanceof KindMissingError) {
          return undefined;
        }
        throw error;
      });
      if (place === undefined || deps.choices.dryRun !== false) {
        return {};
      }
      // Listens from here on, so that nothing is missed between the first read and the moment it is followed.
      const release = deps.liveObjects.listen(keyOf(place), () => {});
      try {
        await openOrExplain(place, deps);
      } catch (error) {
        release();
        throw error;
      }
      return { follow: follow(place, until, { deps, release }) };
    },
  };
}

function placeOf(ref: ObjectRef, { kinds }: EffectDeps): Place {
  const resource = kinds.find(ref) ?? kinds.findLoosely(ref);
  if (resource === undefined) {
    throw new KindMissingError(
      `the server does not serve ${ref.kind}${ref.group === "" ? "" : ` of ${ref.group}`} yet`,
      true,
    );
  }
  return { resource, namespace: resource.namespaced ? ref.namespace : "", name: ref.name };
}

async function openOrExplain(place: Place, { liveObjects }: EffectDeps): Promise<void> {
  try {
    await liveObjects.openOne(place);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      throw rephrased(error, `it cannot be read: ${error.message}`);
    }
    throw error;
  }
}

function keyOf({ resource: { group, kind }, namespace, name }: Place): string {
  return formatRef({ group, kind, namespace, name });
}

function follow(
  place: Place,
  until: ExternalObject["until"],
  { deps, release }: { readonly deps: EffectDeps; readonly release: () => void },
): Subscribe {
  const key = keyOf(place);
  return (report) => {
    const emit = (object: JsonObject, isGone: boolean): void => {
      if (isGone || until !== "ready") {
        report(observationOf(isGone, until));
      } else {
        report({
          type: "readiness",
          readiness: judge(object, deps, () => {
            emit(object, false);
          }),
        });
      }
    };
    const stop = deps.liveObjects.listen(key, emit);
    const seen = deps.liveObjects.get(key);
    if (seen === undefined) {
      report(observationOf(true, until));
    } else {
      emit(seen, false);
    }
    return () => {
      stop();
      release();
    };
  };
}

/** The observation that the object exists, or does not. */
function observationOf(isGone: boolean, until: ExternalObject["until"]): Observation {
  if (isGone === (until === "absent")) {
    return { type: "done" };
  }
  const readiness: Readiness = isGone
    ? { state: "NotFound", reason: "NotFound", message: "it does not exist" }
    : { state: "InProgress", reason: "Present", message: "it still exists" };
  return { type: "readiness", readiness };
}

/** Judges the object, which someone else manages: a failure may be repaired while it is waited for. */
function judge(object: JsonObject, { readiness }: EffectDeps, again: () => void): Readiness {
  const judged = readiness.judge(object, { again });
  return { ...judged, state: judged.state === "Failed" ? "InProgress" : judged.state };
}
