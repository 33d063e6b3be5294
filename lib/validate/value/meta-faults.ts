import { isSoundName, isSoundNamespace } from "../../manifest/validation/name-fault.ts";
import {
  field,
  type JsonValue,
  listField,
  objectField,
  stringField,
  stringsField,
} from "../../object/json.ts";
import { labelKeyFault, labelValueFault } from "../model/dns-name.ts";
import type { FaultReason, FieldFault, FieldPath } from "../model/field-fault.ts";
import { operationReason, ownerFaults } from "./owner-faults.ts";

/** Validates the metadata of an embedded resource: none of it is required. `path` is that of the metadata. */
export function metaFaults(metadata: JsonValue, path: FieldPath, minor: number): readonly FieldFault[] {
  return [
    ...segmentFaults(metadata, "generateName", path),
    ...segmentFaults(metadata, "name", path),
    ...namespaceFaults(metadata, path),
    ...negativeFaults(metadata, path),
    ...attachedFaults(metadata, path, minor),
    ...finalizerFaults(metadata, path),
  ];
}

/**
 * Validates the metadata of a top-level resource to be created. The namespace is checked along with its
 * scope.
 */
export function createdMetaFaults(metadata: JsonValue, minor: number): readonly FieldFault[] {
  const path = ["metadata"];
  const name = stringField(metadata, "name") ?? "";
  const prefix = stringField(metadata, "generateName") ?? "";
  const made = name === "" && prefix !== "" ? `${prefix.slice(0, 58)}abcde` : name;
  return [
    ...(prefix === "" || isSoundName(prefix.replace(/-$/, "a"))
      ? []
      : [invalid([...path, "generateName"], nameRule)]),
    ...(made === ""
      ? [fault("FieldValueRequired", [...path, "name"], "is required, or generateName")]
      : soundNameFaults(made, path)),
    ...attachedFaults(metadata, path, minor),
    ...finalizerFaults(metadata, path),
  ];
}

/**
 * Validates labels, annotations, owners and finalizers of any object; the rules for its name depend on its
 * kind.
 */
export function writtenMetaFaults(metadata: JsonValue, minor: number): readonly FieldFault[] {
  return [...attachedFaults(metadata, ["metadata"], minor), ...finalizerFaults(metadata, ["metadata"])];
}

/**
 * Validates the metadata of a top-level resource that replaces `old`: an object being deleted gets no new
 * finalizers.
 */
export function updatedMetaFaults(metadata: JsonValue, old: JsonValue, minor: number): readonly FieldFault[] {
  const known = new Set(stringsField(old, "finalizers"));
  const added = stringsField(metadata, "finalizers").filter((one) => !known.has(one));
  const isGoing = (field(old, "deletionTimestamp") ?? null) !== null;
  const message = `may get none while the object is being deleted: take ${added.join(", ")} away`;
  return [
    ...(isGoing && added.length > 0
      ? [fault("FieldValueForbidden", ["metadata", "finalizers"], message)]
      : []),
    ...attachedFaults(metadata, ["metadata"], minor),
  ];
}

const nameRule =
  "must be lower-case letters, digits, `-` and `.`, at most 253, with a letter or digit at both ends of each part";

function soundNameFaults(name: string, path: FieldPath): readonly FieldFault[] {
  return isSoundName(name) ? [] : [invalid([...path, "name"], nameRule)];
}

/** Validates a segment of an API path. */
function segmentFaults(metadata: JsonValue, name: string, path: FieldPath): readonly FieldFault[] {
  const text = stringField(metadata, name) ?? "";
  const isDots = name === "name" && (text === "." || text === "..");
  return isDots || /[/%]/.test(text)
    ? [invalid([...path, name], "may not be `.` or `..` nor hold `/` or `%`")]
    : [];
}

function namespaceFaults(metadata: JsonValue, path: FieldPath): readonly FieldFault[] {
  const namespace = stringField(metadata, "namespace") ?? "";
  return namespace === "" || isSoundNamespace(namespace)
    ? []
    : [
        invalid(
          [...path, "namespace"],
          "must be lower-case letters, digits and `-`, at most 63, with a letter or digit at both ends",
        ),
      ];
}

function negativeFaults(metadata: JsonValue, path: FieldPath): readonly FieldFault[] {
  const generation = field(metadata, "generation");
  const isNumber = typeof generation === "number" || typeof generation === "bigint";
  return isNumber && generation < 0 ? [invalid([...path, "generation"], "may not be less than 0")] : [];
}

/** Validates labels, annotations, owners and managers. */
function attachedFaults(metadata: JsonValue, path: FieldPath, minor: number): readonly FieldFault[] {
  return [
    ...labelFaults(metadata, [...path, "labels"]),
    ...annotationFaults(metadata, [...path, "annotations"]),
    ...ownerFaults(metadata, [...path, "ownerReferences"], minor),
    ...listField(metadata, "managedFields").flatMap((entry, index) =>
      managerFaults(entry, [...path, "managedFields", index], minor),
    ),
  ];
}

function labelFaults(metadata: JsonValue, path: FieldPath): readonly FieldFault[] {
  return Object.entries(objectField(metadata, "labels")).flatMap(([key, value]) => [
    ...reported(labelKeyFault(key), (message) => ({
      ...invalid(path, `the key ${key} ${message}`),
      place: [...path, key],
      atKey: true,
    })),
    ...reported(labelValueFault(typeof value === "string" ? value : ""), (message) => ({
      ...invalid(path, `the value of ${key} ${message}`),
      place: [...path, key],
    })),
  ]);
}

const mostAnnotationBytes = 256 * 1024;

function annotationFaults(metadata: JsonValue, path: FieldPath): readonly FieldFault[] {
  const annotations = Object.entries(objectField(metadata, "annotations"));
  let size = 0;
  for (const [key, value] of annotations) {
    size += Buffer.byteLength(key) + (typeof value === "string" ? Buffer.byteLength(value) : 0);
  }
  const message = `may not be more than ${mostAnnotationBytes} bytes in all, has ${size}`;
  return [
    ...annotations.flatMap(([key]) =>
      reported(labelKeyFault(key.toLowerCase()), (refusal) => ({
        ...invalid(path, `the key ${key} ${refusal}`),
        place: [...path, key],
        atKey: true,
      })),
    ),
    ...(size > mostAnnotationBytes ? [fault("FieldValueTooLong", path, message)] : []),
  ];
}

function finalizerFaults(metadata: JsonValue, path: FieldPath): readonly FieldFault[] {
  const at = [...path, "finalizers"];
  const finalizers = stringsField(metadata, "finalizers");
  const isBoth = finalizers.includes("orphan") && finalizers.includes("foregroundDeletion");
  return [
    ...finalizers.flatMap((one, index) =>
      reported(labelKeyFault(one), (message) => ({
        ...invalid(at, `${one} ${message}`),
        place: [...at, index],
      })),
    ),
    ...(isBoth ? [invalid(at, "orphan and foregroundDeletion may not both be there")] : []),
  ];
}

function managerFaults(entry: JsonValue, path: FieldPath, minor: number): readonly FieldFault[] {
  const operation = stringField(entry, "operation") ?? "";
  const fieldsType = stringField(entry, "fieldsType") ?? "";
  const manager = stringField(entry, "manager") ?? "";
  return [
    ...(operation === "Apply" || operation === "Update"
      ? []
      : [fault(operationReason(operation, minor), [...path, "operation"], "must be Apply or Update")]),
    ...(fieldsType === "" || fieldsType === "FieldsV1"
      ? []
      : [invalid([...path, "fieldsType"], "must be FieldsV1")]),
    ...tooLong(manager, 128, [...path, "manager"]),
    ...(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(manager)
      ? [invalid([...path, "manager"], "may hold characters that can be printed only")]
      : []),
    ...tooLong(stringField(entry, "subresource") ?? "", 256, [...path, "subresource"]),
  ];
}

function tooLong(text: string, most: number, path: FieldPath): readonly FieldFault[] {
  return Buffer.byteLength(text) > most
    ? [fault("FieldValueTooLong", path, `may not be longer than ${most} bytes`)]
    : [];
}

function reported(message: string | undefined, make: (message: string) => FieldFault): readonly FieldFault[] {
  return message === undefined ? [] : [make(message)];
}

function invalid(path: FieldPath, message: string): FieldFault {
  return fault("FieldValueInvalid", path, message);
}

function fault(reason: FaultReason, path: FieldPath, message: string): FieldFault {
  return { reason, path, message };
}
