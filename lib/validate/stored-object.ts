import type { Manifest } from "../manifest/manifest.ts";
import { isObject, type JsonObject, type JsonValue, objectField } from "../object/json.ts";
import type { BuiltinSchemas } from "./builtin/builtin-schemas.ts";
import { type CustomDefinition, type DefinedVersion, crdVersion } from "./model/crd.ts";
import { type FieldPath, placeOf } from "./model/field-fault.ts";
import { applyDefaults } from "./value/apply-defaults.ts";
import { pruneValue } from "./value/prune.ts";
import { storeValue, throughStorage } from "./value/store-value.ts";

/** The steps applied to an object before it is rendered. */
export interface StoringSteps {
  readonly defaulted: boolean;
  readonly pruned: boolean;
}

/** The schemas that are known for an object. */
export interface ObjectKnowledge {
  readonly definition: CustomDefinition | undefined;
  readonly builtin: BuiltinSchemas | undefined;
}

/**
 * Returns the object as it would be read from the API server: without unknown fields, and with its defaults;
 * or only one of both. The `stringData` of a Secret is moved into `data`, since it is never returned.
 * Defaults of built-in kinds are filled in elsewhere; objects of unknown kinds are returned unchanged.
 */
export function storedObject(
  { value, apiVersion, kind }: Pick<Manifest, "value" | "apiVersion" | "kind">,
  { definition, builtin }: ObjectKnowledge,
  steps: StoringSteps,
): JsonObject {
  const version = definition && crdVersion(definition, apiVersion);
  if (definition !== undefined && version?.schema !== undefined) {
    return asObject(storeCustom(value, { definition, version }, steps), value);
  }
  if (!steps.pruned || builtin?.serves(apiVersion, kind) !== true) {
    return value;
  }
  const { unknown, dropped = [] } = builtin.check(value);
  return withEncodedStrings(
    withoutFields(value, [...unknown, ...dropped, ...gatedFields(kind, builtin.minor)]),
  );
}

/** Fields that the server drops, before a version, unless a feature gate is set. */
const gated: readonly { readonly kind: string; readonly before: number; readonly path: FieldPath }[] = [
  {
    kind: "StatefulSet",
    before: 37,
    path: ["spec", "updateStrategy", "rollingUpdate", "maxUnavailable"],
  },
];

function gatedFields(kind: string, minor: number): readonly FieldPath[] {
  return gated.flatMap((one) => (one.kind === kind && minor < one.before ? [one.path] : []));
}

/**
 * Moves the `stringData` of a Secret into its `data`, where it replaces entries with the same key; returns
 * any other object unchanged.
 */
function withEncodedStrings(object: JsonObject): JsonObject {
  const { stringData, ...stored } = object;
  const isSecret = object["apiVersion"] === "v1" && object["kind"] === "Secret";
  if (!isSecret || !isObject(stringData) || Object.keys(stringData).length === 0) {
    return isSecret && stringData !== undefined ? stored : object;
  }
  const encoded = Object.entries(stringData).map(([key, value]) => [
    key,
    Buffer.from(typeof value === "string" ? value : "").toString("base64"),
  ]);
  const data = Object.fromEntries([...Object.entries(objectField(object, "data")), ...encoded]);
  return { ...stored, data };
}

function storeCustom(
  value: JsonObject,
  { definition, version }: { readonly definition: CustomDefinition; readonly version: DefinedVersion },
  { defaulted, pruned }: StoringSteps,
): JsonValue {
  if (defaulted && pruned) {
    const stored = throughStorage(storeValue(value, { definition, version }).stored, { definition, version });
    // A status is not stored with the object; its defaults are applied on every read.
    return version.storage ? applyDefaults(stored, version.schema) : stored;
  }
  const { schema } = version;
  if (schema === undefined) {
    return value;
  }
  const kept = pruned ? pruneValue(value, schema, { isResourceRoot: true }).value : value;
  return defaulted ? applyDefaults(kept, schema) : kept;
}

function asObject(found: JsonValue, otherwise: JsonObject): JsonObject {
  return isObject(found) ? found : otherwise;
}

function withoutFields(value: JsonObject, unknown: readonly FieldPath[]): JsonObject {
  const gone = new Set(unknown.map((path) => JSON.stringify(placeOf(path))));
  const copy = (part: JsonValue, path: readonly (string | number)[]): JsonValue => {
    if (Array.isArray(part)) {
      return part.map((entry: JsonValue, index) => copy(entry, [...path, index]));
    }
    if (!isObject(part)) {
      return part;
    }
    const kept = Object.entries(part)
      .filter(([name]) => !gone.has(JSON.stringify([...path, name])))
      .map(([name, below]) => [name, copy(below, [...path, name])] as const);
    return Object.fromEntries(kept);
  };
  return gone.size === 0 ? value : asObject(copy(value, []), value);
}
