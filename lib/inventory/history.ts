/** The revisions of a release as its record lists them, and which of them are kept. */
import { entries, field, stringField, type JsonObject, type JsonValue } from "../object/json.ts";
import { readDurations, writeDurations } from "./durations.ts";
import { type Revision, type RevisionOutcome, revisionOutcomes } from "./revision.ts";

/** More than any release reaches: a number edited into a record must not keep a run busy. */
const largestNumber = 999_999_999;
const mostShards = 1000;

/** Reads the list of a record. An entry without a number is skipped; its absent fields are left empty. */
export function readHistory(value: JsonValue | undefined): readonly Revision[] {
  return entries(value).flatMap((entry) => {
    const number = integer(entry, "number");
    if (number === undefined || number < 1 || number > largestNumber) {
      return [];
    }
    const from = integer(entry, "from");
    const durations = readDurations(entry, "durations");
    return {
      number,
      at: integer(entry, "at") ?? 0,
      action: stringField(entry, "action") ?? "",
      outcome: readOutcome(stringField(entry, "outcome")),
      ...(from === undefined ? {} : { from }),
      ...textField(entry, "source"),
      ...textField(entry, "plan"),
      digest: stringField(entry, "digest") ?? "",
      objects: integer(entry, "objects") ?? 0,
      shards: shardsOf(entry),
      ...(durations === undefined ? {} : { durations }),
    };
  });
}

function textField<Name extends string>(entry: JsonValue, name: Name): { readonly [Key in Name]?: string } {
  const text = stringField(entry, name);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed name widens to any
  return (text === undefined ? {} : { [name]: text }) as { readonly [Key in Name]?: string };
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

/** The list in the format of a record, its fields in a fixed order. */
export function writeHistory(history: readonly Revision[]): readonly JsonObject[] {
  return history.map((revision) => {
    const { number, at, action, outcome, from, source, plan, digest, objects, shards } = revision;
    return {
      number,
      at,
      action,
      outcome,
      ...(from === undefined ? {} : { from }),
      ...(source === undefined ? {} : { source }),
      ...(plan === undefined ? {} : { plan }),
      digest,
      objects,
      shards,
      ...(revision.durations === undefined ? {} : { durations: writeDurations(revision.durations) }),
    };
  });
}

/** The newest revision, whatever its outcome. */
export function latestOf(history: readonly Revision[]): Revision | undefined {
  return history.at(-1);
}

/** The newest revision that succeeded, of those before `number` if that is given. */
export function succeededBefore(
  history: readonly Revision[],
  number: number = Infinity,
): Revision | undefined {
  return history.findLast((revision) => revision.outcome === "succeeded" && revision.number < number);
}

/**
 * The default target of a rollback: the newest revision that succeeded before the newest of all. If the
 * newest is a rollback that did not succeed, it is the target of that one: the revision being abandoned may
 * have succeeded.
 */
export function backFrom(history: readonly Revision[]): Revision | undefined {
  const latest = latestOf(history);
  return latest?.from === undefined || latest.outcome === "succeeded"
    ? succeededBefore(history, latest?.number)
    : (history.find(({ number }) => number === latest.from) ?? latest);
}

/** The number of the next revision: an unfinished one is replaced, since it cannot be rolled back to. */
export function nextNumber(history: readonly Revision[]): number {
  const latest = latestOf(history);
  return latest === undefined ? 1 : latest.number + (latest.outcome === "unfinished" ? 0 : 1);
}

/** The list with a revision added, replacing the one of that number. */
export function withRevision(history: readonly Revision[], revision: Revision): readonly Revision[] {
  return [...history.filter(({ number }) => number !== revision.number), revision].toSorted(
    (left, right) => left.number - right.number,
  );
}

/** More do not fit into the record with everything else: the API server accepts 1 MiB. */
const mostListed = 1000;

/**
 * The newest revisions, up to `most` of them, and always the newest that succeeded. `most` 0: as many as the
 * record holds, a thousand.
 */
export function trimmed(history: readonly Revision[], most: number): readonly Revision[] {
  const succeeded = succeededBefore(history);
  const kept = most === 0 ? mostListed : Math.min(most, mostListed);
  return history.filter((revision, index) => index >= history.length - kept || revision === succeeded);
}
