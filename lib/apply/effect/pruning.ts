/** What the release has in the cluster and the set lacks: which of it may go, and how it goes. */
import { getIfExists } from "../store/get-or-undefined.ts";
import { ApiError } from "../../client/model/api-error.ts";
import { keepReason, isProtected } from "../../inventory/keep-policy.ts";
import { isMember } from "../../inventory/applyset-membership.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { formatRef, type GroupKind, versionOf } from "../../object/object-ref.ts";
import { isDefinitionKind } from "../../manifest/crd.ts";
import type { Place } from "../../client/model/cluster.ts";
import { appliedAnnotation, partOfLabel } from "../../inventory/apply-set.ts";
import type { PlannedObject } from "../../plan/plan.ts";
import { deleteObject } from "./delete-object.ts";
import { type EffectDeps } from "../model/effect-context.ts";
import { foreignContents } from "./foreign-contents.ts";
import { isTerminating, refOf, resourceVersionOf, uidOf } from "../model/live-object.ts";
import type { EffectResult, EffectContext, Effect } from "../model/task.ts";
import { fieldManager } from "../model/write-choices.ts";

/** How objects of a release are removed. */
export interface PruneOptions {
  readonly deps: EffectDeps;
  readonly id: string;
  /**
   * Whether an object is to be removed although it was written since it was seen; the release's own where
   * that is not given.
   */
  readonly owns?: (live: JsonObject) => boolean;
  /** Namespaces and definitions go although they hold what the release does not own. */
  readonly deleteContents: boolean;
  /** Hooks that the release has made, by key: they go with their namespace. */
  readonly ownHooks?: ReadonlySet<string>;
  /** Who may remove the finalizers of an object, by its key: said where it hangs by them. */
  readonly finalizerHint?: (key: string) => string | undefined;
  /** Why what is left of the release cannot be without an object; nothing is left where that is not given. */
  readonly neededBecause?: (live: JsonObject) => string | undefined;
}

/** Deletes an object of the release, or lets go of it where it is to be kept. */
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
 * Removes the object as it was seen. That may be long ago: where it was written since, whose it is and
 * whether it is to be kept is looked at again.
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
      return { change: "detached", message: "kept: it is no longer the release's" };
    }
    // What is refused for another reason is asked for without a version, and again and again.
    version = resourceVersionOf(now) === version ? undefined : resourceVersionOf(now);
    live = now;
  }
}

async function removeAsSeen(
  live: JsonObject,
  { place, version }: { readonly place: Place; readonly version: string | undefined },
  { removing, acting }: Removal,
): Promise<EffectResult> {
  const { deps, neededBecause, finalizerHint } = removing;
  const hint = finalizerHint && { hint: () => finalizerHint(formatRef(refOf(live))) };
  const seen = { place, uid: uidOf(live), labelled: bearsLabel(live), ...hint };
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

/** Somebody has written the object since it was seen, or deleted it. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409);
}

/** Why an object must not be deleted, whoever asks. */
export function keptBecause(live: JsonObject): string | undefined {
  const ref = refOf(live);
  return isProtected(ref) ? "a namespace of Kubernetes itself" : keepReason(objectField(live, "metadata"));
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
    : `it still holds ${held.slice(0, 5).join(", ")}${held.length > 5 ? ` and ${held.length - 5} more` : ""}; --delete-contents deletes them too`;
}

/** Whether deleting one deletes others with it. */
export function takesAlong({ group, kind }: GroupKind): boolean {
  return (group === "" && kind === "Namespace") || isDefinitionKind({ group, kind });
}

function bearsLabel(live: JsonObject): boolean {
  return stringField(objectField(objectField(live, "metadata"), "labels"), partOfLabel) !== undefined;
}

/** Takes the label of the release away: the object stays and is nobody's. */
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
