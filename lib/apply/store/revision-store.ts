/** Stores what a run has sent: the revisions of a release, in Secrets beside its record. */
import type { Place } from "../../client/model/cluster.ts";
import { isFromCrdsFolder } from "../../manifest/crd.ts";
import { applySetId, parentName } from "../../inventory/apply-set.ts";
import { manifestHash } from "../../inventory/applyset-membership.ts";
import { latestOf } from "../../inventory/history.ts";
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
import { stringifyJson, type JsonObject } from "../../object/json.ts";
import { creationTimestampOf, nameOf } from "../../object/metadata.ts";
import { compareText } from "../../object/object-ref.ts";
import type { SourceText } from "../../object/diagnostic/source-text.ts";
import { type Plan, plannedObjects } from "../../plan/plan.ts";
import { isRefusal } from "../model/outcome.ts";
import { type ReleaseLocation, getIfExists } from "./applyset-store.ts";
import { secrets } from "../model/well-known-resources.ts";
import { fieldManager } from "../model/write-choices.ts";

/** The location of a release's revisions: beside its record. */
export type RevisionPlace = Omit<ReleaseLocation, "kinds">;

/** The digest of the set that a plan is for. Complexity: linear in the size of the set, once. */
export function digestOf(plan: Plan): string {
  const digest = digests.get(plan) ?? makeDigest(plan);
  digests.set(plan, digest);
  return digest;
}

/** It is needed before a run, for its revision, and after it. */
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
 * The objects of the set that a plan is for, including hooks of every event, as a revision stores them: as
 * specified, since an object without a namespace belongs in that of the release at any time.
 */
export function contentOf(plan: Plan): readonly RevisionObject[] {
  // The texts of a rollback are those of a revision.
  const fileName = (file: string): string =>
    plan.action === "rollback" ? file.replace(ofRevision, "") : file;
  return plannedObjects(plan).map(({ origin, value, document }) => ({
    file: fileName(origin.file),
    text: stringifyJson(value),
    ...(document.source.isChartCrds === true ? { isChartCrds: true } : {}),
  }));
}

/** The prefix that `sourcesOf` adds to the name of a file. */
const ofRevision = /^revision-\d+\//;

/** Writes the content of a revision before any of it is sent. Returns the number of its Secrets. */
export async function storeRevision(
  number: number,
  content: readonly RevisionObject[],
  { place, signal }: { readonly place: RevisionPlace; readonly signal: AbortSignal },
): Promise<number> {
  const { context, release, namespace } = place;
  const shards = packRevision(content);
  // One after the other: after a failure none is under way that could be written over the next run's.
  for (const [index, shard] of shards.entries()) {
    const object = shardObject({ release, namespace, number }, index, shard);
    await context.cluster.apply(placeOf(place, shardName(release, number, index)), object, {
      signal,
      options: { fieldManager, force: true },
    });
  }
  return shards.length;
}

/** The reason why a revision cannot be read. */
export interface RevisionFault {
  readonly fault: string;
  /** One of its Secrets is gone: it can no longer be read at all. */
  readonly isLost: boolean;
}

/** Loads the content of a revision. Returns a fault, for people, if it is no longer available. */
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
 * When the server stored the content of a revision, as in `creationTimestamp`; undefined if it is not
 * available.
 */
export async function keptAt(
  revision: Pick<Revision, "number" | "shards">,
  place: RevisionPlace,
): Promise<string | undefined> {
  const [name = ""] = namesOf(place.release, revision);
  try {
    const secret = await getIfExists(placeOf(place, name), place.context);
    return creationTimestampOf(secret);
  } catch (error) {
    letRefusalPass(error);
    return undefined;
  }
}

function shardOf(secret: JsonObject | undefined): Buffer | undefined {
  return secret === undefined ? undefined : shardContent(secret);
}

/**
 * The objects of a revision as texts that can be read as manifests: under their file names, in a folder named
 * after the revision.
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
 * Deletes the found revisions that are not to be kept. A failure to delete them does not change the outcome
 * of a run.
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

/** The revisions that the record of a release lists. */
export interface ListedRevisions {
  /** Those before the run. */
  readonly before: readonly Revision[];
  /** Those while it was under way: with its own. */
  readonly during: readonly Revision[];
  readonly kept: readonly Revision[];
}

/**
 * Finds the revisions of a release that may have to be dropped: the names of their Secrets. Those that no
 * record lists are only looked for when there may be some.
 */
export async function findRevisions(
  listed: ListedRevisions,
  options: { readonly place: RevisionPlace; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const all = [...listed.before, ...listed.during];
  return mayHaveLeftovers(listed)
    ? findAllRevisions(all, options)
    : all.flatMap((revision) => namesOf(options.place.release, revision));
}

/**
 * Reports whether there may be Secrets of revisions that no record lists: a run may have been killed, or
 * killed before it had dropped what is dropped in every run by now. One that was killed before its record
 * leaves more than the next run writes over only in several parts. With every tenth revision they are looked
 * for in any case.
 */
export function mayHaveLeftovers({ before, during, kept }: ListedRevisions): boolean {
  const all = [...before, ...during];
  const isKilled = before.some(({ outcome }) => outcome === "unfinished");
  const isFull = all.some(({ number }) => kept.every((revision) => revision.number !== number));
  const isLarge = all.some(({ shards }) => shards > 1);
  return isKilled || isFull || isLarge || (latestOf(kept)?.number ?? 0) % 10 === 0;
}

/** Deletes the given revisions. */
export async function removeRevisions(
  names: readonly string[],
  { place, signal }: { readonly place: RevisionPlace; readonly signal: AbortSignal },
): Promise<void> {
  await Promise.all(names.map((name) => remove(name, place, signal)));
}

/**
 * Finds all revisions of a release: the names of the Secrets of listed ones, and of those in the cluster; if
 * these may not be listed, the former alone.
 */
export async function findAllRevisions(
  listed: readonly Revision[],
  {
    place: { context, release, namespace },
    signal,
  }: { readonly place: RevisionPlace; readonly signal: AbortSignal },
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
      const name = nameOf(secret);
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
