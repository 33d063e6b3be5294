import { field, isObject, type JsonObject, listField, objectField, stringField } from "../../object/json.ts";
import { readSchema, type Schema } from "./schema.ts";
import { definedKind, isCrd } from "../../manifest/crd.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { groupKindKey } from "../../object/object-ref.ts";

/** The schema information of a CustomResourceDefinition (apiextensions.k8s.io/v1). */
export interface CustomDefinition {
  readonly raw: JsonObject;
  readonly group: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** `spec.preserveUnknownFields`, which only definitions from before v1 may have. */
  readonly preserveUnknownFields: boolean;
  readonly versions: readonly DefinedVersion[];
}

/** One version of a custom resource. */
export interface DefinedVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: Schema;
  readonly hasStatus: boolean;
  /** The scale subresource as in the manifest. */
  readonly scale?: JsonObject;
}

/** Schemas are large, and several sets use the same ones. */
const known = new WeakMap<JsonObject, CustomDefinition>();

/** Reads a definition of v1, once. Missing parts are empty: the check of definitions reports them. */
export function readCustomDefinition(raw: JsonObject): CustomDefinition {
  const definition = known.get(raw) ?? definitionOf(raw);
  known.set(raw, definition);
  return definition;
}

function definitionOf(raw: JsonObject): CustomDefinition {
  const spec = objectField(raw, "spec");
  const names = objectField(spec, "names");
  const kind = stringField(names, "kind") ?? "";
  return {
    raw,
    group: stringField(spec, "group") ?? "",
    kind,
    listKind: stringField(names, "listKind") ?? `${kind}List`,
    plural: stringField(names, "plural") ?? "",
    namespaced: stringField(spec, "scope") !== "Cluster",
    preserveUnknownFields: field(spec, "preserveUnknownFields") === true,
    versions: listField(spec, "versions").filter(isObject).map(readVersion),
  };
}

/** Returns the version that an `apiVersion` names, served or not. */
export function crdVersion({ versions }: CustomDefinition, apiVersion: string): DefinedVersion | undefined {
  const name = apiVersion.slice(apiVersion.indexOf("/") + 1);
  return versions.find((version) => version.name === name);
}

function readVersion(raw: JsonObject): DefinedVersion {
  const schema = field(field(raw, "schema"), "openAPIV3Schema");
  const warning = stringField(raw, "deprecationWarning");
  const subresources = field(raw, "subresources");
  const scale = field(subresources, "scale");
  return {
    name: stringField(raw, "name") ?? "",
    served: field(raw, "served") === true,
    storage: field(raw, "storage") === true,
    deprecated: field(raw, "deprecated") === true,
    hasStatus: isObject(field(subresources, "status")),
    ...(warning === undefined ? {} : { deprecationWarning: warning }),
    ...(isObject(schema) ? { schema: readSchema(schema) } : {}),
    ...(isObject(scale) ? { scale } : {}),
  };
}

/**
 * Returns the custom kinds that a set and other definitions define, by `groupKindKey`; those of the set take
 * precedence.
 */
export function customKinds(
  manifests: readonly Manifest[],
  besides: readonly JsonObject[],
): ReadonlyMap<string, CustomDefinition> {
  const inSet = manifests.filter(isCurrentDefinition).map(({ value }) => value);
  return new Map(
    [...besides, ...inSet].map((definition) => [
      groupKindKey(definedKind(definition)),
      readCustomDefinition(definition),
    ]),
  );
}

/**
 * Reports whether a manifest is a definition of the current version: older ones are unreliable, since no
 * supported Kubernetes accepts them.
 */
export function isCurrentDefinition(manifest: Manifest): boolean {
  return isCrd(manifest) && manifest.apiVersion === "apiextensions.k8s.io/v1";
}
