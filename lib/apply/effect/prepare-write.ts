/** Clears the way for a write: deletes what stands there, settles whose fields are whose. */
import { type ApiError, rephrased } from "../../client/model/api-error.ts";
import type { Place } from "../../client/model/cluster.ts";
import { readConflicts, without } from "../../inventory/conflict.ts";
import { isHelmManager } from "../../inventory/field-ownership.ts";
import { forbidsRecreation } from "../../inventory/keep-policy.ts";
import { immutableFields } from "../../inventory/immutable-fields.ts";
import { type JsonObject, objectField } from "../../object/json.ts";
import { deleteAndWait } from "./delete-object.ts";
import { transferFields, type Transfer } from "./field-ownership-transfer.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { isTerminating, partOf, uidOf } from "../model/live-object.ts";
import { getIfExists } from "../store/get-or-undefined.ts";
import type { Remedy } from "../model/classify-rejection.ts";
import { refusedNulls } from "../model/refused-nulls.ts";
import type { EffectContext } from "../model/task.ts";
import type { ObjectWrite } from "./object-write.ts";

/** How far the write of an object has come. */
export interface Progress {
  readonly place: () => Place;
  /** Fields of other managers are taken over. */
  force: boolean;
  /** What stood there was deleted by this run. */
  recreated: boolean;
  /** As it is sent from now on, where the server has refused fields of it for being null. */
  mended?: JsonObject;
  /** The write was tried before without an answer that says whether it was done. */
  retried: boolean;
  /** The object as it went, where a watch has seen it go; another may stand there since. */
  gone: JsonObject | undefined;
}

/** An object on its way into the cluster. */
export interface WriteAttempt {
  readonly sending: ObjectWrite;
  readonly progress: Progress;
}

/** Thrown in a dry run where a run would delete the object and make it anew. */
export class RecreationNeededError extends Error {}

/** What this run has made under the same name since it was decided takes the place of what was seen then. */
export async function refreshLive(
  { sending, progress }: WriteAttempt,
  { choices, context }: EffectDeps,
  { signal }: EffectContext,
): Promise<ObjectWrite> {
  const uid = sending.madeBefore?.();
  if (uid === undefined || choices.dryRun !== false) {
    return sending;
  }
  const live = await getIfExists(progress.place(), { ...context, signal });
  if (live !== undefined && uidOf(live) !== uid) {
    throw new Error("somebody else has put another object in its place");
  }
  const { migration: _, ...rest } = sending;
  return { ...rest, live };
}

const ordinary: Transfer = { fromHelm: false };

/** Takes out of the way what has to go first: fields of client-side managers, the hook of an earlier run. */
export async function removeObstacles(
  { sending, progress }: WriteAttempt,
  deps: EffectDeps,
  acting: EffectContext,
): Promise<void> {
  const { live, labelled, migration, transfer = ordinary, replaces } = sending;
  if (deps.choices.dryRun !== false || live === undefined) {
    return;
  }
  const isGoing = isTerminating(live);
  if (replaces || isGoing) {
    // What does not carry the label, or another's, is not seen to go by the watch over the release.
    const deleting = { place: progress.place(), uid: uidOf(live), labelled: labelled && bearsMark(sending) };
    await deleteAndWait({ ...deleting, ...(isGoing ? { going: live } : {}) }, deps, acting);
    progress.recreated = true;
  } else if (migration !== undefined) {
    await transferFields({ place: progress.place(), patch: migration, transfer }, deps, acting);
  }
}

/** Mends what a refused write may be mended by: tells whether it is to be tried again. */
export async function recoverFromRefusal(
  { remedy, error }: { readonly remedy: Remedy; readonly error: ApiError },
  { sending, progress }: WriteAttempt,
  { deps, acting }: { readonly deps: EffectDeps; readonly acting: EffectContext },
): Promise<boolean> {
  if (remedy === "conflict") {
    takeOver(error, { sending, progress }, { deps, acting });
    return true;
  }
  if (remedy === "nulls") {
    return leaveNullsOut(error, { sending, progress }, acting);
  }
  if (remedy !== "immutable") {
    return false;
  }
  const { live } = sending;
  const fields = immutableFields(error).filter((field) => field !== "");
  const names = fields.length === 0 ? "a field" : fields.join(", ");
  // What was not there when the run was decided is somebody else's.
  if (progress.recreated || live === undefined || !mayDelete(sending, deps)) {
    throw rephrased(
      error,
      `${error.message}; ${names} cannot be changed: --recreate or the annotation converge.dev/recreate: "true" deletes the object and makes it anew`,
    );
  }
  const words = `${names} cannot be changed: the object is deleted and made anew`;
  if (deps.choices.dryRun !== false) {
    throw new RecreationNeededError(words);
  }
  acting.notice("warning", words);
  progress.recreated = true;
  await deleteAndWait(
    { place: progress.place(), uid: uidOf(live), labelled: sending.labelled && bearsMark(sending) },
    deps,
    acting,
  );
  return true;
}

/** The object as it is sent: in full where nothing stands there, without what the server has refused. */
export function sentNow({ sending, progress }: WriteAttempt): JsonObject {
  const isNew = progress.recreated || sending.live === undefined;
  return progress.mended ?? (isNew ? sending.sentAnew : undefined) ?? sending.sent;
}

/** Leaves out the fields that may not be null, as client-side apply does. Tells whether there were any. */
function leaveNullsOut(
  error: ApiError,
  { sending, progress }: WriteAttempt,
  { notice }: EffectContext,
): boolean {
  const sent = sentNow({ sending, progress });
  const paths = refusedNulls(error, sent);
  if (paths.length === 0) {
    return false;
  }
  progress.mended = paths.reduce((rest, path) => without(rest, path), sent);
  const names = paths.map((path) => path.join(".")).join(", ");
  notice("note", `left out, since the schema does not allow null there: ${names}`);
  return true;
}

/** Whether what stands there carries the label that it is sent with. */
function bearsMark({ live, sent }: Pick<ObjectWrite, "live" | "sent">): boolean {
  return live !== undefined && partOf(live) === partOf(sent);
}

/**
 * Whether an object may be deleted to be made anew: somebody asks for it, and neither the manifest nor the
 * object wants to be kept.
 */
function mayDelete({ manifest, live, replaces, recreatable }: ObjectWrite, { choices }: EffectDeps): boolean {
  const isKept = [manifest.value, live].some(
    (state) => forbidsRecreation(objectField(state, "metadata")) !== undefined,
  );
  // In a dry run the hook of an earlier run is still there.
  return replaces || (!isKept && (choices.recreate || recreatable));
}

/** Conflicts are taken over and told, or refused with the owner of each field. */
function takeOver(
  error: ApiError,
  { sending, progress }: WriteAttempt,
  { deps, acting }: { readonly deps: EffectDeps; readonly acting: EffectContext },
): void {
  const isDry = deps.choices.dryRun !== false;
  // In a dry run no field has changed hands before.
  const conflicts = readConflicts(error.causes).filter(
    ({ manager }) => !(isDry && sending.transfer?.fromHelm === true && isHelmManager(manager)),
  );
  if (conflicts.length === 0 && isDry && !progress.force) {
    progress.force = true;
    return;
  }
  const words = [...Map.groupBy(conflicts, (conflict) => conflict.manager)]
    .map(([manager, theirs]) => `${theirs.map((conflict) => conflict.field).join(", ")} of ${manager}`)
    .join("; ");
  if (!deps.choices.forceConflicts || progress.force) {
    throw rephrased(
      error,
      `other managers own fields of it: ${words}; leave the fields out, or take them over with --force-conflicts`,
    );
  }
  acting.notice("warning", `took over ${words}`);
  progress.force = true;
}
