import type { LeftField } from "../apply/decide/left-fields.ts";
import { without } from "../inventory/conflict.ts";
import { pathInCluster } from "../inventory/managed-fields.ts";
import {
  field,
  isObject,
  type JsonObject,
  objectField,
  type Path,
  stringField,
  withoutFields,
} from "../object/json.ts";
import { compareText } from "../object/object-ref.ts";
import { annotationsOf, managedFieldsOf, metadataOf, resourceVersionOf, uidOf } from "../object/metadata.ts";
import { eitherSensitivity, sensitivityOf } from "../redact/sensitivity.ts";
import { digestOfJson } from "./saved-digest.ts";
import type { LiveState } from "./saved-plan.ts";

/** Metadata that the server counts or assigns. `managedFields` repeats what the values show. */
const serverMetadata: ReadonlySet<string> = new Set([
  "managedFields",
  "resourceVersion",
  "generation",
  "selfLink",
  "annotations",
]);

/**
 * The state of a live object that a plan rests on: everything except its status, what is managed as status,
 * and fields that are left to the cluster. For an object with hidden values, here or in its manifest, it is
 * the resource version: a digest would let a reader of the plan verify guesses.
 */
export function liveStateOf(
  live: JsonObject,
  left: readonly Pick<LeftField, "path">[] = [],
  manifest: JsonObject = live,
): LiveState {
  const uid = uidOf(live);
  return eitherSensitivity(sensitivityOf(live), sensitivityOf(manifest)) === undefined
    ? { uid, digest: digestOfJson(relevantPart(live, left, manifest)) }
    : { uid, resourceVersion: resourceVersionOf(live) };
}

/** The state of a live object that is to be pruned, whatever the number of its replicas. */
export function pruneStateOf(live: JsonObject): LiveState {
  return liveStateOf(live, [{ path: ["spec", "replicas"] }]);
}

/** Reports whether two states of an object are the same; null is that of no object. */
export function isSameState(left: LiveState | null, right: LiveState | null): boolean {
  return (
    left?.uid === right?.uid &&
    left?.digest === right?.digest &&
    left?.resourceVersion === right?.resourceVersion
  );
}

function relevantPart(
  live: JsonObject,
  left: readonly Pick<LeftField, "path">[],
  manifest: JsonObject,
): JsonObject {
  const { status: _, ...rest } = live;
  const metadata = withoutFields(metadataOf(live), serverMetadata);
  const ofStatus = statusAnnotations(live);
  const annotations = withoutFields(annotationsOf(live), ofStatus);
  const own = { ...rest, metadata: { ...metadata, annotations } };
  // The index of an entry in the manifest is not that in the live object.
  const found = left.flatMap(({ path }) => {
    const there = pathInCluster(live, path, manifest);
    return there === undefined ? [] : [there];
  });
  const unique = new Map(found.map((path) => [JSON.stringify(path), path]));
  return [...unique.values()].toSorted(backwards).reduce<JsonObject>(without, own);
}

/** Puts later entries of a list first, and parts before the whole, so that what is removed moves no other. */
function backwards(left: Path, right: Path): number {
  const at = left.findIndex((step, index) => step !== right[index]);
  const [one, other] = [left[at], right[at]];
  if (at === -1 || other === undefined) {
    return right.length - left.length;
  }
  return typeof one === "number" && typeof other === "number"
    ? other - one
    : compareText(String(one), String(other));
}

/** Annotations that only writers of the status own, such as the revision of a Deployment. */
function statusAnnotations(live: JsonObject): ReadonlySet<string> {
  const entries = managedFieldsOf(live).filter(isObject);
  const others = entries.filter((entry) => !isOfStatus(entry));
  const names = entries.filter(isOfStatus).flatMap(ownedAnnotations);
  const shared = new Set(others.flatMap(ownedAnnotations));
  return new Set(names.filter((name) => !shared.has(name)));
}

function isOfStatus(entry: JsonObject): boolean {
  return stringField(entry, "subresource") === "status";
}

function ownedAnnotations(entry: JsonObject): readonly string[] {
  const owned = field(objectField(objectField(entry, "fieldsV1"), "f:metadata"), "f:annotations");
  return isObject(owned)
    ? Object.keys(owned).flatMap((key) => (key.startsWith("f:") ? [key.slice(2)] : []))
    : [];
}
