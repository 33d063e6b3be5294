/**
 * Moves an object from one release to another. A run killed at any point leaves it in one of them: the record
 * of the new release covers its kind and namespace before its label changes.
 */
import {
  getIfExists,
  isStored,
  loadParent,
  type ReleaseLocation,
  storeParent,
} from "../store/applyset-store.ts";
import type { Place } from "../../client/model/cluster.ts";
import { partOfLabel } from "../../inventory/apply-set.ts";
import { isMember } from "../../inventory/applyset-membership.ts";
import { type ParentRecord, sameRecord, withExtent } from "../../inventory/applyset-parent.ts";
import type { Duration } from "../../object/duration.ts";
import type { JsonObject } from "../../object/json.ts";
import { refOf, uidOf } from "../../object/metadata.ts";
import { compareText, formatRef, parseRef, type ObjectRef } from "../../object/object-ref.ts";
import { findRef, type KindAliases, kindWords } from "../../plan/find-object.ts";
import { RestMapper } from "../model/rest-mapper.ts";
import { Lock } from "../store/lock.ts";
import { listOwned } from "../observe/owned-objects.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { RunContext } from "../model/run-context.ts";
import { fieldManager } from "../model/write-choices.ts";

/** The object to move, and the releases. */
export interface MoveRequest {
  /** As people write it: `deploy/web`, `web`, or the full reference. */
  readonly object: string;
  readonly release: string;
  /** Undefined for the namespace of the context. */
  readonly namespace: string | undefined;
  readonly toRelease: string;
  /** Undefined for the same namespace. */
  readonly toNamespace: string | undefined;
  readonly lockTimeout: Duration;
}

/** A completed move. */
export interface Move {
  /** The reference of the object. */
  readonly key: string;
  readonly from: ReleaseName;
  readonly to: ReleaseName;
  /** Nothing had been applied to the new release before. */
  readonly isNew: boolean;
}

/** A release by its name and the namespace of its record. */
export interface ReleaseName {
  readonly release: string;
  readonly namespace: string;
}

/** Moves an object. Throws a RefusedError if the release or the object does not exist. */
export async function moveObject(request: MoveRequest, context: RunContext): Promise<Move> {
  const { cluster, signal } = context;
  const kinds = new RestMapper(cluster, await cluster.discover({ signal }));
  const namespace = request.namespace ?? cluster.namespace;
  const from: ReleaseLocation = { context, kinds, release: request.release, namespace };
  const to: ReleaseLocation = {
    context,
    kinds,
    release: request.toRelease,
    namespace: request.toNamespace ?? namespace,
  };
  if (placeName(from) === placeName(to)) {
    throw new RefusedError(
      `${placeName(from)} is both the source and the target: choose another --to-release`,
    );
  }
  const object = await findMember(request.object, from);
  return withLocks([from, to], request.lockTimeout, (lost) =>
    transferFields(object, { from, to, signal: AbortSignal.any([signal, lost]) }),
  );
}

function placeName({ namespace, release }: ReleaseName): string {
  return `${namespace}/${release}`;
}

async function demandStored(place: ReleaseLocation): Promise<ParentRecord> {
  const record = await loadParent(place);
  if (!isStored(record)) {
    throw new RefusedError(
      `there is no release ${place.release} in namespace ${place.namespace}: converge list -A shows all`,
    );
  }
  return record;
}

/** The object of the release that the text names. */
async function findMember(text: string, place: ReleaseLocation): Promise<ObjectRef> {
  const { context, kinds, release } = place;
  const record = await demandStored(place);
  const { objects, refusals } = await listOwned(record, { context, kinds, metadataOnly: true });
  const refs = new Map([...objects].map(([key, object]) => [key, refOf(object)]));
  const found = findRef(text, refs, { words: wordsOf(kinds), namespace: place.namespace });
  const ref = found.kind === "found" ? parseRef(found.ref) : undefined;
  if (ref !== undefined) {
    return ref;
  }
  if (found.kind === "ambiguous") {
    throw new RefusedError(`"${text}" names several objects of ${release}: ${found.candidates.join(", ")}`);
  }
  const near = found.kind === "unknown" ? found.suggestions : [];
  const guess = near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`;
  const unread = refusals.length === 0 ? "" : ` (not all could be listed: ${refusals.join("; ")})`;
  throw new RefusedError(`release ${release} has no object "${text}"${guess}${unread}`);
}

/** The words for kinds as the server has them, and the short names of kubectl. */
function wordsOf(kinds: RestMapper): KindAliases {
  const known = kindWords({ groups: [] });
  return (kind) => {
    const plural = kinds.find(kind)?.plural;
    return plural === undefined ? known(kind) : [...new Set([...known(kind), plural])];
  };
}

/** Takes both locks, always in the same order, so that two moves never wait for each other. */
async function withLocks<Done>(
  places: readonly ReleaseLocation[],
  timeout: Duration,
  act: (lost: AbortSignal) => Promise<Done>,
): Promise<Done> {
  const ordered = places.toSorted((left, right) => compareText(placeName(left), placeName(right)));
  const locks: Lock[] = [];
  try {
    for (const place of ordered) {
      locks.push(await Lock.acquire({ ...place, timeout }));
    }
    return await act(AbortSignal.any(locks.map((lock) => lock.lost)));
  } finally {
    await Promise.all(locks.map((lock) => lock.release()));
  }
}

interface Handover {
  readonly from: ReleaseLocation;
  readonly to: ReleaseLocation;
  readonly signal: AbortSignal;
}

async function transferFields(ref: ObjectRef, { from, to, signal }: Handover): Promise<Move> {
  const place = placeOf(ref, from);
  const [source, target] = await Promise.all([demandStored(from), loadParent(to)]);
  const live = await readMember(place, source.id, from);
  const wide = widenedBy(ref, target, source);
  if (!isStored(target) || !sameRecord(wide, target)) {
    await storeParent(wide, to, signal);
  }
  await from.context.cluster.patch(
    place,
    {
      type: "merge",
      // Guarded by the uid: an object that was recreated meanwhile is another one (409).
      body: { metadata: { uid: uidOf(live), labels: { [partOfLabel]: target.id } } },
    },
    { signal, options: { fieldManager } },
  );
  return { key: formatRef(ref), from: nameOf(from), to: nameOf(to), isNew: !isStored(target) };
}

function placeOf(ref: ObjectRef, { kinds }: ReleaseLocation): Place {
  const resource = kinds.find(ref);
  if (resource === undefined) {
    throw new RefusedError(`the server no longer serves ${ref.kind}`);
  }
  return { resource, namespace: ref.namespace, name: ref.name };
}

function nameOf({ release, namespace }: ReleaseLocation): ReleaseName {
  return { release, namespace };
}

/** The live object under the locks: another run may have pruned or detached it since it was found. */
async function readMember(
  place: Place,
  id: string,
  { context, release }: ReleaseLocation,
): Promise<JsonObject> {
  const live = await getIfExists(place, context);
  if (live === undefined || !isMember(live, id)) {
    throw new RefusedError(`release ${release} no longer has ${place.resource.kind} ${place.name}`);
  }
  return live;
}

/**
 * The target record extended to cover the object; a Job that has completed does not run again in its new
 * release.
 */
function widenedBy(ref: ObjectRef, target: ParentRecord, source: ParentRecord): ParentRecord {
  const key = formatRef(ref);
  const hash = source.finished.get(key);
  const wide = withExtent(target, { groupKinds: [ref], namespaces: [ref.namespace] });
  return hash === undefined ? wide : { ...wide, finished: new Map([...wide.finished, [key, hash]]) };
}
