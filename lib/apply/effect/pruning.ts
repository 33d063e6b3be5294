/** Removes the live objects of a release that its set lacks, or detaches those that must stay. */
import { getIfExists } from "../store/applyset-store.ts";
import { ApiError } from "../../client/model/api-error.ts";
import { keepReason, isProtected } from "../../inventory/keep-policy.ts";
import { isMember } from "../../inventory/applyset-membership.ts";
import { type JsonObject } from "../../object/json.ts";
import {
  isTerminating,
  labelOf,
  metadataOf,
  refOf,
  resourceVersionOf,
  uidOf,
} from "../../object/metadata.ts";
import { type GroupKind, versionOf } from "../../object/object-ref.ts";
import { isDefinitionKind } from "../../manifest/crd.ts";
import type { Place } from "../../client/model/cluster.ts";
import { appliedAnnotation, partOfLabel } from "../../inventory/apply-set.ts";
import type { PlannedObject } from "../../plan/plan.ts";
import { deleteObject } from "./delete-object.ts";
import { type EffectDeps } from "../model/effect-context.ts";
import type { FinalizerHints } from "./finalizer-hints.ts";
import { foreignContents } from "./foreign-contents.ts";
import type { EffectResult, EffectContext, Effect } from "../model/task.ts";
import { fieldManager } from "../model/write-choices.ts";
import { listSome } from "../../object/message-text.ts";

/** Options for removing objects of a release. */
export interface PruneOptions {
  readonly deps: EffectDeps;
  readonly id: string;
  /**
   * Reports whether an object is removed even though it was written since it was seen; by default if it is a
   * member of the release.
   */
  readonly owns?: (live: JsonObject) => boolean;
  /** Namespaces and CRDs are deleted even if they hold objects that the release does not own. */
  readonly deleteContents: boolean;
  /** Hooks that the release has created, by key: they are deleted with their namespace. */
  readonly ownHooks?: ReadonlySet<string>;
  /** Knows who may remove the finalizers of an object; reported if they hold it up. */
  readonly hints?: FinalizerHints;
  /** The reason why what is left of the release needs an object; if omitted, nothing is left. */
  readonly neededBecause?: (live: JsonObject) => string | undefined;
}

/** Deletes an object of the release, or detaches it if it is to be kept. */
export function removeObject({ manifest }: Pick<PlannedObject, "manifest">, removing: PruneOptions): Effect {
  const { deps } = removing;
  const placeNow = (): Place => ({
    resource: deps.kinds.require(manifest.ref, versionOf(manifest.apiVersion)),
    namespace: manifest.ref.namespace,
    name: manifest.name,
  });
  return { act: (acting) => removeLive(manifest.value, placeNow(), { removing, acting }) };
}

interface Removal {
  readonly removing: PruneOptions;
  readonly acting: EffectContext;
}

/**
 * Removes the object as it was seen, which may be long ago: if it was written since, its ownership and
 * whether it is to be kept are checked again.
 */
async function removeLive(seen: JsonObject, place: Place, removal: Removal): Promise<EffectResult> {
  const { removing, acting } = removal;
  let live = seen;
  for (let version: string | undefined = resourceVersionOf(seen); ;) {
    try {
      return await removeAsSeen(live, { place, version }, removal);
    } catch (error) {
      if (!isOutdated(error)) {
        throw error;
      }
    }
    const now = await getIfExists(place, { ...removing.deps.context, signal: acting.signal });
    if (now === undefined || uidOf(now) !== uidOf(seen)) {
      return { change: "deleted" };
    }
    const { id, owns = (object) => isMember(object, id) } = removing;
    if (!owns(now)) {
      return { change: "detached", message: "kept: it no longer belongs to the release" };
    }
    // If the refusal has another reason, retries without a version, again and again.
    version = resourceVersionOf(now) === version ? undefined : resourceVersionOf(now);
    live = now;
  }
}

async function removeAsSeen(
  live: JsonObject,
  { place, version }: { readonly place: Place; readonly version: string | undefined },
  { removing, acting }: Removal,
): Promise<EffectResult> {
  const { deps, neededBecause, hints } = removing;
  const seen = { place, uid: uidOf(live), labelled: bearsLabel(live), ...(hints && { hints }) };
  if (isTerminating(live)) {
    return deleteObject({ ...seen, going: live }, deps).act(acting);
  }
  const kept = keptBecause(live) ?? neededBecause?.(live) ?? (await holdsOthers(place, removing));
  if (kept !== undefined) {
    await detach(place, live, deps);
    return { change: "detached", message: `kept: ${kept}` };
  }
  return deleteObject({ ...seen, ...(version === undefined ? {} : { version }) }, deps).act(acting);
}

/** Reports whether someone has written the object since it was seen, or deleted it. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409);
}

/** The reason why an object must not be deleted, whoever asks. */
export function keptBecause(live: JsonObject): string | undefined {
  const ref = refOf(live);
  return isProtected(ref) ? "a system namespace of Kubernetes" : keepReason(metadataOf(live));
}

async function holdsOthers(
  place: Place,
  { deps, id, deleteContents, ownHooks }: PruneOptions,
): Promise<string | undefined> {
  if (deleteContents || !takesAlong(place.resource)) {
    return undefined;
  }
  const held = await foreignContents(place, { deps, id, ownHooks });
  return held.length === 0
    ? undefined
    : `it still contains ${listSome(held)}; --delete-contents deletes them too`;
}

/** Reports whether deleting an object of that kind deletes others with it. */
export function takesAlong({ group, kind }: GroupKind): boolean {
  return (group === "" && kind === "Namespace") || isDefinitionKind({ group, kind });
}

function bearsLabel(live: JsonObject): boolean {
  return labelOf(live, partOfLabel) !== undefined;
}

/** Removes the label of the release: the object stays and belongs to no release. */
async function detach(place: Place, live: JsonObject, deps: EffectDeps): Promise<void> {
  if (deps.choices.dryRun !== false || !bearsLabel(live)) {
    return;
  }
  await deps.context.cluster.patch(
    place,
    {
      type: "merge",
      body: {
        metadata: {
          resourceVersion: resourceVersionOf(live),
          labels: { [partOfLabel]: null },
          annotations: { [appliedAnnotation]: null },
        },
      },
    },
    { signal: deps.context.signal, options: { fieldManager } },
  );
}
