import { isObject, type JsonObject } from "../object/json.ts";
import type { DefinedVersion } from "./model/crd.ts";
import type { FaultReason, FieldFault, FieldPath } from "./model/field-fault.ts";
import { checkRules } from "./cel-rules/check-rules.ts";
import type { Schema } from "./model/schema.ts";
import { compileChecker } from "./value/check-value.ts";
import { embeddedFaults } from "./value/embedded.ts";
import { hasSpineRules } from "./value/has-spine-rules.ts";
import { repeatedItemFaults } from "./value/repeated-items.ts";
import { createdMetaFaults, updatedMetaFaults } from "./value/meta-faults.ts";
import { scaleFaults } from "./value/scale-faults.ts";
import { readValue, serverFields, storeValue } from "./value/store-value.ts";
import { type KeptAs, throughStorage } from "./value/round-trip-storage.ts";

/** A custom resource that is to be created, or to replace `old`. */
export interface CheckedResource {
  readonly object: JsonObject;
  /** As it was before, in the same version. */
  readonly old?: JsonObject;
  readonly definition: KeptAs["definition"];
  readonly version: DefinedVersion;
  /** Of the Kubernetes version 1.x. */
  readonly minor: number;
}

/** What the API server would make of a custom resource. */
export interface CheckResult {
  readonly faults: readonly FieldFault[];
  /** The fields that would be dropped, or refused where validation is strict. */
  readonly unknown: readonly FieldPath[];
  /** What would be stored if nothing is wrong. */
  readonly stored: JsonObject;
}

/**
 * What the API server would say about a custom resource and store of it. Its metadata is checked but for the
 * namespace and for names that may not change. Metadata of the wrong type hides all other faults; rules are
 * tried only on an object whose shape is right. Source: Kubernetes documentation, "Custom Resources";
 * apiextensions, the strategy of custom resources.
 */
export function checkCustomResource(resource: CheckedResource): CheckResult {
  const { version } = resource;
  const read = storeValue(resource.object, resource);
  if (read.faults.length > 0) {
    return read;
  }
  const old = resource.old === undefined ? undefined : readValue(resource.old, resource).stored;
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
  message: "some validation rules were not checked: correct the other faults first",
  followsOthers: true,
};

/**
 * What of the metadata the author leaves to the server stays as it was: to rules that compare the whole
 * object it is the same.
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

/** A status is not written along with the object, where it is a subresource. */
function withStatusOf(stored: JsonObject, old: JsonObject): JsonObject {
  const { status } = old;
  return status === undefined ? stored : { ...stored, status };
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
      ? createdMetaFaults(metadata)
      : updatedMetaFaults(metadata, old["metadata"] ?? null)),
    ...(schema === undefined ? [] : compileChecker(schema, minor).check(stored, old)),
    ...(scale === undefined ? [] : scaleFaults(stored, scale)),
    ...(schema === undefined ? [] : embeddedFaults(stored, schema)),
    ...(schema === undefined ? [] : newlyRepeated(stored, old, schema)),
  ];
}

/** Items that were there twice before may stay so. */
function newlyRepeated(
  stored: JsonObject,
  old: JsonObject | undefined,
  schema: Schema,
): readonly FieldFault[] {
  return old !== undefined && repeatedItemFaults(old, schema).length > 0
    ? []
    : repeatedItemFaults(stored, schema);
}
