import { createHash } from "node:crypto";

import {
  field,
  isObject,
  listField,
  objectField,
  stringField,
  type JsonObject,
  type JsonValue,
  type Path,
  valueAt,
  withoutFields,
} from "../object/json.ts";
import { annotationOf, labelOf, managedFieldsOf, metadataOf } from "../object/metadata.ts";
import { compareText } from "../object/object-ref.ts";
import { appliedAnnotation, partOfLabel } from "./apply-set.ts";
import { type AdoptedFields, isWriterOf } from "./adopted-fields.ts";
import { dropOwnership } from "./managed-fields.ts";
import { findDifference } from "./field-coverage.ts";
import { formatSteps, uniteFieldSets } from "./field-set.ts";

/** Fields that no manager owns. */
const unownedFields: ReadonlySet<string> = new Set(["apiVersion", "kind"]);
const unownedMetadata: ReadonlySet<string> = new Set(["name", "namespace"]);

/** The reason an object has to be sent again. */
export type LiveChange =
  /** The manifest differs from the one sent last, or was sent for another release. */
  | { readonly kind: "manifest" }
  | { readonly kind: "deleting" }
  /** It was never sent under this manager and version. */
  | { readonly kind: "manager" }
  /** Another manager changed or removed a field of ours, or we own one that is not in the manifest. */
  | { readonly kind: "lost" | "extra"; readonly field: string };

/** The manager that applies an object, and the fields it leaves to others. */
export interface Applier {
  /** The name under which it is applied. */
  readonly manager: string;
  /** Fields that the manager may or may not own still. */
  readonly ceded?: CededFields;
}

/**
 * Reports whether the live object is as it was sent and would be sent again, so that no write is needed.
 *
 * Values are not compared: the server defaults, rounds and converts them. Instead the hash of the manifest
 * sent is compared, and the owner of every field: changing the value of a field takes its ownership from us.
 * `sent` is the result of `withMembership`.
 */
export function isUnchanged(sent: JsonObject, live: JsonObject, applier: Applier): boolean {
  return findChange(sent, live, applier) === undefined;
}

/** The reason the object has to be sent again; undefined if there is none. See {@link isUnchanged}. */
export function findChange(
  sent: JsonObject,
  live: JsonObject,
  { manager, ceded }: Applier,
): LiveChange | undefined {
  const metadata = metadataOf(live);
  if (field(metadata, "deletionTimestamp") !== undefined) {
    return { kind: "deleting" };
  }
  if (!bearsSameMarks(sent, live)) {
    return { kind: "manifest" };
  }
  const all = listField(metadata, "managedFields");
  const version = stringField(sent, "apiVersion");
  const ours = all
    .filter(isObject)
    .find((entry) => isApplyOf(entry, manager) && stringField(entry, "apiVersion") === version);
  if (ours === undefined) {
    return { kind: "manager" };
  }
  const others = all.filter((entry) => entry !== ours).map((entry) => objectField(entry, "fieldsV1"));
  const owned = withoutCeded(objectField(ours, "fieldsV1"), ceded);
  const difference = findDifference(ownable(sent), { ours: owned, others, live });
  return difference && { kind: difference.kind, field: formatSteps(difference.steps) };
}

/**
 * A text that is the same for two states of an object as long as no field of the manager has been taken over
 * or removed: changing the value of a field takes its ownership. Metadata are enough. Empty if the manager
 * owns nothing.
 */
export function ownedFields(live: JsonObject, manager: string): string {
  const ours = managedFieldsOf(live)
    .filter(isObject)
    .find((entry) => isApplyOf(entry, manager));
  return ours === undefined
    ? ""
    : createHash("sha256")
        .update(JSON.stringify(objectField(ours, "fieldsV1")))
        .digest("base64url");
}

/**
 * The last writers of the object, other than that manager, by the times the server keeps: sorted, without
 * duplicates.
 */
export function lastWriters(live: JsonObject, manager: string): readonly string[] {
  const others = managedFieldsOf(live)
    .filter(isObject)
    .filter((entry) => !isApplyOf(entry, manager) && stringField(entry, "subresource") !== "status");
  const last = newest(others);
  const names = others
    .filter((entry) => stringField(entry, "time") === stringField(last ?? {}, "time"))
    .map((entry) => stringField(entry, "manager") ?? "");
  return [...new Set(names)].filter((name) => name !== "").toSorted(compareText);
}

function bearsSameMarks(sent: JsonObject, live: JsonObject): boolean {
  const hash = annotationOf(sent, appliedAnnotation);
  return (
    hash !== undefined &&
    annotationOf(live, appliedAnnotation) === hash &&
    labelOf(live, partOfLabel) === labelOf(sent, partOfLabel)
  );
}

function ownable(sent: JsonObject): JsonObject {
  return {
    ...withoutFields(sent, unownedFields),
    metadata: withoutFields(metadataOf(sent), unownedMetadata),
  };
}

/**
 * The managers of client-side apply whose fields become ours: the same that kubectl's own migration and
 * Flux's take. Changes made with kubectl edit, scale or patch still count as those of another manager.
 */
const clientSideManagers: ReadonlySet<string> = new Set([
  "kubectl-client-side-apply",
  "kubectl",
  "helm",
  "before-first-apply",
]);

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";
const copyFields: JsonObject = { "f:metadata": { "f:annotations": { [`f:${lastApplied}`]: {} } } };

/** Reports whether an entry of managedFields comes from client-side apply by one of these managers. */
function isClientSideWriter(entry: JsonValue): entry is JsonObject {
  return (
    isObject(entry) &&
    clientSideManagers.has(stringField(entry, "manager") ?? "") &&
    stringField(entry, "operation") === "Update" &&
    (stringField(entry, "subresource") ?? "") === ""
  );
}

/**
 * Reports whether an entry of managedFields belongs to a manager other than `to` whose fields it does not
 * take over before a write anyway.
 */
export function isRival(entry: JsonObject, { to, from }: Pick<Migrating, "to" | "from">): boolean {
  const isAdopted = from !== undefined && isWriterOf(from, entry);
  return !isApplyOf(entry, to) && !isClientSideWriter(entry) && !isAdopted;
}

/** The writer whose fields a migration makes ours: the adopted tool or client-side apply, if any. */
export function migratedFrom(live: JsonObject, { from }: Pick<Migrating, "from">): string | undefined {
  const all = managedFieldsOf(live);
  if (from !== undefined && all.some((entry) => isWriterOf(from, entry))) {
    return from.tool;
  }
  return all.some((entry) => isClientSideWriter(entry)) ? "client-side apply" : undefined;
}

/** The new owner of an object's fields, and the fields that are ceded. */
export interface Migrating {
  /** The tool whose fields are migrated too, and the marks that it has left. */
  readonly from?: AdoptedFields | undefined;
  readonly to: string;
  /** Fields that the manager `to` no longer owns, since others have them from now on. */
  readonly ceded?: CededFields;
}

/** Fields that are left to others. */
export interface CededFields {
  readonly paths: readonly Path[];
  /** The manifest that contains these paths. */
  readonly manifest: JsonObject;
}

/**
 * The JSON patch that moves fields of client-side apply to the manager `to`, so that the next server-side
 * apply removes those that have left the manifest since; undefined if there are none, and none are to be
 * ceded. It fails with 409 if the object has changed meanwhile. Kubectl's copy of the manifest, an
 * annotation, becomes ours too, and so is removed by the apply.
 *
 * Like `csaupgrade` of client-go: fields of entries under another version than the one taken are given up.
 */
export function migration(
  live: JsonObject,
  { from, to, ceded }: Migrating,
): readonly JsonObject[] | undefined {
  const metadata = metadataOf(live);
  const all = listField(metadata, "managedFields");
  const isOld = (entry: JsonValue): entry is JsonObject =>
    isClientSideWriter(entry) || (from !== undefined && isWriterOf(from, entry));
  const marks = marksOf(live, from);
  const migrated = migrate(live, { all, isOld, to, marks });
  const value = migrated.map((entry) =>
    isObject(entry) && isApplyOf(entry, to) ? cedeAll(entry, ceded) : entry,
  );
  if (value.every((entry, index) => entry === all[index])) {
    return undefined;
  }
  return [
    { op: "replace", path: "/metadata/managedFields", value },
    // A "test" would be refused with 422; an outdated version is refused with 409.
    { op: "replace", path: "/metadata/resourceVersion", value: field(metadata, "resourceVersion") ?? "" },
  ];
}

function cedeAll(entry: JsonObject, ceded: CededFields | undefined): JsonObject {
  const owned = objectField(entry, "fieldsV1");
  const left = withoutCeded(owned, ceded);
  return left === owned ? entry : { ...entry, fieldsV1: left };
}

function withoutCeded(owned: JsonObject, ceded: CededFields | undefined): JsonObject {
  return ceded === undefined
    ? owned
    : ceded.paths.reduce((fields, path) => dropOwnership(fields, path, ceded.manifest), owned);
}

interface Uniting {
  readonly all: readonly JsonValue[];
  readonly isOld: (entry: JsonValue) => entry is JsonObject;
  readonly to: string;
  /** The marks of an adopted owner that the object has. */
  readonly marks: readonly Path[];
}

/**
 * The managed fields of an object, with those of old managers merged into ours; the input itself if there are
 * none. Marks of an adopted owner become ours alone, whoever wrote them, so that the next apply removes them.
 */
function migrate(live: JsonObject, { all, isOld, to, marks }: Uniting): readonly JsonValue[] {
  const migrated = all.filter(isOld);
  const ours = all.filter(isObject).find((entry) => isApplyOf(entry, to)) ?? newest(migrated);
  const target = ours ?? emptyBeside(all.filter(isObject).filter((entry) => bearsMarks(live, entry, marks)));
  const unmarked = all.map((entry) =>
    isObject(entry) && entry !== target ? withoutMarks(live, entry, marks) : entry,
  );
  const isMarked = unmarked.some((entry, index) => entry !== all[index]);
  if (target === undefined || (migrated.length === 0 && !isMarked)) {
    return all;
  }
  const version = stringField(target, "apiVersion");
  const taken = [target, ...migrated].filter((entry) => stringField(entry, "apiVersion") === version);
  const copy = migrated.some(isKubectl) && annotationOf(live, lastApplied) !== undefined ? [copyFields] : [];
  const marked = marks.map((path) => fieldSetOf(path));
  const united = uniteFieldSets([
    ...taken.map((entry) => objectField(entry, "fieldsV1")),
    ...copy,
    ...marked,
  ]);
  const entry: JsonObject = { ...target, manager: to, operation: "Apply", fieldsV1: united };
  const rest = unmarked.filter((_, index) => all[index] !== target && !isOld(all[index] ?? null));
  return [entry, ...rest];
}

/** An entry that owns nothing, of the version of the newest of these; undefined if there are none. */
function emptyBeside(others: readonly JsonObject[]): JsonObject | undefined {
  const last = newest(others);
  const kept = new Set(["apiVersion", "fieldsType", "time"]);
  return last && Object.fromEntries(Object.entries(last).filter(([name]) => kept.has(name)));
}

function bearsMarks(live: JsonObject, entry: JsonObject, marks: readonly Path[]): boolean {
  return withoutMarks(live, entry, marks) !== entry;
}

/** The marks of an adopted owner that the object has. */
function marksOf(live: JsonObject, from: AdoptedFields | undefined): readonly Path[] {
  return (from?.marks ?? []).filter((path) => valueAt(live, path) !== undefined);
}

function withoutMarks(live: JsonObject, entry: JsonObject, marks: readonly Path[]): JsonObject {
  const owned = objectField(entry, "fieldsV1");
  const left = marks.reduce<JsonObject>((fields, path) => dropOwnership(fields, path, live), owned);
  return left === owned ? entry : { ...entry, fieldsV1: left };
}

/** `["metadata", "labels"]` → `{ "f:metadata": { "f:labels": {} } }`. */
function fieldSetOf(path: Path): JsonObject {
  return path.reduceRight<JsonObject>((inner, step) => ({ [`f:${step}`]: inner }), {});
}

function isKubectl(entry: JsonObject): boolean {
  return (stringField(entry, "manager") ?? "").startsWith("kubectl");
}

/** Reports whether an entry of managedFields comes from server-side apply by that manager. */
export function isApplyOf(entry: JsonObject, manager: string): boolean {
  return (
    stringField(entry, "manager") === manager &&
    stringField(entry, "operation") === "Apply" &&
    (stringField(entry, "subresource") ?? "") === ""
  );
}

/** Times are RFC 3339 in UTC, so they sort as text. */
function newest(candidates: readonly JsonObject[]): JsonObject | undefined {
  return candidates.toSorted((left, right) =>
    compareText(stringField(right, "time") ?? "", stringField(left, "time") ?? ""),
  )[0];
}
