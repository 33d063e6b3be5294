/** Prepares a write: deletes objects in the way and settles field ownership. */
import { type ApiError, rephrased } from "../../client/model/api-error.ts";
import { isManagerOf } from "../../inventory/adopted-fields.ts";
import { type FieldConflict, readConflicts, without } from "../../inventory/conflict.ts";
import { conflictField } from "../../inventory/managed-fields.ts";
import { forbidsRecreation } from "../../inventory/keep-policy.ts";
import { immutableFields, recreationHint } from "../../inventory/immutable-fields.ts";
import { type JsonObject, objectField } from "../../object/json.ts";
import { isTerminating, managedFieldsOf, metadataOf, uidOf } from "../../object/metadata.ts";
import { deleteAndWait } from "./delete-object.ts";
import { transferFields, type Transfer } from "./field-ownership-transfer.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { partOf } from "../model/live-object.ts";
import { getIfExists } from "../store/applyset-store.ts";
import { type Remedy, refusedNulls } from "../model/classify-rejection.ts";
import type { EffectContext } from "../model/task.ts";
import { type ObjectWrite, type WriteAttempt, RecreationNeededError } from "./object-write.ts";

/**
 * If this run has since created an object of the same name, uses that one instead of the state that was
 * decided on. Throws an Error if someone else has replaced it.
 */
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
    throw new Error("it was replaced by another object");
  }
  const { migration: _, ...rest } = sending;
  return { ...rest, live };
}

const ordinary: Transfer = {};

/** Removes what has to go first: fields of client-side managers, the hook of an earlier run. */
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
    // The release's watch does not see the deletion of an object without its label, or with another's.
    const deleting = { place: progress.place(), uid: uidOf(live), labelled: labelled && bearsMark(sending) };
    await deleteAndWait({ ...deleting, ...(isGoing ? { going: live } : {}) }, deps, acting);
    progress.recreated = true;
  } else if (migration !== undefined) {
    await transferFields({ place: progress.place(), live, patch: migration, transfer }, deps, acting);
  }
}

/**
 * Recovers from a refused write where possible, and reports whether to try it again. Throws the refusal, with
 * a hint, if the object would have to be recreated but must not be, and a RecreationNeededError in a dry run.
 */
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
  // An object that did not exist when the run was decided belongs to someone else.
  if (progress.recreated || live === undefined || !mayDelete(sending, deps)) {
    throw rephrased(error, `${error.message}; ${recreationHint(fields)}`);
  }
  const words = `${names} cannot be changed: the object is deleted and recreated`;
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

/**
 * Returns the form to send: the creation form if no object exists, without fields that the server has
 * refused.
 */
export function sentNow({ sending, progress }: WriteAttempt): JsonObject {
  const isNew = progress.recreated || sending.live === undefined;
  return progress.repaired ?? (isNew ? sending.resent : undefined) ?? sending.sent;
}

/** Leaves out the fields that may not be null, as client-side apply does. Reports whether there were any. */
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
  progress.repaired = paths.reduce((rest, path) => without(rest, path), sent);
  const names = paths.map((path) => path.join(".")).join(", ");
  notice("note", `omitted because the schema does not allow null: ${names}`);
  return true;
}

/** Reports whether the live object carries the label that it is sent with. */
function bearsMark({ live, sent }: Pick<ObjectWrite, "live" | "sent">): boolean {
  return live !== undefined && partOf(live) === partOf(sent);
}

/**
 * Reports whether an object may be deleted and recreated: that was requested, and neither the manifest nor
 * the live object asks to be kept.
 */
function mayDelete({ manifest, live, replaces, recreatable }: ObjectWrite, { choices }: EffectDeps): boolean {
  const isKept = [manifest.value, live].some((state) => forbidsRecreation(metadataOf(state)) !== undefined);
  // In a dry run the hook of an earlier run still exists.
  return replaces || (!isKept && (choices.recreate || recreatable));
}

/** Takes conflicting fields over and reports it, or throws an error that names the owner of each field. */
function takeOver(
  error: ApiError,
  { sending, progress }: WriteAttempt,
  { deps, acting }: { readonly deps: EffectDeps; readonly acting: EffectContext },
): void {
  const isDry = deps.choices.dryRun !== false;
  const conflicts = withoutAdopted(readConflicts(error.causes), sending, isDry);
  if (conflicts.length === 0 && isDry && !progress.force) {
    progress.force = true;
    return;
  }
  const refused = deps.choices.forceConflicts ? [] : notTaken(conflicts, sending);
  const mayTake = refused.length === 0 && (deps.choices.forceConflicts || conflicts.length > 0);
  if (!mayTake || progress.force) {
    const words = ownersOf(progress.force ? conflicts : refused);
    throw rephrased(
      error,
      `it conflicts with other field managers: ${words}; remove the fields, or take them over with --force-conflicts`,
    );
  }
  acting.notice("warning", `took over ${ownersOf(conflicts)}`);
  progress.force = true;
}

/** Leaves out the conflicts of a dry run with an adopted owner: no field ownership was transferred before. */
function withoutAdopted(
  conflicts: readonly FieldConflict[],
  { transfer }: ObjectWrite,
  isDry: boolean,
): readonly FieldConflict[] {
  const from = transfer?.from;
  return !isDry || from === undefined
    ? conflicts
    : conflicts.filter(({ manager }) => !isManagerOf(from, manager));
}

function ownersOf(conflicts: readonly FieldConflict[]): string {
  return [...Map.groupBy(conflicts, (conflict) => conflict.manager)]
    .map(([manager, theirs]) => `${theirs.map((conflict) => conflict.field).join(", ")} of ${manager}`)
    .join("; ");
}

/** The conflicts that no rule resolves. */
function notTaken(
  conflicts: readonly FieldConflict[],
  { manifest, live, taking = [] }: ObjectWrite,
): readonly FieldConflict[] {
  const owned = managedFieldsOf(live).map((entry) => objectField(entry, "fieldsV1"));
  const fields = taking.flatMap(({ paths }) =>
    paths.flatMap((path) => owned.flatMap((set) => conflictField(set, path, manifest.value) ?? [])),
  );
  const managers = new Set(taking.flatMap((rule) => rule.managers));
  return conflicts.filter(
    ({ manager, field }) =>
      !managers.has(manager) &&
      !fields.some((taken) => field === taken || /^[.[]/.test(restOf(field, taken))),
  );
}

/** The part of a field after its beginning; empty if it begins otherwise. */
function restOf(field: string, beginning: string): string {
  return field.startsWith(beginning) ? field.slice(beginning.length) : "";
}
