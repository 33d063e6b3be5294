/**
 * The fields of manifests that are left to others: to controllers, to autoscalers, to managers that the user
 * names.
 */
import { isWithinWhole } from "../../inventory/managed-fields.ts";
import { without, withValue } from "../../inventory/conflict.ts";
import { controlledFields } from "../../inventory/controlled-fields.ts";
import type { CededFields } from "../../inventory/field-ownership.ts";
import { type IgnoredDifference, ownedBy, pointedAt, rulesFor } from "../../inventory/ignored-differences.ts";
import { isObject, type JsonObject, objectField, type Path, valueAt } from "../../object/json.ts";
import { managedFieldsOf } from "../../object/metadata.ts";
import { compareText, type ObjectRef } from "../../object/object-ref.ts";
import type { PlannedObject } from "../../plan/plan.ts";

/** A field of a manifest that is left out of what is sent. */
export interface LeftField {
  readonly path: Path;
  /**
   * It keeps its value in the cluster even if converge has set it before. Merely omitting it would remove it.
   */
  readonly ceded: boolean;
  /** An object that does not exist yet is created with it. */
  readonly isCreated: boolean;
}

const replicasPath: Path = ["spec", "replicas"];

/** The field that is set by an autoscaler, or by whoever scales an object after its creation. */
const replicas: LeftField = { path: replicasPath, ceded: true, isCreated: false };

/** Managers of fields of a set, independent of the cluster's state. */
export interface Leaving {
  /** References of the targets of autoscalers in the set. */
  readonly scaled: ReadonlySet<string>;
  readonly ignored: readonly IgnoredDifference[];
}

/** The fields of an object of the plan that are left to others, whatever the cluster has. */
export function leftFields(
  { manifest, treatment }: PlannedObject,
  { scaled, ignored }: Leaving,
): readonly LeftField[] {
  const controlled = controlledFields(manifest.ref, manifest.value).map((path) => ({
    path,
    ceded: false,
    isCreated: false,
  }));
  const isScaled = treatment.replicasOnCreation !== null || scaled.has(manifest.key);
  const pointers = rulesFor(ignored, manifest.ref).flatMap(({ jsonPointers }) => jsonPointers);
  return [
    ...(isScaled ? [replicas] : []),
    ...controlled,
    ...pointedAt(pointers, manifest.value).map((path) => leftLater(path)),
  ];
}

function leftLater(path: Path): LeftField {
  return { path, ceded: true, isCreated: true };
}

/** Managers of fields of a live object. */
export interface LeavingLive {
  /** Reports whether an autoscaler of the cluster scales the live object under a key. */
  readonly isAutoscaled?: (key: string, live: JsonObject) => boolean;
  readonly ignored?: readonly IgnoredDifference[];
}

/** The fields that are left to others because of who has set them in the cluster. */
export function leftInCluster(
  { manifest, live }: { readonly manifest: Placed; readonly live: JsonObject },
  { isAutoscaled, ignored = [] }: LeavingLive,
): readonly LeftField[] {
  const managers = rulesFor(ignored, manifest.ref).flatMap(
    ({ managedFieldsManagers }) => managedFieldsManagers,
  );
  const owned = managers.length === 0 ? [] : ownedBy(managers, { live, manifest: manifest.value });
  const isScaled =
    valueAt(manifest.value, replicasPath) !== undefined && isAutoscaled?.(manifest.key, live) === true;
  return [...(isScaled ? [replicasPath] : []), ...owned].map((path) => leftLater(path));
}

/** A manifest with its place in the cluster. */
interface Placed {
  readonly key: string;
  readonly ref: ObjectRef;
  readonly value: JsonObject;
}

/** The manifest without these fields; the same manifest if it has none of them. */
export function leaveOut(manifest: JsonObject, left: readonly LeftField[]): JsonObject {
  const paths = left.map(({ path }) => path);
  // Later entries of a list are removed first, so that the indices of the others hold.
  return (paths.length > 1 ? paths.toSorted(backwards) : paths).reduce(
    (rest, path) => withoutEmptied(rest, path),
    manifest,
  );
}

/** Removes a field, and the maps that this leaves empty: sent empty, they would be ours again. */
function withoutEmptied(manifest: JsonObject, path: Path): JsonObject {
  let rest = without(manifest, path);
  for (let above = path.slice(0, -1); rest !== manifest && above.length > 0; above = above.slice(0, -1)) {
    const parent = valueAt(rest, above);
    if (!isObject(parent) || Object.keys(parent).length > 0 || typeof above.at(-1) === "number") {
      break;
    }
    rest = without(rest, above);
  }
  return rest;
}

function backwards(left: Path, right: Path): number {
  const index = left.findIndex((step, position) => step !== right[position]);
  const [one, other] = [left[index] ?? "", right[index] ?? ""];
  return typeof one === "number" && typeof other === "number"
    ? other - one
    : compareText(String(one), String(other));
}

/**
 * The manifest as it is sent over a live object. A field within a list that is owned as a whole, such as the
 * `args` of a container, cannot be left out alone: it is sent with its live value.
 */
export function leaveAsIs(manifest: JsonObject, left: readonly LeftField[], live: JsonObject): JsonObject {
  const [inWhole, alone] = partition(
    left,
    ({ path, ceded }) => ceded && isOwnedWithWhole(path, manifest, live),
  );
  const kept = inWhole.reduce(
    (rest, { path }) => withValue(rest, path, valueAt(live, path) ?? valueAt(manifest, path) ?? null),
    manifest,
  );
  return leaveOut(kept, alone);
}

function partition<Of>(
  all: readonly Of[],
  isMeant: (one: Of) => boolean,
): readonly [meant: readonly Of[], others: readonly Of[]] {
  return [all.filter((one) => isMeant(one)), all.filter((one) => !isMeant(one))];
}

function isOwnedWithWhole(path: Path, manifest: JsonObject, live: JsonObject): boolean {
  return managedFieldsOf(live).some((entry) => isWithinWhole(objectField(entry, "fieldsV1"), path, manifest));
}

/** The fields whose ownership has to be given up before they are left out, so that they keep their value. */
export function cededOf(manifest: JsonObject, left: readonly LeftField[]): CededFields {
  return { manifest, paths: left.flatMap(({ path, ceded }) => (ceded ? [path] : [])) };
}
