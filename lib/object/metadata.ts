/** Readers of `metadata`, for objects from files and from the cluster alike. */
import {
  field,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
  stringsField,
} from "./json.ts";
import { groupOf, type ObjectRef } from "./object-ref.ts";

/** The metadata; an empty object if there are none. */
export function metadataOf(object: JsonValue | undefined): JsonObject {
  return objectField(object, "metadata");
}

/** The reference of an object. */
export function refOf(object: JsonValue | undefined): ObjectRef {
  return {
    group: groupOf(stringField(object, "apiVersion") ?? ""),
    kind: stringField(object, "kind") ?? "",
    namespace: namespaceOf(object),
    name: nameOf(object),
  };
}

/** The name; empty if it has none. */
export function nameOf(object: JsonValue | undefined): string {
  return stringField(metadataOf(object), "name") ?? "";
}

/** The namespace; empty if it has none. */
export function namespaceOf(object: JsonValue | undefined): string {
  return stringField(metadataOf(object), "namespace") ?? "";
}

/** The uid; empty if it has none. */
export function uidOf(object: JsonValue | undefined): string {
  return stringField(metadataOf(object), "uid") ?? "";
}

/** The resourceVersion; empty if it has none. */
export function resourceVersionOf(object: JsonValue | undefined): string {
  return stringField(metadataOf(object), "resourceVersion") ?? "";
}

/** The number of a resourceVersion: an increasing integer in Kubernetes; undefined for anything else. */
export function resourceNumber(version: string): bigint | undefined {
  return /^\d{1,20}$/.test(version) ? BigInt(version) : undefined;
}

/** The generation, which counts the changes of the spec; undefined if it is not an integer. */
export function generationOf(object: JsonValue | undefined): number | undefined {
  const generation = field(metadataOf(object), "generation");
  return typeof generation === "bigint" || Number.isInteger(generation) ? Number(generation) : undefined;
}

/** The time of creation as the API server writes it, or undefined. */
export function creationTimestampOf(object: JsonValue | undefined): string | undefined {
  return stringField(metadataOf(object), "creationTimestamp");
}

/** Reports whether an object is terminating. */
export function isTerminating(object: JsonValue | undefined): boolean {
  return stringField(metadataOf(object), "deletionTimestamp") !== undefined;
}

/** The labels; an empty object if it has none. */
export function labelsOf(object: JsonValue | undefined): JsonObject {
  return objectField(metadataOf(object), "labels");
}

/** The value of a label, or undefined. */
export function labelOf(object: JsonValue | undefined, name: string): string | undefined {
  return stringField(labelsOf(object), name);
}

/** The annotations; an empty object if it has none. */
export function annotationsOf(object: JsonValue | undefined): JsonObject {
  return objectField(metadataOf(object), "annotations");
}

/** The value of an annotation, or undefined. */
export function annotationOf(object: JsonValue | undefined, name: string): string | undefined {
  return stringField(annotationsOf(object), name);
}

/** The entries of `ownerReferences`. */
export function ownerReferencesOf(object: JsonValue | undefined): readonly JsonValue[] {
  return listField(metadataOf(object), "ownerReferences");
}

/** The entries of `managedFields`. */
export function managedFieldsOf(object: JsonValue | undefined): readonly JsonValue[] {
  return listField(metadataOf(object), "managedFields");
}

/** The finalizers. */
export function finalizersOf(object: JsonValue | undefined): readonly string[] {
  return stringsField(metadataOf(object), "finalizers");
}
