import { field, type JsonObject, stringField, stringsField, objectField } from "../../object/json.ts";
import { truncateWord } from "../../object/message-text.ts";
import type { FieldFault } from "../model/field-fault.ts";
import { createdMetaFaults, metaFaults } from "../value/meta-faults.ts";
import { forbidden, invalid, required, childPath, trailOf } from "../schema/field-errors.ts";
import { annotationOf } from "../../object/metadata.ts";

const metadataTrail = trailOf("metadata");

/**
 * Validates the metadata of a definition to be created: its name follows from its spec (`expected`).
 * Kubernetes documentation, "Object Names and IDs".
 */
export function createdMetadataFaults(
  metadata: JsonObject,
  expected: string,
  minor: number,
): readonly FieldFault[] {
  const prefix = stringField(metadata, "generateName") ?? "";
  const name = stringField(metadata, "name") ?? "";
  const isOther = name === "" ? prefix !== "" : name !== expected;
  const other = [
    ...(isOther ? ["name"] : []),
    ...(prefix === "" || prefix === expected ? [] : ["generateName"]),
  ];
  const message = `must be spec.names.plural+"."+spec.group: ${truncateWord(expected)}`;
  return [
    ...other.map((one) => invalid(childPath(metadataTrail, one), message)),
    ...createdMetaFaults(metadata, minor),
  ];
}

/** Validates the metadata of a definition that replaces `old`. */
export function updatedMetadataFaults(
  metadata: JsonObject,
  old: JsonObject,
  minor: number,
): readonly FieldFault[] {
  return [
    ...((stringField(metadata, "name") ?? "") === ""
      ? [required(childPath(metadataTrail, "name"), "must be given")]
      : []),
    ...metaFaults(withoutNamespace(metadata), ["metadata"], minor),
    ...finalizersAddedFaults(metadata, old),
    ...["name", "uid"].flatMap((name) => immutableFaults(metadata, old, name)),
  ];
}

/** The API server drops the namespace of objects that are not namespaced. */
function withoutNamespace(metadata: JsonObject): JsonObject {
  return { ...metadata, namespace: "" };
}

function finalizersAddedFaults(metadata: JsonObject, old: JsonObject): readonly FieldFault[] {
  const known = new Set(stringsField(old, "finalizers"));
  const added = stringsField(metadata, "finalizers").filter((one) => !known.has(one));
  const message = `no new finalizers can be added if the object is being deleted: ${truncateWord(added.join(", "))}`;
  return (field(old, "deletionTimestamp") ?? null) === null || added.length === 0
    ? []
    : [forbidden(childPath(metadataTrail, "finalizers"), message)];
}

function immutableFaults(metadata: JsonObject, old: JsonObject, name: string): readonly FieldFault[] {
  const [now, before] = [stringField(metadata, name) ?? "", stringField(old, name) ?? ""];
  const given = name === "name" || now !== "";
  return given && now !== before
    ? [invalid(childPath(metadataTrail, name), `field is immutable: it is ${truncateWord(before)}`)]
    : [];
}

const annotation = "api-approved.kubernetes.io";

/**
 * Validates the approval of an API in a group of the Kubernetes community: such a definition states in an
 * annotation where it was approved, or that it was not. An update may leave it unchanged. Kubernetes
 * enhancement 1111, "API group protection".
 */
export function validateApproval(definition: JsonObject, old: JsonObject | undefined): readonly FieldFault[] {
  if (!/(?:^|\.)(?:k8s|kubernetes)\.io$/.test(stringField(objectField(definition, "spec"), "group") ?? "")) {
    return [];
  }
  const state = approvalOf(definition);
  if (state === "stated" || state === "denied" || (old !== undefined && approvalOf(old) === state)) {
    return [];
  }
  const trail = trailOf("metadata", "annotations", { key: annotation });
  const message = `protected groups must have the annotation ${annotation}: write the URL of the approval, or a reason starting with "unapproved"`;
  return [state === "missing" ? required(trail, message) : invalid(trail, message)];
}

function approvalOf(definition: JsonObject): "missing" | "denied" | "stated" | "unreadable" {
  const text = annotationOf(definition, annotation) ?? "";
  if (text === "") {
    return "missing";
  }
  if (text.startsWith("unapproved")) {
    return "denied";
  }
  return /^[A-Za-z][-+.A-Za-z0-9]*:\/\/[^/?#\s]+/.test(text) ? "stated" : "unreadable";
}
