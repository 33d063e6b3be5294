/** Durations of the objects of a release, as the newest revision in its record keeps them. */
import type { Duration } from "../object/duration.ts";
import { field, type JsonObject, type JsonValue, objectField } from "../object/json.ts";
import { compareText } from "../object/object-ref.ts";
import type { Revision } from "./revision.ts";

/** The time from the write of each object until it was ready, by its key. */
export type ObjectDurations = ReadonlyMap<string, Duration>;

/** Shorter ones are not kept: most objects are ready at once. Also the precision. */
const shortest = 100;
/** Longer ones do not fit into the timeout of any run. */
const longest = 1_000_000_000;
/** The most that are kept, the longest first: the record is a single Secret. */
const mostKept = 500;

/** Reads the durations of a revision; entries that are none are skipped. */
export function readDurations(value: JsonValue | undefined, name: string): ObjectDurations | undefined {
  if (field(value, name) === undefined) {
    return undefined;
  }
  const read = Object.entries(objectField(value, name)).filter((entry): entry is [string, number] =>
    isDuration(entry[1]),
  );
  return bounded(read);
}

function isDuration(value: JsonValue | undefined): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= longest;
}

/** The durations as JSON, sorted by key. */
export function writeDurations(durations: ObjectDurations): JsonObject {
  return Object.fromEntries([...durations].toSorted(([left], [right]) => compareText(left, right)));
}

function bounded(entries: readonly (readonly [string, Duration])[]): ObjectDurations {
  const ordered = entries.toSorted(
    ([left, longer], [right, shorter]) => shorter - longer || compareText(left, right),
  );
  return new Map(ordered.slice(0, mostKept));
}

/** Returns the durations of earlier runs; empty if none were recorded. */
export function durationsOf(history: readonly Revision[]): ObjectDurations {
  return history.findLast(({ durations }) => durations !== undefined)?.durations ?? new Map();
}

/**
 * Moves the durations of earlier runs to a new revision, those of the objects it has. Earlier revisions lose
 * theirs: only the newest are of use, and a record of a thousand revisions has no space for all.
 */
export function withCarriedDurations(
  history: readonly Revision[],
  revision: Revision,
  keys: ReadonlySet<string>,
): { readonly history: readonly Revision[]; readonly revision: Revision } {
  const carried = new Map([...durationsOf(history)].filter(([key]) => keys.has(key)));
  return {
    history: history.map(withoutDurations),
    revision: carried.size === 0 ? revision : { ...revision, durations: carried },
  };
}

/**
 * Adds the durations of a run to the newest revision, in tenths of a second. An object that was not written,
 * or was ready at once, keeps that of an earlier run. Without a revision they are lost.
 */
export function withMeasuredDurations(
  history: readonly Revision[],
  measured: ObjectDurations,
): readonly Revision[] {
  const latest = history.at(-1);
  const slow = [...measured].filter(([, took]) => took >= shortest);
  if (latest === undefined || slow.length === 0) {
    return history;
  }
  const rounded = slow.map(([key, took]) => [key, roundedTo(took, shortest)] as const);
  const durations = bounded([...new Map([...durationsOf(history), ...rounded])]);
  return [...history.slice(0, -1).map(withoutDurations), { ...latest, durations }];
}

function roundedTo(duration: Duration, unit: Duration): Duration {
  return Math.min(Math.round(duration / unit) * unit, longest);
}

function withoutDurations(revision: Revision): Revision {
  const { durations, ...rest } = revision;
  return durations === undefined ? revision : rest;
}
