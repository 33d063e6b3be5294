import { ApiError, UnreachableError } from "../../client/model/api-error.ts";
import type { Patch, Place } from "../../client/model/cluster.ts";
import type { AdoptedFields } from "../../inventory/adopted-fields.ts";
import { type CededFields, migratedFrom, migration } from "../../inventory/field-ownership.ts";
import { removedByMigration } from "../../inventory/adoption/migrated-fields.ts";
import type { JsonObject, Path } from "../../object/json.ts";
import { type EffectDeps } from "../model/effect-context.ts";
import type { EffectContext } from "../model/task.ts";
import { fieldManager } from "../model/write-choices.ts";

/**
 * The most attempts if someone writes the object between our read and our patch, or if the answer is lost.
 */
const mostAttempts = 10;

/** An object whose field ownership is transferred before it is written. */
export interface FieldTransferRequest {
  readonly place: Place;
  /** The object as it was when the run was decided. */
  readonly live: JsonObject;
  /** Computed from the object as it was when the run was decided, which may be long ago. */
  readonly patch: Patch;
  readonly transfer: Transfer;
}

/** The fields to transfer besides those of client-side managers. */
export interface Transfer {
  /** Fields that others are to own. */
  readonly ceded?: CededFields;
  /** The tool all of whose fields become converge's. */
  readonly from?: AdoptedFields;
}

/**
 * The patch that transfers the fields of client-side managers to converge and releases ceded ones; undefined
 * if there is nothing to do.
 */
export function transferPatch(live: JsonObject, transfer: Transfer): Patch | undefined {
  const body = migration(live, { to: fieldManager, ...transfer });
  return body === undefined ? undefined : { type: "json", body };
}

/** Transfers the ownership of an object's fields. */
export async function transferFields(
  { place, live, patch, transfer }: FieldTransferRequest,
  { context: { cluster } }: EffectDeps,
  { signal, notice }: EffectContext,
): Promise<void> {
  let before = live;
  for (let next: Patch | undefined = patch, attempt = 1; next !== undefined; attempt += 1) {
    try {
      await cluster.patch(place, next, { signal, options: { fieldManager } });
      for (const message of noticesOf(before, transfer)) {
        notice("note", message);
      }
      return;
    } catch (error) {
      // A lost answer says nothing: the live object decides.
      const isOpen = error instanceof UnreachableError || (error instanceof ApiError && error.status === 409);
      if (!isOpen || attempt >= mostAttempts) {
        throw error;
      }
    }
    before = await cluster.get(place, { signal });
    next = transferPatch(before, transfer);
  }
}

/** Returns the fields of an object that a transfer removes: those of the writer that the manifest lacks. */
export function removedByTransfer(
  live: JsonObject,
  written: JsonObject,
  transfer: Transfer,
): readonly Path[] {
  return removedByMigration(live, written, { to: fieldManager, ...transfer });
}

/** The notices about a transfer of the fields of an object as it was before. */
export function noticesOf(live: JsonObject, transfer: Transfer): readonly string[] {
  const writer = migratedFrom(live, transfer);
  const paths = transfer.ceded?.paths ?? [];
  return [
    ...(writer === undefined ? [] : [`took over the fields of ${writer}`]),
    ...(paths.length === 0 ? [] : [`no longer managed: ${paths.map((path) => path.join(".")).join(", ")}`]),
  ];
}
