/** The stored history of a release, in a form that does not depend on which runs were killed. */
import { readState } from "../../../lib/inventory/parent-state.ts";
import { type Revision, revisionType, shardName, unpackRevision } from "../../../lib/inventory/revision.ts";
import type { LiveObject } from "../../control-plane/api.ts";

/** Field selectors for the Secrets of revisions, and for all other Secrets. */
export const ofRevisions: string = `fieldSelector=type=${encodeURIComponent(revisionType)}`;
export const notOfRevisions: string = `fieldSelector=type!=${encodeURIComponent(revisionType)}`;

/** The part of the history that is equal after every successful end. */
export interface ComparableHistory {
  /** The outcome of the newest revision. */
  readonly outcome: string | undefined;
  /** The objects that it sent. */
  readonly content: readonly string[];
  /** Violations: a revision without an outcome, one without its Secrets, a Secret without a revision. */
  readonly wrong: readonly string[];
}

/** Reads it from the record of a release and the Secrets of its revisions; undefined if there is neither. */
export function comparableHistory(
  release: string,
  record: LiveObject | undefined,
  secrets: readonly LiveObject[],
): ComparableHistory | undefined {
  if (record === undefined && secrets.length === 0) {
    return undefined;
  }
  const history = readState(record?.data?.["state"])?.state.history ?? [];
  const newest = history.at(-1);
  const stored = new Map(secrets.map((secret) => [secret.metadata.name, contentOf(secret)]));
  const listed = new Set(history.flatMap((revision) => namesOf(release, revision)));
  return {
    outcome: newest?.outcome,
    content: newest === undefined ? [] : readContent(namesOf(release, newest), stored),
    wrong: [
      ...history
        .filter(({ outcome }) => outcome === "unfinished")
        .map(({ number }) => `revision ${number} has not told its end`),
      ...history
        .filter(({ number }, index) => number <= (history[index - 1]?.number ?? 0))
        .map(({ number }) => `revision ${number} comes after one of a greater number`),
      ...[...listed].filter((name) => !stored.has(name)).map((name) => `Secret ${name} is missing`),
      ...[...stored.keys()]
        .filter((name) => !listed.has(name))
        .map((name) => `no revision knows of Secret ${name}`),
    ],
  };
}

function namesOf(release: string, { number, shards }: Revision): readonly string[] {
  return Array.from({ length: shards }, (_, index) => shardName(release, number, index));
}

function contentOf({ data }: LiveObject): Buffer {
  return Buffer.from(data?.["content"] ?? "", "base64");
}

/** Lists each object after the name of its file; the folders above differ between seeds. */
function readContent(names: readonly string[], stored: ReadonlyMap<string, Buffer>): readonly string[] {
  const content = unpackRevision(names.flatMap((name) => stored.get(name) ?? []));
  return "fault" in content
    ? [content.fault]
    : content.map(({ file, text }) => `${/(?:crds\/)?[^/]*$/.exec(file)?.[0]}: ${text}`).toSorted();
}
