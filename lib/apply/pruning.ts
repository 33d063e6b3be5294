/** What the release has in the cluster and the set lacks: which of it may go, and how it goes. */
import { keepReason, isProtected } from "../inventory/kept.ts";
import { isMember } from "../inventory/membership.ts";
import { type JsonObject, objectField, stringField } from "../object/json.ts";
import { type GroupKind, versionOf } from "../object/object-ref.ts";
import type { Place } from "../cluster/cluster.ts";
import { partOfLabel } from "../inventory/apply-set.ts";
import type { PlannedObject } from "../plan/plan.ts";
import { deleteObject } from "./delete-object.ts";
import { fieldManager, type Hands } from "./hands.ts";
import { holdings } from "./holdings.ts";
import { isTerminating, refOf, uidOf } from "./live-object.ts";
import type { Effect } from "./task.ts";

/** The objects of a release that its set no longer has, by key. */
export function findCandidates(
  hands: Hands,
  id: string,
  isWanted: (key: string) => boolean,
): ReadonlyMap<string, JsonObject> {
  const candidates = new Map<string, JsonObject>();
  for (const [key, object] of hands.sightings.all()) {
    if (isMember(object, id) && !isWanted(key)) {
      candidates.set(key, object);
    }
  }
  return candidates;
}

/** How objects of a release are removed. */
export interface Removing {
  readonly hands: Hands;
  readonly id: string;
  /** Namespaces and definitions go although they hold what the release does not own. */
  readonly deleteContents: boolean;
}

/** Deletes an object of the release, or lets go of it where it is to be kept. */
export function removeObject(
  { manifest }: Pick<PlannedObject, "manifest">,
  { hands, id, deleteContents }: Removing,
): Effect {
  const live = manifest.value;
  const placeNow = (): Place => ({
    resource: hands.kinds.demand(manifest.ref, versionOf(manifest.apiVersion)),
    namespace: manifest.ref.namespace,
    name: manifest.name,
  });
  return {
    act: async (acting) => {
      const place = placeNow();
      if (isTerminating(live)) {
        return deleteObject({ place, uid: uidOf(live), labelled: true, going: live }, hands).act(acting);
      }
      const kept = keptBecause(live) ?? (await holdsOthers(place, { hands, id, deleteContents }));
      if (kept !== undefined) {
        await detach(place, live, hands);
        return { change: "detached", message: `kept: ${kept}` };
      }
      return deleteObject({ place, uid: uidOf(live), labelled: true }, hands).act(acting);
    },
  };
}

/** Why an object must not be deleted, whoever asks. */
export function keptBecause(live: JsonObject): string | undefined {
  const ref = refOf(live);
  return isProtected(ref) ? "a namespace of Kubernetes itself" : keepReason(objectField(live, "metadata"));
}

async function holdsOthers(
  place: Place,
  { hands, id, deleteContents }: Removing,
): Promise<string | undefined> {
  if (deleteContents || !takesAlong(place.resource)) {
    return undefined;
  }
  const held = await holdings(place, { hands, id });
  return held.length === 0
    ? undefined
    : `it still holds ${held.slice(0, 5).join(", ")}${held.length > 5 ? ` and ${held.length - 5} more` : ""}; --delete-contents deletes them too`;
}

/** Whether deleting one deletes others with it. */
export function takesAlong({ group, kind }: GroupKind): boolean {
  return (
    (group === "" && kind === "Namespace") ||
    (group === "apiextensions.k8s.io" && kind === "CustomResourceDefinition")
  );
}

/** Takes the label of the release away: the object stays and is nobody's. */
async function detach(place: Place, live: JsonObject, hands: Hands): Promise<void> {
  if (
    hands.choices.dryRun !== false ||
    stringField(objectField(objectField(live, "metadata"), "labels"), partOfLabel) === undefined
  ) {
    return;
  }
  await hands.world.cluster.patch(
    place,
    {
      type: "merge",
      body: { metadata: { labels: { [partOfLabel]: null }, annotations: { "converge.dev/applied": null } } },
    },
    { signal: hands.world.signal, options: { fieldManager } },
  );
}
