import { type ApiError, isNotFound } from "../../client/model/api-error.ts";
import { onAbort, untilAbort } from "../../async/abort.ts";
import type { Place } from "../../client/model/cluster.ts";
import { blockersOf, terminating } from "../../readiness/condition/deletion-blockers.ts";
import { type JsonObject, stringField } from "../../object/json.ts";
import { finalizersOf, isTerminating, uidOf } from "../../object/metadata.ts";
import { formatRef } from "../../object/object-ref.ts";
import type { FinalizerHints } from "./finalizer-hints.ts";
import { retryWrite } from "./retry-write.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { EffectContext, Effect, Subscribe } from "../model/task.ts";

/** An object to be deleted. */
export interface ObjectDeletion {
  readonly place: Place;
  /** Deletes only the object with that uid; empty for whichever exists. */
  readonly uid: string;
  /** Deletes only that resourceVersion: if the object was written since, an ApiError (409) is thrown. */
  readonly version?: string;
  /** Whether the label watch of the release sees it. */
  readonly labelled: boolean;
  /** Knows who may remove its finalizers; asked if they hold it up. */
  readonly hints?: FinalizerHints;
  /** The object as last seen while terminating: it is not deleted again, only waited for. */
  readonly going?: JsonObject;
}

/** Deletes an object and waits until it is gone. One that is already gone counts as deleted. */
export function deleteObject(deleting: ObjectDeletion, deps: EffectDeps): Effect {
  return {
    act: async (acting) => {
      if (deps.choices.dryRun === "client") {
        return { change: "deleted" };
      }
      if (deps.choices.dryRun === false) {
        await untilAbort(look(deleting, deps), acting.signal);
      }
      const left = await sendDelete(deleting, deps, acting);
      return left === undefined || deps.choices.dryRun !== false
        ? { change: "deleted" }
        : { change: "deleted", follow: followGone(deleting, left, deps) };
    },
  };
}

/** Deletes an object that is in the way of another, and resolves when it is gone. */
export async function deleteAndWait(
  deleting: ObjectDeletion,
  deps: EffectDeps,
  acting: EffectContext,
): Promise<void> {
  await untilAbort(look(deleting, deps), acting.signal);
  const left = await sendDelete(deleting, deps, acting);
  if (left === undefined) {
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const stop = followGone(
      deleting,
      left,
      deps,
    )((observation) => {
      if (observation.type === "done") {
        stop();
        resolve();
      } else if (observation.type === "readiness") {
        const { message } = terminating(observation.object ?? left);
        acting.waits({ ...observation.readiness, message: `the earlier one is ${message}` });
      }
    });
    const giveUp = (): void => {
      stop();
      reject(new Error(`the earlier one is still being deleted: ${blockersOf(left).join("; ")}`));
    };
    if (acting.signal.aborted) {
      giveUp();
    } else {
      onAbort(acting.signal, giveUp);
    }
  });
}

function look({ place, labelled }: ObjectDeletion, { liveObjects }: EffectDeps): Promise<void> {
  return liveObjects.openFor(place, labelled);
}

/** Sends the request. Returns undefined if the object is gone, the object if it is only terminating. */
async function sendDelete(
  deleting: ObjectDeletion,
  deps: EffectDeps,
  acting: EffectContext,
): Promise<JsonObject | undefined> {
  const { place, uid, version, going } = deleting;
  if (going !== undefined) {
    return going;
  }
  const left = await retryWrite(
    {
      prospects: { namespaceComes: false, kindComes: false },
      act: () =>
        deps.context.cluster.delete(place, {
          signal: acting.signal,
          onRetry: ({ error, delay }) => {
            acting.retry(error.message, delay);
          },
          beforeRetry: acting.resume,
          options: {
            propagation: deps.choices.propagation,
            dryRun: deps.choices.dryRun !== false,
            ...(uid === "" ? {} : { uid }),
            ...(version === undefined ? {} : { resourceVersion: version }),
          },
        }),
      repair: (_, error) => repair(error, deleting, { deps, acting }),
    },
    deps,
    acting,
  ).catch((error: unknown) => {
    if (error instanceof GoneError || isNotFound(error)) {
      return undefined;
    }
    throw error;
  });
  // A Status instead of an object: nothing held it back, it is gone.
  return left === undefined || stringField(left, "kind") === "Status" ? undefined : left;
}

/**
 * Recovers from a refusal. A conflict may mean that another object exists now, or that it was written since
 * it was seen.
 */
async function repair(
  error: ApiError,
  deleting: ObjectDeletion,
  { deps, acting }: { readonly deps: EffectDeps; readonly acting: EffectContext },
): Promise<boolean> {
  if (error.status === 409 && (await isReplaced(deleting, deps, acting))) {
    throw new GoneError();
  }
  if (error.status === 409 && deleting.version !== undefined) {
    throw error;
  }
  return false;
}

/** Thrown when the object to be deleted is gone and another one has taken its place. */
class GoneError extends Error {}

async function isReplaced(
  { place, uid }: ObjectDeletion,
  { context }: EffectDeps,
  acting: EffectContext,
): Promise<boolean> {
  try {
    const found = await context.cluster.get(place, { signal: acting.signal });
    return uid !== "" && uidOf(found) !== uid;
  } catch (error) {
    return isNotFound(error);
  }
}

function followGone({ place, hints }: ObjectDeletion, left: JsonObject, deps: EffectDeps): Subscribe {
  const { group, kind } = place.resource;
  const key = formatRef({ group, kind, namespace: place.namespace, name: place.name });
  return (report) => {
    let latest = left;
    const emit = (object: JsonObject, isGone: boolean): void => {
      latest = object;
      if (isGone || uidOf(object) !== uidOf(left)) {
        report({ type: "done" });
      } else if (isTerminating(object)) {
        const message = heldUpBy(object, place, hints);
        report({
          type: "readiness",
          readiness: { state: "Terminating", reason: "Terminating", message },
          object,
        });
      }
    };
    const stop = deps.liveObjects.listen(key, emit);
    // It may have gone between the request and now: no watch will report it any more.
    void reportIfGone({ place, uid: uidOf(left), labelled: true }, deps, report);
    emit(left, false);
    const isHeld = finalizersOf(left).length > 0;
    const stopHints = isHeld ? hints?.listen(left, () => emit(latest, false)) : undefined;
    return () => {
      stop();
      stopHints?.();
    };
  };
}

function heldUpBy(object: JsonObject, place: Place, hints: FinalizerHints | undefined): string {
  const by = hints?.textFor(object, place);
  return [...blockersOf(object), ...(by === undefined ? [] : [by])].join("; ");
}

async function reportIfGone(
  { place, uid }: ObjectDeletion,
  { context }: EffectDeps,
  report: Parameters<Subscribe>[0],
): Promise<void> {
  try {
    const found = await context.cluster.get(place, { signal: context.signal });
    if (uidOf(found) !== uid) {
      report({ type: "done" });
    }
  } catch (error) {
    // Any other refusal leaves it to the watch.
    if (isNotFound(error)) {
      report({ type: "done" });
    }
  }
}
