/** The fields of manifests that are left to controllers, to autoscalers, and to others by rules. */
import type { AdoptedFields } from "../../inventory/adopted-fields.ts";
import { isWithinWhole, valueInCluster } from "../../inventory/managed-fields.ts";
import { without, withValue } from "../../inventory/conflict.ts";
import { controlledFields } from "../../inventory/controlled-fields.ts";
import { type CededFields, isRival } from "../../inventory/field-ownership.ts";
import { ofManagers, ownedBy } from "../../inventory/named-fields.ts";
import type { FieldMeaning, ObjectFieldRule } from "../../object/field-rule.ts";
import { isObject, type JsonObject, objectField, type Path, valueAt } from "../../object/json.ts";
import { managedFieldsOf } from "../../object/metadata.ts";
import { compareText, type ObjectRef } from "../../object/object-ref.ts";
import type { PlannedObject } from "../../plan/plan.ts";
import { fieldManager } from "../model/write-choices.ts";

/** A field of a manifest whose value in the cluster may differ. */
export interface LeftField {
  readonly path: Path;
  /**
   * It keeps its value in the cluster even if converge has set it before. Merely omitting it would remove it.
   */
  readonly ceded: boolean;
  /** An object that does not exist yet is created with it. */
  readonly isCreated: boolean;
  /** It is sent whenever the object is written, which a difference of this field does not cause. */
  readonly isSent?: true;
  /** The rule of the user that names it. */
  readonly rule?: Pick<ObjectFieldRule, "meaning" | "place">;
}

const replicasPath: Path = ["spec", "replicas"];

/** The field that is set by an autoscaler, or by whoever scales an object after its creation. */
const replicas: LeftField = { path: replicasPath, ceded: true, isCreated: false };

/** Managers of fields of a set, independent of the cluster's state. */
export interface Leaving {
  /** References of the targets of autoscalers in the set. */
  readonly scaled: ReadonlySet<string>;
}

/** The parts of a planned object that decide which of its fields are left. */
export type Leavable = Pick<PlannedObject, "fieldRules"> & {
  readonly manifest: Placed;
  readonly treatment: Pick<PlannedObject["treatment"], "replicasOnCreation">;
};

/** Meanings under which a field is left whatever the cluster has. */
const always: ReadonlySet<FieldMeaning> = new Set(["set-once", "not-drift"]);

/** The fields of an object of the plan that are left to others, whatever the cluster has. */
export function leftFields(
  { manifest, treatment, fieldRules = [] }: Leavable,
  { scaled }: Leaving,
): readonly LeftField[] {
  const controlled = controlledFields(manifest.ref, manifest.value).map((path) => ({
    path,
    ceded: false,
    isCreated: false,
  }));
  const isScaled = treatment.replicasOnCreation !== null || scaled.has(manifest.key);
  return [
    ...(isScaled ? [replicas] : []),
    ...controlled,
    ...fieldRules
      .filter(({ meaning }) => always.has(meaning))
      .flatMap((rule) => rule.paths.map((path) => leftBy(rule, path))),
  ];
}

function leftBy({ meaning, place }: ObjectFieldRule, path: Path): LeftField {
  const sent = meaning === "not-drift" ? { isSent: true as const } : {};
  return { path, ceded: true, isCreated: true, ...sent, rule: { meaning, place } };
}

/** Managers of fields of a live object. */
export interface LeavingLive {
  /** Reports whether an autoscaler of the cluster scales the live object under a key. */
  readonly isAutoscaled?: (key: string, live: JsonObject) => boolean;
  /** The owner whose objects are adopted: fields of its tool become converge's. */
  readonly adopted?: AdoptedFields | undefined;
}

/** The fields that are left to others because of who has set them in the cluster. */
export function leftInCluster(
  { manifest, fieldRules = [] }: Pick<Leavable, "manifest" | "fieldRules">,
  live: JsonObject,
  leaving: LeavingLive,
): readonly LeftField[] {
  const isScaled =
    valueAt(manifest.value, replicasPath) !== undefined &&
    leaving.isAutoscaled?.(manifest.key, live) === true;
  const scaled: LeftField = { path: replicasPath, ceded: true, isCreated: true };
  const states = { live, manifest: manifest.value };
  const named: LeftField[] = [];
  const earlier = new Set<string>();
  for (const rule of fieldRules) {
    for (const path of pathsInCluster(rule, states, leaving).filter((one) => !isNamed(one, earlier))) {
      named.push(leftBy(rule, path));
    }
    for (const path of rule.paths) {
      earlier.add(JSON.stringify(path));
    }
  }
  return isScaled ? [scaled, ...named] : named;
}

/** Reports whether one of these paths is the given one, or leads to what contains it. */
function isNamed(path: Path, named: ReadonlySet<string>): boolean {
  return path.some((_, index) => named.has(JSON.stringify(path.slice(0, index + 1))));
}

/** The fields that a rule names only because of who owns them. */
function pathsInCluster(
  { meaning, paths, managers }: ObjectFieldRule,
  states: { readonly live: JsonObject; readonly manifest: JsonObject },
  { adopted }: LeavingLive,
): readonly Path[] {
  if (meaning === "take-by-force") {
    return [];
  }
  const theirs = managers.length === 0 ? [] : ownedBy(ofManagers(managers), states);
  if (meaning !== "never-take" || paths.length === 0) {
    return theirs;
  }
  const migrating = { to: fieldManager, from: adopted };
  const rivals = ownedBy((entry) => isRival(entry, migrating), states);
  return [...theirs, ...rivals.flatMap((owned) => paths.flatMap((path) => overlap(owned, path)))];
}

/** The longer one of two paths if the other is its beginning; neither otherwise. */
function overlap(left: Path, right: Path): readonly Path[] {
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left];
  return shorter.every((step, index) => step === longer[index]) ? [longer] : [];
}

/** A manifest with its place in the cluster. */
interface Placed {
  readonly key: string;
  readonly ref: ObjectRef;
  readonly value: JsonObject;
}

/** The manifest without these fields; the same manifest if it has none of them. */
export function leaveOut(manifest: JsonObject, left: readonly Pick<LeftField, "path">[]): JsonObject {
  const paths = outermost(left.map(({ path }) => path));
  // Later entries of a list are removed first, so that the indices of the others hold.
  return (paths.length > 1 ? paths.toSorted(backwards) : paths).reduce(
    (rest, path) => withoutEmptied(rest, path),
    manifest,
  );
}

/** The paths that are not in another one of them, each once: the entry after a removed one has its index. */
function outermost(paths: readonly Path[]): readonly Path[] {
  if (paths.length < 2) {
    return paths;
  }
  const unique = new Map(paths.map((path) => [JSON.stringify(path), path]));
  return [...unique.values()].filter(
    (path) => !path.some((_, end) => end > 0 && unique.has(JSON.stringify(path.slice(0, end)))),
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
 * `args` of a container, cannot be left out alone: it is sent with its live value. A field of a list entry
 * that the live object does not have is sent as the manifest has it: the entry is new.
 */
export function leaveAsIs(manifest: JsonObject, left: readonly LeftField[], live: JsonObject): JsonObject {
  const [inWhole, alone] = partition(
    left.filter(({ path, rule }) => rule === undefined || !isInNewEntry(path, manifest, live)),
    ({ path, ceded }) => ceded && isOwnedWithWhole(path, manifest, live),
  );
  const kept = inWhole.reduce(
    (rest, { path }) =>
      withValue(rest, path, valueInCluster(live, path, manifest) ?? valueAt(manifest, path) ?? null),
    manifest,
  );
  return leaveOut(kept, alone);
}

/**
 * Reports whether a path leads into a list entry that the live object lacks, or to an entry of a list that it
 * lacks. A finalizer that is gone has done its work.
 */
function isInNewEntry(path: Path, manifest: JsonObject, live: JsonObject): boolean {
  const index = path.findLastIndex((step) => typeof step === "number");
  const end = index + 1 === path.length ? index : index + 1;
  return (
    index > 0 && path[0] !== "metadata" && valueInCluster(live, path.slice(0, end), manifest) === undefined
  );
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

/** The fields that are not sent with a write either. */
export function withoutSent(left: readonly LeftField[]): readonly LeftField[] {
  return left.some(({ isSent }) => isSent) ? left.filter(({ isSent }) => isSent !== true) : left;
}
