/** The revisions of a release as its record lists them, and which of them are kept. */
import { entries, field, stringField, type JsonObject, type JsonValue } from "../object/json.ts";
import { type Revision, type RevisionOutcome, revisionOutcomes } from "./revision.ts";

/** More than any release comes to: what somebody has written into a record must not keep a run busy. */
const largestNumber = 999_999_999;
const mostShards = 1000;

/** Reads the list in a record. An entry without a number is none; what it does not tell is left empty. */
export function readHistory(value: JsonValue | undefined): readonly Revision[] {
  return entries(value).flatMap((entry) => {
    const number = integer(entry, "number");
    if (number === undefined || number < 1 || number > largestNumber) {
      return [];
    }
    const from = integer(entry, "from");
    const source = stringField(entry, "source");
    return {
      number,
      at: integer(entry, "at") ?? 0,
      action: stringField(entry, "action") ?? "",
      outcome: readOutcome(stringField(entry, "outcome")),
      ...(from === undefined ? {} : { from }),
      ...(source === undefined ? {} : { source }),
      digest: stringField(entry, "digest") ?? "",
      objects: integer(entry, "objects") ?? 0,
      shards: shardsOf(entry),
    };
  });
}

function shardsOf(entry: JsonValue): number {
  return Math.min(Math.max(integer(entry, "shards") ?? 1, 1), mostShards);
}

function integer(entry: JsonValue, name: string): number | undefined {
  const value = field(entry, name);
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}

function readOutcome(word: string | undefined): RevisionOutcome {
  return revisionOutcomes.find((outcome) => outcome === word) ?? "unfinished";
}

/** The list as it stands in a record, its fields in one order. */
export function writeHistory(history: readonly Revision[]): readonly JsonObject[] {
  return history.map(({ number, at, action, outcome, from, source, digest, objects, shards }) => ({
    number,
    at,
    action,
    outcome,
    ...(from === undefined ? {} : { from }),
    ...(source === undefined ? {} : { source }),
    digest,
    objects,
    shards,
  }));
}

/** The newest revision, whatever became of it. */
export function latestOf(history: readonly Revision[]): Revision | undefined {
  return history.at(-1);
}

/** The newest revision that succeeded, of those before a number where one is given. */
export function succeededBefore(
  history: readonly Revision[],
  number: number = Infinity,
): Revision | undefined {
  return history.findLast((revision) => revision.outcome === "succeeded" && revision.number < number);
}

/**
 * The revision that one goes back to where none is named: the newest that succeeded before the newest of all.
 * Of a rollback that has not come to a good end it is the one that this went to: what was to be left behind
 * may have succeeded.
 */
export function backFrom(history: readonly Revision[]): Revision | undefined {
  const latest = latestOf(history);
  return latest?.from === undefined || latest.outcome === "succeeded"
    ? succeededBefore(history, latest?.number)
    : (history.find(({ number }) => number === latest.from) ?? latest);
}

/** The number of the next revision: an unfinished one is replaced, for nobody can go back to it. */
export function nextNumber(history: readonly Revision[]): number {
  const latest = latestOf(history);
  return latest === undefined ? 1 : latest.number + (latest.outcome === "unfinished" ? 0 : 1);
}

/** The list with a revision in it, in place of the one of that number. */
export function withRevision(history: readonly Revision[], revision: Revision): readonly Revision[] {
  return [...history.filter(({ number }) => number !== revision.number), revision].toSorted(
    (left, right) => left.number - right.number,
  );
}

/** More do not fit into the record beside all else: the API server takes 1 MiB. */
const mostListed = 1000;

/**
 * The newest revisions, so many of them, and always the newest that succeeded. `most` 0: as many as the
 * record takes, a thousand.
 */
export function trimmed(history: readonly Revision[], most: number): readonly Revision[] {
  const succeeded = succeededBefore(history);
  const kept = most === 0 ? mostListed : Math.min(most, mostListed);
  return history.filter((revision, index) => index >= history.length - kept || revision === succeeded);
}
