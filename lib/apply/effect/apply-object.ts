import { ApiError, isNotFound } from "../../client/model/api-error.ts";
import type { Place, Written } from "../../client/model/cluster.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { field, type JsonObject, objectField } from "../../object/json.ts";
import { hasSyncOption } from "../../object/sync-options.ts";
import { uidOf } from "../../object/metadata.ts";
import { versionOf } from "../../object/object-ref.ts";
import { withOrigin, retryWrite, readAgain } from "./retry-write.ts";
import { renameLostVersion } from "./rename-managers.ts";
import { refreshLive, removeObstacles, recoverFromRefusal, sentNow } from "./prepare-write.ts";
import type { Change } from "../model/event.ts";
import { type EffectDeps } from "../model/effect-context.ts";
import { KindMissingError } from "../model/rest-mapper.ts";
import { missingNamespace } from "../model/classify-rejection.ts";
import type { EffectResult, EffectContext, Effect } from "../model/task.ts";
import { classifyChange } from "../model/outcome.ts";
import { fieldManager } from "../model/write-choices.ts";
import { type ObjectWrite, type Progress, type WriteAttempt, RecreationNeededError } from "./object-write.ts";

/** Writes an object by server-side apply, and follows it until it is ready. */
export function applyObject(sending: ObjectWrite, deps: EffectDeps): Effect {
  return {
    act: async (acting) => {
      if (deps.choices.dryRun === "client") {
        return { change: changeUnasked(sending), unwatched: true };
      }
      try {
        return await send(sending, deps, acting);
      } catch (error) {
        const reported = deps.choices.dryRun === "server" ? reportUnsent(error, sending, deps) : undefined;
        if (reported !== undefined) {
          return { ...reported, unwatched: true };
        }
        throw withOrigin(error, sending.manifest);
      }
    },
  };
}

function changeUnasked({ live, replaces }: ObjectWrite): Change {
  if (live === undefined) {
    return "created";
  }
  return replaces ? "recreated" : "configured";
}

/**
 * The result of a dry run for an object that the server rejects in its current state but would accept in a
 * real run.
 */
function reportUnsent(error: unknown, sending: ObjectWrite, deps: EffectDeps): EffectResult | undefined {
  if (error instanceof RecreationNeededError) {
    return { change: "recreated", message: error.message };
  }
  const message = whyUnchecked(error, sending, deps);
  return message === undefined ? undefined : { change: "created", message };
}

/**
 * The reason why a dry run could not check an object: its namespace or definition is never created in one.
 */
function whyUnchecked(error: unknown, { manifest }: ObjectWrite, deps: EffectDeps): string | undefined {
  const prospects = deps.prospects(manifest.ref);
  const namespace = error instanceof ApiError ? missingNamespace(error) : undefined;
  if (namespace !== undefined && prospects.namespaceComes) {
    return `not checked by the server: namespace ${namespace} has to be applied first`;
  }
  return prospects.kindComes && (error instanceof KindMissingError || isNotFound(error))
    ? "not checked by the server: its definition has to be applied first"
    : undefined;
}

function newProgress({ manifest }: ObjectWrite, { kinds }: EffectDeps): Progress {
  return {
    place: () => placeOf(manifest, kinds),
    force: false,
    recreated: false,
    retried: false,
    gone: undefined,
  };
}

/**
 * Throws a KindMissingError if the kind is not served, and an Error if it turns out to be cluster-scoped
 * although the object was planned with a namespace: that is part of its key, by which nobody would find it.
 */
function placeOf(manifest: Manifest, kinds: EffectDeps["kinds"]): Place {
  const { kind, namespace } = manifest.ref;
  const resource = kinds.require(manifest.ref, versionOf(manifest.apiVersion));
  if (!resource.namespaced && namespace !== "") {
    throw new Error(
      `${kind} is cluster-scoped, but was planned with a namespace, since its kind was not served yet: apply again`,
    );
  }
  return { resource, namespace, name: manifest.name };
}

async function send(planned: ObjectWrite, deps: EffectDeps, acting: EffectContext): Promise<EffectResult> {
  const { manifest } = planned;
  const { choices, liveObjects } = deps;
  const progress = newProgress(planned, deps);
  const trying: EffectContext = {
    ...acting,
    retry: (message, delay) => {
      progress.retried = true;
      acting.retry(message, delay);
    },
  };
  // Listens from here on, so that nothing is missed between the write and the moment it is followed.
  const release = liveObjects.listen(manifest.key, (object, isGone) => {
    progress.gone = isGone ? object : undefined;
  });
  try {
    const sending = await refreshLive({ sending: planned, progress }, deps, acting);
    await removeObstacles({ sending, progress }, deps, acting);
    await watchWhatMayVanish({ sending, progress }, deps);
    const written = await retryWrite<Written>(
      {
        // A dry run waits for nothing.
        prospects:
          choices.dryRun === false
            ? deps.prospects(manifest.ref)
            : { namespaceComes: false, kindComes: false },
        act: () => write({ sending, progress }, deps, trying),
        repair: async (remedy, error) =>
          (await renameLostVersion(error, { sending, progress }, { deps, acting })) ||
          recoverFromRefusal({ remedy, error }, { sending, progress }, { deps, acting }),
      },
      deps,
      trying,
    );
    return heldUntilFollowed(reportWritten(written, { sending, progress }, { deps, acting }), release);
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Opens the watch before creating an object that may remove itself once it has completed: a watch that starts
 * later may never see it.
 */
async function watchWhatMayVanish(
  { sending, progress }: WriteAttempt,
  { choices, liveObjects }: EffectDeps,
): Promise<void> {
  const ttl = field(objectField(sending.sent, "spec"), "ttlSecondsAfterFinished");
  if (choices.dryRun === false && ttl !== undefined) {
    await liveObjects.openFor(progress.place(), sending.labelled);
  }
}

/** Keeps what a watch reported during the write until the object is followed: it is not reported again. */
function heldUntilFollowed(acted: EffectResult, release: () => void): EffectResult {
  const { follow } = acted;
  if (follow === undefined) {
    release();
    return acted;
  }
  return {
    ...acted,
    follow: (report) => {
      const stop = follow(report);
      release();
      return stop;
    },
  };
}

function write(
  { sending, progress }: WriteAttempt,
  deps: EffectDeps,
  acting: EffectContext,
): Promise<Written> {
  const { choices, context } = deps;
  const isUnchecked = hasSyncOption(sending.manifest.value, "Validate=false");
  return context.cluster.apply(progress.place(), sentNow({ sending, progress }), {
    signal: acting.signal,
    onRetry: ({ error, delay }) => {
      acting.retry(error.message, delay);
    },
    beforeRetry: acting.resume,
    options: {
      fieldManager,
      force: progress.force,
      dryRun: choices.dryRun !== false,
      fieldValidation: isUnchecked ? "Ignore" : choices.fieldValidation,
    },
  });
}

function reportWritten(
  written: Written,
  { sending, progress }: WriteAttempt,
  { deps, acting }: { readonly deps: EffectDeps; readonly acting: EffectContext },
): EffectResult {
  const isReported = deps.deprecated.has(sending.manifest.key);
  for (const warning of written.warnings) {
    if (!(isReported && warning.includes("deprecated"))) {
      acting.notice("warning", warning);
    }
  }
  const { choices, readiness, liveObjects } = deps;
  const isDry = choices.dryRun !== false;
  const change = changeOf(written, { sending, progress }, isDry);
  const uid = uidOf(written.object);
  if (!isDry) {
    takeIn(written, { sending, change }, deps);
  }
  if (isDry || sending.unawaited) {
    return { change, uid, unwatched: true, ...(isDry ? { written: written.object } : {}) };
  }
  return {
    change,
    uid,
    follow: readiness.follow(written.object, {
      ...sending.judging,
      changed: change !== "unchanged",
      gone: () => progress.gone,
      look: () => {
        void liveObjects.openFor(progress.place(), sending.labelled);
      },
      read: () => {
        void readAgain(written.object, deps);
      },
    }),
  };
}

function takeIn(
  { object }: Written,
  { sending, change }: { readonly sending: ObjectWrite; readonly change: Change },
  deps: EffectDeps,
): void {
  if (sending.isKept === true) {
    deps.live.wrote(object, sending);
  }
  if (change !== "unchanged") {
    deps.written(sending.manifest.key, { before: wholeOf(sending.live), after: object });
  }
}

/** The object before the write; undefined if only its metadata was read. */
function wholeOf(live: JsonObject | undefined): JsonObject | undefined {
  const isWhole = live !== undefined && Object.keys(live).some((name) => !ofEveryObject.has(name));
  return isWhole ? live : undefined;
}

const ofEveryObject: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/**
 * Returns the change that a write made. An object that is replaced each time counts as recreated in a dry run
 * too.
 */
function changeOf(written: Written, { sending, progress }: WriteAttempt, isDry: boolean): Change {
  const { live, replaces } = sending;
  const wouldReplace = isDry && replaces && live !== undefined;
  if (progress.recreated || wouldReplace) {
    return "recreated";
  }
  // An earlier attempt whose answer was lost may have created it.
  const change = classifyChange(live, written, isDry);
  return change === "configured" && live === undefined && progress.retried ? "created" : change;
}
