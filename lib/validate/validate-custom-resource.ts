import { isObject, type JsonObject, stringField } from "../object/json.ts";
import { metadataOf } from "../object/metadata.ts";
import type { DefinedVersion } from "./model/crd.ts";
import type { FaultReason, FieldFault, FieldPath } from "./model/field-fault.ts";
import { checkRules } from "./cel-rules/check-rules.ts";
import type { Schema } from "./model/schema.ts";
import { compileChecker } from "./value/check-value.ts";
import { embeddedFaults } from "./value/embedded.ts";
import { repeatedItemFaults } from "./value/repeated-items.ts";
import { createdMetaFaults, updatedMetaFaults } from "./value/meta-faults.ts";
import { scaleFaults } from "./value/scale-faults.ts";
import { readValue, serverFields, storeValue, type KeptAs, throughStorage } from "./value/store-value.ts";

/** A custom resource to be created, or to replace `old`. */
export interface CheckedResource {
  readonly object: JsonObject;
  /** The old state, in the same version. */
  readonly old?: JsonObject;
  readonly definition: KeptAs["definition"];
  readonly version: DefinedVersion;
  /** The minor version of Kubernetes 1. */
  readonly minor: number;
}

/** The API server's result for a custom resource. */
export interface CheckResult {
  readonly faults: readonly FieldFault[];
  /** The fields that would be dropped, or rejected under strict validation. */
  readonly unknown: readonly FieldPath[];
  /** The object that would be stored if there are no faults. */
  readonly stored: JsonObject;
}

/**
 * Validates a custom resource as the API server does, and returns what it would store. Metadata is checked
 * except for the namespace and immutable names. Metadata of the wrong type hides all other faults; rules are
 * evaluated only on an object of the right shape. Source: Kubernetes documentation, "Custom Resources";
 * apiextensions, the strategy of custom resources.
 */
export function checkCustomResource(resource: CheckedResource): CheckResult {
  const { version } = resource;
  const read = storeValue(resource.object, resource);
  if (read.faults.length > 0) {
    return read;
  }
  const old = resource.old === undefined ? undefined : asServed(resource.old, resource);
  const stored = old === undefined || !version.hasStatus ? read.stored : withStatusOf(read.stored, old);
  const faults = valueFaults(stored, old, resource);
  const { schema } = version;
  if (schema === undefined || !hasSpineRules(schema)) {
    return { faults, unknown: read.unknown, stored: throughStorage(stored, resource) };
  }
  const rest = faults.some(({ reason }) => blocking.has(reason))
    ? [unchecked]
    : checkRules({ value: withServerMeta(stored, old), old, schema, minor: resource.minor });
  return {
    faults: [...faults, ...rest],
    unknown: read.unknown,
    stored: throughStorage(stored, resource),
  };
}

/** The faults after which rules might meet values that they are not made for. */
const blocking: ReadonlySet<FaultReason> = new Set<FaultReason>([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

const unchecked: FieldFault = {
  reason: "FieldValueInvalid",
  path: [],
  message: "some validation rules were not checked: fix the other errors first",
  followsOthers: true,
};

/**
 * Keeps the metadata that the author leaves to the server: rules that compare the whole object see it
 * unchanged.
 */
function withServerMeta(stored: JsonObject, old: JsonObject | undefined): JsonObject {
  const before = old?.["metadata"];
  const { metadata } = stored;
  if (!isObject(before) || !isObject(metadata)) {
    return stored;
  }
  const kept = Object.entries(before).filter(([name]) => leftToServer.has(name));
  return kept.length === 0 ? stored : { ...stored, metadata: { ...Object.fromEntries(kept), ...metadata } };
}

const leftToServer: ReadonlySet<string> = new Set([...serverFields, "namespace", "resourceVersion"]);

/** A status is not written along with the object if it is a subresource. */
function withStatusOf(stored: JsonObject, old: JsonObject): JsonObject {
  const { status } = old;
  return status === undefined ? stored : { ...stored, status };
}

/**
 * Returns the object as the API server has it before an update: decoded from the version that is stored, with
 * the defaults of that version alone. A manifest was written in its own version once, and got the defaults of
 * that. Source: Kubernetes documentation, "Defaulting",
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting
 */
function asServed(old: JsonObject, resource: CheckedResource): JsonObject {
  const isLive = stringField(metadataOf(old), "resourceVersion") !== undefined;
  const isDecoded = isLive && !resource.version.storage;
  return throughStorage(isDecoded ? old : readValue(old, resource).stored, resource);
}

function valueFaults(
  stored: JsonObject,
  old: JsonObject | undefined,
  { version, minor }: CheckedResource,
): readonly FieldFault[] {
  const { schema, scale } = version;
  const metadata = stored["metadata"] ?? null;
  return [
    ...(old === undefined
      ? createdMetaFaults(metadata, minor)
      : updatedMetaFaults(metadata, old["metadata"] ?? null, minor)),
    ...(schema === undefined ? [] : compileChecker(schema, minor).check(stored, old)),
    ...(scale === undefined ? [] : scaleFaults(stored, scale)),
    ...(schema === undefined ? [] : embeddedFaults(stored, schema, minor)),
    ...(schema === undefined ? [] : newlyRepeated(stored, old, schema)),
  ];
}

/** Duplicate items are tolerated if there were some before. */
function newlyRepeated(
  stored: JsonObject,
  old: JsonObject | undefined,
  schema: Schema,
): readonly FieldFault[] {
  return old !== undefined && repeatedItemFaults(old, schema).length > 0
    ? []
    : repeatedItemFaults(stored, schema);
}

const found = new WeakMap<Schema, boolean>();

/**
 * Reports whether a schema has `x-kubernetes-validations` on its spine: the API server does not look for
 * rules in `allOf`, though it does apply them there once it has found others. Complexity: linear once, then
 * constant.
 */
export function hasSpineRules(schema: Schema): boolean {
  const known = found.get(schema);
  if (known !== undefined) {
    return known;
  }
  const { additionalProperties, items } = schema;
  const has =
    schema.rules.length > 0 ||
    (items !== undefined && hasSpineRules(items)) ||
    (typeof additionalProperties === "object" && hasSpineRules(additionalProperties)) ||
    [...(schema.properties?.values() ?? [])].some(hasSpineRules);
  found.set(schema, has);
  return has;
}
