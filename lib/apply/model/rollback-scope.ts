import { type JsonObject, objectField, stringField } from "../../object/json.ts";

/** What is known of the objects that a run has made which is undone. */
export interface RollbackScope {
  /** Keys of those that it made. */
  readonly created: ReadonlySet<string>;
  /** Keys of its whole set: what an earlier run had besides is not of this one's making. */
  readonly sent: ReadonlySet<string>;
  /** Keys of those that were there, nobody's, and that it took over. */
  readonly taken: ReadonlySet<string>;
  /**
   * When the server kept the first revision after the one that is gone back to, as in `creationTimestamp`.
   * What came up since then is of runs that have failed or were killed before this one.
   */
  readonly since: string | undefined;
}

/**
 * Whether an object of the release is there only because of runs that are undone: what was there before
 * stays, whoever made it.
 */
export function isFromUndoneRun(
  { created, sent, taken, since }: RollbackScope,
  key: string,
  object: JsonObject,
): boolean {
  const createdAt = stringField(objectField(object, "metadata"), "creationTimestamp") ?? "";
  // Moments of creation are told in seconds, so what was made in the second before counts too, if the run has
  // it.
  const isYoung = since !== undefined && createdAt >= since;
  return created.has(key) || (isYoung && sent.has(key) && !taken.has(key));
}
