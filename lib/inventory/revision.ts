/**
 * A revision: the objects that one run of a release has sent, kept in Secrets beside the record of the
 * release, so that a rollback can send them again and a deletion knows its hooks. The record lists the
 * revisions with their outcomes; the Secrets hold only the content, and are never changed once their run has
 * begun.
 */
import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";

import type { Duration } from "../object/duration.ts";
import { field, objectField, stringField, type JsonObject, type JsonValue } from "../object/json.ts";
import { labelOf } from "../object/metadata.ts";
import { applySetId, parentName, toolName } from "./apply-set.ts";
import { readFieldJson } from "./field-set.ts";

/** The outcome of a revision's run. `unfinished`: none was recorded: it is in progress, or was killed. */
export const revisionOutcomes = ["unfinished", "succeeded", "failed", "timedOut", "interrupted"] as const;
export type RevisionOutcome = (typeof revisionOutcomes)[number];

/** One revision in the history of a release, as its record lists it. */
export interface Revision {
  /** From 1, never reused except to replace an unfinished one. */
  readonly number: number;
  /** When its run began to write, in milliseconds since 1970. */
  readonly at: number;
  /** `install`, `upgrade`, `rollback`. */
  readonly action: string;
  readonly outcome: RevisionOutcome;
  /** The revision that a rollback restored. */
  readonly from?: number;
  /** The user's label for the manifests: a commit. */
  readonly source?: string;
  /** The identity of the saved plan that its run has applied. */
  readonly plan?: string;
  /** The digest of its content: the same for the same set, wherever its files are. */
  readonly digest: string;
  /** The number of its objects, hooks included. */
  readonly objects: number;
  /** The number of Secrets that hold its content. */
  readonly shards: number;
  /** Only of the newest: the milliseconds that its objects last took to become ready, by key. */
  readonly durations?: ReadonlyMap<string, Duration>;
}

/** One object of a revision, as it was sent, without the marks of the release. */
export interface RevisionObject {
  /** The file it came from, as it was named. */
  readonly file: string;
  /** Whether that file is in the `crds` folder of a chart. */
  readonly isChartCrds?: true;
  /** As JSON in one line, every digit of its numbers included. */
  readonly text: string;
}

/** The type of the Secrets that hold revisions. */
export const revisionType = "converge.dev/revision";
/** On such a Secret: the number of its revision. */
const numberLabel = "converge.dev/revision";
/** On such a Secret: the id of the release's ApplySet. */
export const revisionOfLabel = "converge.dev/revision-of";

/** The format of the content. Readers refuse a newer one. */
export const contentFormat = 1;

/** Bytes in one Secret: the API server accepts 1 MiB. */
export const shardSize = 1_000_000;

/**
 * The content of a revision in shards that each fit into a Secret: gzip of lines of JSON, first the format
 * and which objects are from `crds` folders of charts, then for each object its file and itself. The same
 * objects give the same bytes.
 */
export function packRevision(
  objects: readonly RevisionObject[],
  size: number = shardSize,
): readonly Buffer[] {
  const chartCrds = objects.flatMap(({ isChartCrds }, index) => (isChartCrds === true ? [index] : []));
  const lines = [JSON.stringify({ format: contentFormat, chartCrds })];
  for (const { file, text } of objects) {
    lines.push(JSON.stringify(file), text);
  }
  const packed = gzipSync(lines.join("\n"), { level: 4 });
  const shards: Buffer[] = [];
  for (let start = 0; start < packed.length; start += size) {
    shards.push(packed.subarray(start, start + size));
  }
  return shards;
}

/** Larger than any release: the limit for unpacking a gzip bomb. */
const largestContent = 2 ** 28;

/**
 * The objects in the shards of a revision, in their order; a fault if the content is incomplete, or of a
 * newer format.
 */
export function unpackRevision(
  shards: readonly Buffer[],
): readonly RevisionObject[] | { readonly fault: string } {
  let text: string;
  try {
    text = gunzipSync(Buffer.concat(shards), { maxOutputLength: largestContent }).toString("utf8");
  } catch {
    return { fault: "its content is damaged" };
  }
  const end = endOfLine(text, 0);
  const head = readFieldJson(text.slice(0, end));
  const format = field(head, "format");
  if (typeof format !== "number") {
    return { fault: "its content is damaged" };
  }
  if (format > contentFormat) {
    return {
      fault: `it was written by a newer converge (format ${format}, this one knows ${contentFormat}); upgrade converge`,
    };
  }
  const objects = objectsFrom(text, end + 1);
  return objects === undefined
    ? { fault: "its content is damaged" }
    : marked(objects, field(head, "chartCrds"));
}

/**
 * The objects, with those from `crds` folders of charts marked. Revisions of earlier versions do not
 * distinguish charts from other sets: for them every folder of that name counts, so that a deletion keeps
 * everything it may have to keep.
 */
function marked(
  objects: readonly RevisionObject[],
  chartCrds: JsonValue | undefined,
): readonly RevisionObject[] {
  const places = Array.isArray(chartCrds) ? new Set(chartCrds) : undefined;
  return objects.map((object, index) => {
    const isChartCrds = places?.has(index) ?? /(?:^|\/)crds\/(?!.* \(rendered\)$)/s.test(object.file);
    return isChartCrds ? { ...object, isChartCrds } : object;
  });
}

/**
 * The objects in the lines from `start`; undefined at the first invalid one: a rollback would prune the
 * objects it does not find.
 */
function objectsFrom(text: string, start: number): readonly RevisionObject[] | undefined {
  const objects: RevisionObject[] = [];
  for (let at = start; at <= text.length;) {
    const middle = endOfLine(text, at);
    const end = endOfLine(text, middle + 1);
    const file = readFieldJson(text.slice(at, middle));
    const object = text.slice(middle + 1, end);
    if (typeof file !== "string" || readFieldJson(object) === undefined) {
      return undefined;
    }
    objects.push({ file, text: object });
    at = end + 1;
  }
  return objects;
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}

/** The digest of a set: of the key, the hash and the position in the order of each of its objects. */
export function revisionDigest(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) {
    hash.update(part).update("\n");
  }
  return hash.digest("base64url").slice(0, 22);
}

/**
 * The name of the Secret of a shard, from 0: `converge.shop.v3`, `converge.shop.v3.s1`. No parent of a
 * release has such a name (`converge-…`), and the suffix after the last dots cannot be mistaken for a part of
 * a release's name.
 */
export function shardName(release: string, number: number, shard: number): string {
  const name = `${toolName}.${release}.v${number}`;
  return shard === 0 ? name : `${name}.s${shard}`;
}

/**
 * Reports whether a Secret of that name is a shard of a revision: copies made by others have its labels too.
 */
export function isShardName(name: string, release: string, number: number): boolean {
  const first = shardName(release, number, 0);
  return name === first || (name.startsWith(`${first}.s`) && /^[1-9]\d*$/.test(name.slice(first.length + 2)));
}

/** The Secret of one shard, as it is sent by server-side apply. */
export function shardObject(
  place: { readonly release: string; readonly namespace: string; readonly number: number },
  shard: number,
  content: Buffer,
): JsonObject {
  const { release, namespace, number } = place;
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: shardName(release, number, shard),
      namespace,
      labels: {
        "app.kubernetes.io/managed-by": toolName,
        [revisionOfLabel]: applySetId({ name: parentName(release), namespace }),
        [numberLabel]: String(number),
      },
    },
    type: revisionType,
    data: { content: content.toString("base64") },
  };
}

/** The shard in a Secret; undefined if it holds none. */
export function shardContent(secret: JsonObject): Buffer | undefined {
  const text = stringField(objectField(secret, "data"), "content");
  return field(secret, "type") === revisionType && text !== undefined
    ? Buffer.from(text, "base64")
    : undefined;
}

/** The revision number in the label of a shard's Secret; undefined if it has none. */
export function numberOf(secret: JsonObject): number | undefined {
  const number = Number(labelOf(secret, numberLabel));
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
