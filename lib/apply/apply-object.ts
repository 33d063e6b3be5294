import { ApiError, isNotFound, rephrased } from "../cluster/api-error.ts";
import type { Patch, Place, Written } from "../cluster/cluster.ts";
import { readConflicts } from "../inventory/conflict.ts";
import { immutableFields, mayRecreate } from "../inventory/recreate.ts";
import { keepReason } from "../inventory/kept.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { type JsonObject, objectField, type Path } from "../object/json.ts";
import { versionOf } from "../object/object-ref.ts";
import { located, persist } from "./attempts.ts";
import { deleteAndSeeGone } from "./delete-object.ts";
import { fieldManager, type Hands } from "./hands.ts";
import { isTerminating, uidOf } from "./live-object.ts";
import { handOver } from "./hand-over.ts";
import { KindMissingError } from "./kinds.ts";
import { missingNamespace, type Remedy } from "./refusal.ts";
import type { Acted, Acting, Effect } from "./task.ts";
import { writeChange } from "./write-change.ts";

/** An object to be written. */
export interface Sending {
  readonly manifest: Manifest;
  /** As it is sent. */
  readonly sent: JsonObject;
  /** Whether it carries the label of the release, by which it is watched. */
  readonly labelled: boolean;
  /** As it stood when the run was decided; undefined where it did not. */
  readonly live: JsonObject | undefined;
  /** Gives the fields of client-side managers to converge, and gives up ceded ones, before the write. */
  readonly migration?: Patch;
  /** Fields that others are to have. */
  readonly ceded?: readonly Path[];
  /** It is deleted before it is made, as hooks are. */
  readonly replaces: boolean;
  /** Nobody in the set waits for it. */
  readonly unawaited: boolean;
}

/** Writes an object by server-side apply, and follows it until it is ready. */
export function applyObject(sending: Sending, hands: Hands): Effect {
  return {
    act: async (acting) => {
      if (hands.choices.dryRun === "client") {
        return { change: sending.live === undefined ? "created" : "configured", unwatched: true };
      }
      try {
        return await send(sending, hands, acting);
      } catch (error) {
        const told = hands.choices.dryRun === "server" ? tellUnsent(error, sending, hands) : undefined;
        if (told !== undefined) {
          return { ...told, unwatched: true };
        }
        throw located(error, sending.manifest);
      }
    },
  };
}

/** What a dry run tells of an object that the server does not take as it stands, and would take in a run. */
function tellUnsent(error: unknown, sending: Sending, hands: Hands): Acted | undefined {
  if (error instanceof RecreationNeededError) {
    return { change: "recreated", message: error.message };
  }
  const message = whyUnchecked(error, sending, hands);
  return message === undefined ? undefined : { change: "created", message };
}

/** Thrown in a dry run where a run would delete the object and make it anew. */
class RecreationNeededError extends Error {}

/** In a dry run nothing comes: what needs its namespace or definition first cannot be asked for. */
function whyUnchecked(error: unknown, { manifest }: Sending, hands: Hands): string | undefined {
  const prospects = hands.prospects(manifest.ref);
  const namespace = error instanceof ApiError ? missingNamespace(error) : undefined;
  if (namespace !== undefined && prospects.namespaceComes) {
    return `not asked of the server: namespace ${namespace} goes up first`;
  }
  return prospects.kindComes && (error instanceof KindMissingError || isNotFound(error))
    ? "not asked of the server: its definition goes up first"
    : undefined;
}

interface Progress {
  readonly place: () => Place;
  force: boolean;
  recreated: boolean;
}

async function send(sending: Sending, hands: Hands, acting: Acting): Promise<Acted> {
  const { manifest } = sending;
  const { kinds, choices, sightings } = hands;
  const progress: Progress = {
    place: () => ({
      resource: kinds.demand(manifest.ref, versionOf(manifest.apiVersion)),
      namespace: manifest.ref.namespace,
      name: manifest.name,
    }),
    force: false,
    recreated: false,
  };
  // Held from here on, so that nothing is missed between the write and the moment it is followed.
  const letGo = sightings.listen(manifest.key, () => {});
  try {
    await prepare(sending, progress, { hands, acting });
    const written = await persist<Written>(
      {
        // A dry run waits for nothing.
        prospects:
          choices.dryRun === false
            ? hands.prospects(manifest.ref)
            : { namespaceComes: false, kindComes: false },
        act: () => write({ sending, progress }, hands, acting),
        mend: (remedy, error) => mend({ remedy, error }, { sending, progress }, { hands, acting }),
      },
      hands,
      acting,
    );
    return heldUntilFollowed(tellWritten(written, { sending, progress }, { hands, acting }), letGo);
  } catch (error) {
    letGo();
    throw error;
  }
}

/** What a watch has told during the write is kept until somebody follows the object: it is not told again. */
function heldUntilFollowed(acted: Acted, letGo: () => void): Acted {
  const { follow } = acted;
  if (follow === undefined) {
    letGo();
    return acted;
  }
  return {
    ...acted,
    follow: (tell) => {
      const stop = follow(tell);
      letGo();
      return stop;
    },
  };
}

function write({ sending, progress }: Case, hands: Hands, acting: Acting): Promise<Written> {
  const { choices, world } = hands;
  return world.cluster.apply(progress.place(), sending.sent, {
    signal: acting.signal,
    onRetry: ({ error, delay }) => {
      acting.retry(error.message, delay);
    },
    options: {
      fieldManager,
      force: progress.force,
      dryRun: choices.dryRun !== false,
      fieldValidation: choices.fieldValidation,
    },
  });
}

/** What has to be out of the way first: fields of client-side managers, the hook of an earlier run. */
async function prepare(
  sending: Sending,
  progress: Progress,
  { hands, acting }: { readonly hands: Hands; readonly acting: Acting },
): Promise<void> {
  const { live, labelled, migration, ceded = [], replaces } = sending;
  if (hands.choices.dryRun !== false || live === undefined) {
    return;
  }
  const isGoing = isTerminating(live);
  if (replaces || isGoing) {
    const deleting = { place: progress.place(), uid: uidOf(live), labelled };
    await deleteAndSeeGone({ ...deleting, ...(isGoing ? { going: live } : {}) }, hands, acting);
  } else if (migration !== undefined) {
    await handOver({ place: progress.place(), patch: migration, ceded }, hands, acting);
  }
}

interface Case {
  readonly sending: Sending;
  readonly progress: Progress;
}

async function mend(
  { remedy, error }: { readonly remedy: Remedy; readonly error: ApiError },
  { sending, progress }: Case,
  { hands, acting }: { readonly hands: Hands; readonly acting: Acting },
): Promise<boolean> {
  if (remedy === "conflict") {
    takeOver(error, { sending, progress }, { hands, acting });
    return true;
  }
  if (remedy !== "immutable") {
    return false;
  }
  const { live } = sending;
  const fields = immutableFields(error).filter((field) => field !== "");
  const names = fields.length === 0 ? "a field" : fields.join(", ");
  // What was not there when the run was decided is somebody else's.
  if (progress.recreated || live === undefined || !mayDelete(sending, hands)) {
    throw rephrased(
      error,
      `${error.message}; ${names} cannot be changed: --recreate or the annotation converge.dev/recreate: "true" deletes the object and makes it anew`,
    );
  }
  const words = `${names} cannot be changed: the object is deleted and made anew`;
  if (hands.choices.dryRun !== false) {
    throw new RecreationNeededError(words);
  }
  acting.notice("warning", words);
  progress.recreated = true;
  await deleteAndSeeGone(
    { place: progress.place(), uid: uidOf(live), labelled: sending.labelled },
    hands,
    acting,
  );
  return true;
}

/** Whether an object may be deleted to be made anew: somebody asks for it, and neither the manifest nor the object wants to be kept. */
function mayDelete({ manifest, live, replaces }: Sending, { choices }: Hands): boolean {
  const isKept = [manifest.value, live].some(
    (state) => keepReason(objectField(state, "metadata")) !== undefined,
  );
  const annotations = objectField(objectField(manifest.value, "metadata"), "annotations");
  // In a dry run the hook of an earlier run is still there.
  return !isKept && (choices.recreate || replaces || mayRecreate(annotations, manifest.kind));
}

/** Conflicts are taken over and told, or refused with the owner of each field. */
function takeOver(
  error: ApiError,
  { progress }: Case,
  { hands, acting }: { readonly hands: Hands; readonly acting: Acting },
): void {
  const conflicts = readConflicts(error.causes);
  const words = [...Map.groupBy(conflicts, (conflict) => conflict.manager)]
    .map(([manager, theirs]) => `${theirs.map((conflict) => conflict.field).join(", ")} of ${manager}`)
    .join("; ");
  if (!hands.choices.forceConflicts || progress.force) {
    throw rephrased(
      error,
      `other managers own fields of it: ${words}; leave the fields out, or take them over with --force-conflicts`,
    );
  }
  acting.notice("warning", `took over ${words}`);
  progress.force = true;
}

function tellWritten(
  written: Written,
  { sending, progress }: Case,
  { hands, acting }: { readonly hands: Hands; readonly acting: Acting },
): Acted {
  for (const warning of written.warnings) {
    acting.notice("warning", warning);
  }
  const { choices, readiness, sightings } = hands;
  const isDry = choices.dryRun !== false;
  const change = progress.recreated ? "recreated" : writeChange(sending.live, written, isDry);
  if (isDry || (!choices.wait && sending.unawaited)) {
    return { change, unwatched: true, ...(isDry ? { written: written.object } : {}) };
  }
  return {
    change,
    follow: readiness.follow(written.object, {
      changed: change !== "unchanged",
      look: () => {
        void sightings.openFor(progress.place(), sending.labelled);
      },
    }),
  };
}
