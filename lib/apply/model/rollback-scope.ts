import { type JsonObject } from "../../object/json.ts";
import { creationTimestampOf } from "../../object/metadata.ts";

/** The objects of the runs being undone. */
export interface RollbackScope {
  /** Keys of the objects that they created. */
  readonly created: ReadonlySet<string>;
  /** Keys of the whole set: what an earlier run had beyond it was not created by this one. */
  readonly sent: ReadonlySet<string>;
  /** Keys of existing, unowned objects that they adopted. */
  readonly taken: ReadonlySet<string>;
  /**
   * When the server stored the first revision after the one being rolled back to, as in `creationTimestamp`.
   * Objects created since then are from runs that failed or were killed before this one.
   */
  readonly since: string | undefined;
}

/**
 * Reports whether an object of the release exists only because of runs being undone: what existed before
 * stays, whoever created it.
 */
export function isFromUndoneRun(
  { created, sent, taken, since }: RollbackScope,
  key: string,
  object: JsonObject,
): boolean {
  const createdAt = creationTimestampOf(object) ?? "";
  // Creation timestamps have a resolution of one second, so an object created within the same second counts
  // too if the run has it.
  const isYoung = since !== undefined && createdAt >= since;
  return created.has(key) || (isYoung && sent.has(key) && !taken.has(key));
}
