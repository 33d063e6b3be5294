/**
 * Keeps what a run has sent, and finds it again: the revisions of a release, in Secrets beside its record.
 */
import type { Place } from "../../client/model/cluster.ts";
import { isFromCrdsFolder } from "../../order/select-nodes.ts";
import { applySetId, parentName } from "../../inventory/apply-set.ts";
import { manifestHash } from "../../inventory/applyset-membership.ts";
import {
  isShardName,
  numberOf,
  packRevision,
  type Revision,
  revisionDigest,
  type RevisionObject,
  revisionOfLabel,
  shardContent,
  shardName,
  shardObject,
  unpackRevision,
} from "../../inventory/revision.ts";
import { stringifyJson } from "../../object/stringify-json.ts";
import { objectField, stringField, type JsonObject } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import type { SourceText } from "../../object/diagnostic/source-text.ts";
import type { Plan } from "../../plan/plan.ts";
import { plannedObjects } from "../../plan/planned-objects.ts";
import { isRefusal } from "../model/outcome.ts";
import type { ReleaseLocation } from "./applyset-store.ts";
import { getIfExists } from "./get-or-undefined.ts";
import { secrets } from "../model/well-known-resources.ts";
import { fieldManager } from "../model/write-choices.ts";

/** Where the revisions of a release are kept: beside its record. */
export type RevisionPlace = Omit<ReleaseLocation, "kinds">;

/** The digest of the set that a plan is for. Complexity: linear in the size of the set, once. */
export function digestOf(plan: Plan): string {
  const digest = digests.get(plan) ?? makeDigest(plan);
  digests.set(plan, digest);
  return digest;
}

/** It is asked for before a run, for its revision, and after it. */
const digests = new WeakMap<Plan, string>();

function makeDigest(plan: Plan): string {
  return revisionDigest(
    plannedObjects(plan)
      .map((manifest) => {
        const place = isFromCrdsFolder(manifest) ? " crds" : "";
        return `${manifest.key} ${manifestHash(manifest.value)}${place}`;
      })
      .toSorted(compareText),
  );
}

/**
 * The objects of the set that a plan is for, hooks of every event included, as a revision keeps them: as
 * written, for what has no namespace goes to that of the release at any time.
 */
export function contentOf(plan: Plan): readonly RevisionObject[] {
  return plannedObjects(plan).map(({ origin, value, document }) => ({
    file: origin.file.replace(ofRevision, ""),
    text: stringifyJson(value),
    ...(document.source.isChartCrds === true ? { isChartCrds: true } : {}),
  }));
}

/** What `sourcesOf` puts before the name of a file. */
const ofRevision = /^revision-\d+\//;

/** Writes the content of a revision before anything of it is sent. Gives the number of its Secrets. */
export async function storeRevision(
  number: number,
  content: readonly RevisionObject[],
  { place, signal }: { readonly place: RevisionPlace; readonly signal: AbortSignal },
): Promise<number> {
  const { context, release, namespace } = place;
  const shards = packRevision(content);
  for (const [index, shard] of shards.entries()) {
    const object = shardObject({ release, namespace, number }, index, shard);
    await context.cluster.apply(placeOf(place, shardName(release, number, index)), object, {
      signal,
      options: { fieldManager, force: true },
    });
  }
  return shards.length;
}

/** Why a revision cannot be read. */
export interface RevisionFault {
  readonly fault: string;
  /** A Secret of it is gone: nobody can read it any more. */
  readonly isLost: boolean;
}

/** What a revision has sent. A fault, for people, where it cannot be had any more. */
export async function loadRevision(
  revision: Pick<Revision, "number" | "shards">,
  place: RevisionPlace,
): Promise<readonly RevisionObject[] | RevisionFault> {
  const { number } = revision;
  const names = namesOf(place.release, revision);
  const pieces = await Promise.all(names.map((name) => getIfExists(placeOf(place, name), place.context)));
  const missing = names.find((_, index) => shardOf(pieces[index]) === undefined);
  if (missing !== undefined) {
    const fault = `revision ${number} cannot be read: Secret ${place.namespace}/${missing} is missing`;
    return { fault, isLost: true };
  }
  const read = unpackRevision(pieces.flatMap((secret) => shardOf(secret) ?? []));
  return "fault" in read
    ? { fault: `revision ${number} cannot be read: ${read.fault}`, isLost: false }
    : read;
}

/**
 * When the server took the content of a revision, as in `creationTimestamp`; undefined where that cannot be
 * had.
 */
export async function keptAt(
  revision: Pick<Revision, "number" | "shards">,
  place: RevisionPlace,
): Promise<string | undefined> {
  const [name = ""] = namesOf(place.release, revision);
  try {
    const secret = await getIfExists(placeOf(place, name), place.context);
    return stringField(objectField(secret, "metadata"), "creationTimestamp");
  } catch (error) {
    letRefusalPass(error);
    return undefined;
  }
}

function shardOf(secret: JsonObject | undefined): Buffer | undefined {
  return secret === undefined ? undefined : shardContent(secret);
}

/**
 * The objects of a revision as texts that can be read as manifests: under the names of their files, in a
 * folder named after it.
 */
export function sourcesOf(number: number, content: readonly RevisionObject[]): readonly SourceText[] {
  const files = Map.groupBy(content, ({ file, isChartCrds = false }) => `${String(isChartCrds)} ${file}`);
  return [...files.values()].map((objects) => ({
    name: `revision-${number}/${objects[0]?.file ?? ""}`,
    text: objects.map(({ text }) => `---\n${text}\n`).join(""),
    ...(objects[0]?.isChartCrds === true ? { isChartCrds: true } : {}),
  }));
}

/**
 * Deletes those of the revisions that were found which are not to be kept. That they cannot be deleted
 * changes nothing about how a run has ended.
 */
export async function dropRevisions(
  found: readonly string[],
  kept: readonly Revision[],
  { place, signal }: { readonly place: RevisionPlace; readonly signal: AbortSignal },
): Promise<void> {
  const names = new Set(kept.flatMap((revision) => namesOf(place.release, revision)));
  const dropped = found.filter((name) => !names.has(name));
  await Promise.all(dropped.map((name) => remove(name, place, signal).catch(letRefusalPass)));
}

/**
 * Finds all revisions of a release, those too that a killed run has left and no record lists: the names of
 * their Secrets.
 */
export function findRevisions(
  history: readonly Revision[],
  { place, signal }: { readonly place: RevisionPlace; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  return allNames(history, place, signal);
}

/** Deletes revisions that were found. */
export async function removeRevisions(
  names: readonly string[],
  { place, signal }: { readonly place: RevisionPlace; readonly signal: AbortSignal },
): Promise<void> {
  await Promise.all(names.map((name) => remove(name, place, signal)));
}

/**
 * The names of the Secrets of listed revisions, and of those of the release that are there; where they may
 * not be seen, of the former alone.
 */
async function allNames(
  listed: readonly Revision[],
  { context, release, namespace }: RevisionPlace,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const id = applySetId({ name: parentName(release), namespace });
  const found = await context.cluster
    .list(
      { resource: secrets, namespace, labelSelector: `${revisionOfLabel}=${id}`, metadataOnly: true },
      { signal },
    )
    .catch((error: unknown) => {
      letRefusalPass(error);
      return [];
    });
  const names = [
    ...listed.flatMap((revision) => namesOf(release, revision)),
    ...found.flatMap((secret) => {
      const name = stringField(objectField(secret, "metadata"), "name") ?? "";
      const number = numberOf(secret);
      return number !== undefined && isShardName(name, release, number) ? [name] : [];
    }),
  ];
  return [...new Set(names)];
}

function namesOf(
  release: string,
  { number, shards }: Pick<Revision, "number" | "shards">,
): readonly string[] {
  return Array.from({ length: shards }, (_, index) => shardName(release, number, index));
}

async function remove(name: string, place: RevisionPlace, signal: AbortSignal): Promise<void> {
  await place.context.cluster.delete(placeOf(place, name), {
    signal,
    options: { propagation: "Background" },
  });
}

function letRefusalPass(error: unknown): void {
  if (!isRefusal(error)) {
    throw error;
  }
}

function placeOf({ namespace }: RevisionPlace, name: string): Place {
  return { resource: secrets, namespace, name };
}
