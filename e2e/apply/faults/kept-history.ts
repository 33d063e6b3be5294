/**
 * What a release remembers of its turns, in a form that is the same whichever of them were killed on the way.
 */
import { readState } from "../../../lib/inventory/parent-state.ts";
import { type Revision, revisionType, shardName, unpackRevision } from "../../../lib/inventory/revision.ts";
import type { LiveObject } from "../../control-plane/api.ts";

/** What selects the Secrets of revisions among all, and what selects the others. */
export const ofRevisions: string = `fieldSelector=type=${encodeURIComponent(revisionType)}`;
export const notOfRevisions: string = `fieldSelector=type!=${encodeURIComponent(revisionType)}`;

/** What is the same of the history after every good end. */
export interface HistoryEssence {
  /** How the newest revision has ended. */
  readonly outcome: string | undefined;
  /** What it has sent, object by object. */
  readonly content: readonly string[];
  /**
   * What must not be: a revision that has not told its end, one without its Secrets, a Secret without its
   * revision.
   */
  readonly wrong: readonly string[];
}

/**
 * Reads it from the record of a release and the Secrets of its revisions; undefined where there is neither.
 */
export function historyEssence(
  release: string,
  record: LiveObject | undefined,
  secrets: readonly LiveObject[],
): HistoryEssence | undefined {
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

/** Each object behind the name of its file; the folders above differ from seed to seed. */
function readContent(names: readonly string[], stored: ReadonlyMap<string, Buffer>): readonly string[] {
  const content = unpackRevision(names.flatMap((name) => stored.get(name) ?? []));
  return "fault" in content
    ? [content.fault]
    : content.map(({ file, text }) => `${/(?:crds\/)?[^/]*$/.exec(file)?.[0]}: ${text}`).toSorted();
}
