import { ApiError, UnreachableError } from "../../client/model/api-error.ts";
import type { Place } from "../../client/model/cluster.ts";
import { type Duration, formatDuration } from "../../object/duration.ts";
import type { JsonObject } from "../../object/json.ts";
import { isTerminating } from "../../object/metadata.ts";
import type { Plan, PlannedObject } from "../../plan/plan.ts";
import type { Decision } from "./decide-object.ts";
import type { ReleaseLocation } from "../store/applyset-store.ts";
import { RefusedError } from "../model/refused-error.ts";
import { blockersOf } from "../../readiness/condition/deletion-blockers.ts";
import { fieldManager } from "../model/write-choices.ts";

/** Milliseconds between two reads of a terminating namespace, in which no lasting watch is possible. */
const lookEvery = 1000;

/** Inputs of the search for a release's namespace. */
export interface NamespaceRequest {
  readonly plan: Plan;
  readonly decisions: ReadonlyMap<PlannedObject, Decision>;
  readonly createNamespace: boolean;
}

/**
 * Ensures that the namespace of the release exists before the lock is taken in it. If it is in the set, it is
 * the one object that is written before the lock; if not, it is created only on request. A terminating one is
 * waited for until it is gone: everything observed in it is then gone too. Returns also what was created.
 */
export async function ensureNamespace(
  namespace: NamespaceRequest,
  place: ReleaseLocation,
  patience: Duration,
): Promise<{ readonly waited: boolean; readonly created?: JsonObject }> {
  const { waited, isThere } = await outlast(place, patience);
  const missing = isThere ? undefined : await missingNamespaceOf(namespace, place);
  if (missing === undefined) {
    return { waited };
  }
  const { context } = place;
  const call = { signal: context.signal, options: { fieldManager, force: true } };
  const { object } = await context.cluster.apply(namespacePlace(place), missing, call);
  return { waited, created: object };
}

/** Thrown when a terminating namespace was not gone in time. */
export class NamespaceGoingError extends Error {
  override readonly name = "NamespaceGoingError";
}

/**
 * Waits while the namespace is terminating; reports whether it was, and whether one exists now or may not be
 * read.
 */
async function outlast(
  place: ReleaseLocation,
  patience: Duration,
): Promise<{ readonly waited: boolean; readonly isThere: boolean }> {
  const { context, namespace } = place;
  const giveUpAt = context.clock.now() + patience;
  let reported: string | undefined;
  for (;;) {
    const found = await read(place).catch((error: unknown) => {
      throw reported !== undefined && isOutOfTime(context.signal)
        ? stillGoing(namespace, endOfRun, reported)
        : error;
    });
    if (found === undefined || found === "hidden" || !isTerminating(found)) {
      return { waited: reported !== undefined, isThere: found !== undefined };
    }
    const blockers = blockersOf(found).join("; ");
    if (reported !== blockers) {
      reported = blockers;
      const held = blockers === "" ? "" : `, held up by ${blockers}`;
      const message = `namespace ${namespace} is being deleted${held}: waiting until it is gone`;
      context.emit({ type: "notice", at: context.clock.now(), level: "note", message });
    }
    const limit = `after ${formatDuration(patience)} (--prune-timeout)`;
    if (context.clock.now() >= giveUpAt) {
      throw stillGoing(namespace, limit, blockers);
    }
    await context.clock.sleep(lookEvery, context.signal);
    if (isOutOfTime(context.signal)) {
      throw stillGoing(namespace, endOfRun, blockers);
    }
    context.signal.throwIfAborted();
  }
}

const endOfRun = "when the run timed out (--timeout)";

/** Reports whether the time is up, as opposed to the run having been asked to end. */
function isOutOfTime({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof UnreachableError;
}

function stillGoing(namespace: string, limit: string, blockers: string): NamespaceGoingError {
  const held = blockers === "" ? "" : `; ${blockers}`;
  return new NamespaceGoingError(`namespace ${namespace} is still being deleted ${limit}${held}`);
}

/**
 * The namespace of the release as it has to be created first; undefined if it exists. Throws a RefusedError
 * if its creation was not requested.
 */
export async function missingNamespaceOf(
  { plan, decisions, createNamespace }: NamespaceRequest,
  place: ReleaseLocation,
): Promise<JsonObject | undefined> {
  const { namespace } = place;
  if ((await read(place)) !== undefined) {
    return undefined;
  }
  const own = plan.groups
    .flatMap((group) => group.objects)
    .find(({ manifest }) => manifest.key === `/Namespace/${namespace}`);
  const decision = own === undefined ? undefined : decisions.get(own);
  if (decision?.type === "apply") {
    return decision.sent;
  }
  if (createNamespace) {
    return { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
  }
  throw new RefusedError(
    `namespace ${namespace} does not exist and is not in the set: create it with --create-namespace, or choose another with --namespace`,
  );
}

function namespacePlace({ kinds, namespace }: ReleaseLocation): Place {
  return {
    resource: kinds.require({ group: "", kind: "Namespace" }, "v1"),
    namespace: "",
    name: namespace,
  };
}

/** The namespace as it is; `hidden` if it may not be read: taking the lock will show whether it exists. */
async function read(place: ReleaseLocation): Promise<JsonObject | "hidden" | undefined> {
  const { cluster, signal } = place.context;
  try {
    return await cluster.get(namespacePlace(place), { signal });
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403)) {
      return error.status === 404 ? undefined : "hidden";
    }
    throw error;
  }
}
