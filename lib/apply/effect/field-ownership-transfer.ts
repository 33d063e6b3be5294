import { ApiError, UnreachableError } from "../../client/model/api-error.ts";
import type { Patch, Place } from "../../client/model/cluster.ts";
import { type CededFields, migration } from "../../inventory/field-ownership.ts";
import type { JsonObject } from "../../object/json.ts";
import { type EffectDeps } from "../model/effect-context.ts";
import type { EffectContext } from "../model/task.ts";
import { fieldManager } from "../model/write-choices.ts";

/**
 * So often it is tried anew where somebody writes the object between our look and our patch, or the answer is
 * lost.
 */
const mostAttempts = 10;

/** An object whose fields change hands before it is written. */
export interface FieldTransferRequest {
  readonly place: Place;
  /** Made from the object as it stood when the run was decided, which may be long ago. */
  readonly patch: Patch;
  readonly transfer: Transfer;
}

/** Which fields change hands besides those of client-side managers. */
export interface Transfer {
  /** Fields that others are to have. */
  readonly ceded?: CededFields;
  /** Whatever Helm wrote becomes converge's. */
  readonly fromHelm: boolean;
}

/**
 * The patch by which fields of client-side managers become converge's, and ceded ones nobody's; undefined
 * where nothing is to be done.
 */
export function transferPatch(live: JsonObject, transfer: Transfer): Patch | undefined {
  const body = migration(live, { to: fieldManager, ...transfer });
  return body === undefined ? undefined : { type: "json", body };
}

/** Lets fields of an object change hands. */
export async function transferFields(
  { place, patch, transfer }: FieldTransferRequest,
  { context: { cluster } }: EffectDeps,
  { signal, notice }: EffectContext,
): Promise<void> {
  for (let next: Patch | undefined = patch, attempt = 1; next !== undefined; attempt += 1) {
    try {
      await cluster.patch(place, next, { signal, options: { fieldManager } });
      notice("note", wordsOf(transfer));
      return;
    } catch (error) {
      // An answer that was lost says nothing: what stands there now does.
      const isOpen = error instanceof UnreachableError || (error instanceof ApiError && error.status === 409);
      if (!isOpen || attempt >= mostAttempts) {
        throw error;
      }
    }
    next = transferPatch(await cluster.get(place, { signal }), transfer);
  }
}

/** Who has written the fields that change hands. */
export function lastWriterOf({ fromHelm }: Transfer): string {
  return fromHelm ? "Helm" : "client-side apply";
}

function wordsOf(transfer: Transfer): string {
  const paths = transfer.ceded?.paths ?? [];
  return paths.length === 0
    ? `fields of ${lastWriterOf(transfer)} are now converge's`
    : `left to others from now on: ${paths.map((path) => path.join(".")).join(", ")}`;
}
