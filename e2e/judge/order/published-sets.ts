/** Published manifests as sets to compare orders with: a set can be applied several times at once. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { readManifests } from "../../../lib/manifest/parse-manifests.ts";
import { isObject, type JsonObject, objectField, stringField } from "../../../lib/object/json.ts";

/** Kinds that would disturb the cluster, or that no controller makes ready in it. */
const leftOut: ReadonlySet<string> = new Set([
  "APIService",
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
  "HorizontalPodAutoscaler",
]);

/** The kinds without a namespace of these sets. */
const wideKinds: ReadonlySet<string> = new Set([
  "ClusterRole",
  "ClusterRoleBinding",
  "CustomResourceDefinition",
  "Namespace",
  "PriorityClass",
  "StorageClass",
]);

/** The objects of a file or folder, by its name. */
export interface PublishedSet {
  readonly name: string;
  readonly objects: readonly JsonObject[];
}

/** Reads the sets in a folder: each file or folder is one. */
export function publishedSets(folder: string): readonly PublishedSet[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, objects: filesOf(join(folder, name)).flatMap(objectsOf) }));
}

function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) {
    return [path];
  }
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:ya?ml|json)$/.test(file))
    .toSorted()
    .map((file) => join(path, file));
}

function objectsOf(path: string): readonly JsonObject[] {
  const { objects } = readManifests({ name: path, text: readFileSync(path, "utf8") });
  return objects.map(({ value }) => value).filter((value) => !leftOut.has(writtenKind(value)));
}

/** The kind of an object. */
export function writtenKind(object: JsonObject): string {
  return stringField(object, "kind") ?? "";
}

/** Reports whether an object of one of these sets has no namespace. */
export function isWide(object: JsonObject): boolean {
  return wideKinds.has(writtenKind(object));
}

/**
 * Returns the objects for one namespace: what has no namespace gets a name of its own, and what belongs to a
 * namespace outside the set gets into this one.
 */
export function setApart(objects: readonly JsonObject[], namespace: string): readonly JsonObject[] {
  const renaming = renamingOf(objects);
  const known = new Map<string, JsonObject>();
  for (const object of objects) {
    const renamed = apart(object, renaming, namespace);
    const { name, namespace: home } = objectField(renamed, "metadata");
    const key = JSON.stringify([renamed["apiVersion"], renamed["kind"], home, name]);
    known.set(key, known.get(key) ?? renamed);
  }
  return [...known.values()];
}

/** The groups and namespaces of a set, which are renamed. */
interface Renaming {
  readonly groups: ReadonlySet<string>;
  readonly homes: ReadonlySet<string>;
}

function renamingOf(objects: readonly JsonObject[]): Renaming {
  const definitions = objects.filter((object) => writtenKind(object) === "CustomResourceDefinition");
  const homes = objects.filter((object) => writtenKind(object) === "Namespace");
  return {
    groups: new Set(definitions.map(({ spec }) => stringField(spec, "group") ?? "")),
    homes: new Set(homes.map(({ metadata }) => stringField(metadata, "name") ?? "")),
  };
}

function apart(object: JsonObject, { groups, homes }: Renaming, namespace: string): JsonObject {
  if (writtenKind(object) === "CustomResourceDefinition") {
    return definitionApart(object, namespace);
  }
  const { namespace: home, ...metadata } = objectField(object, "metadata");
  const [group = "", version = ""] = (stringField(object, "apiVersion") ?? "").split("/");
  const isIn = typeof home === "string" && homes.has(home);
  return {
    ...object,
    ...(groups.has(group) ? { apiVersion: `${namespace}.${group}/${version}` } : {}),
    metadata: {
      ...metadata,
      ...(isIn ? { namespace: `${home}-${namespace}` } : {}),
      ...(isWide(object) ? { name: `${stringField(metadata, "name") ?? ""}-${namespace}` } : {}),
    },
  };
}

function definitionApart(object: JsonObject, namespace: string): JsonObject {
  const { spec, metadata } = object;
  const { conversion: _conversion, ...rest } = isObject(spec) ? spec : {};
  const group = `${namespace}.${stringField(spec, "group") ?? ""}`;
  const plural = stringField(objectField(spec, "names"), "plural") ?? "";
  const annotations = objectField(metadata, "annotations");
  const { "api-approved.kubernetes.io": _approved, ...kept } = annotations;
  return {
    ...object,
    metadata: { ...(isObject(metadata) ? metadata : {}), name: `${plural}.${group}`, annotations: kept },
    spec: { ...rest, group },
  };
}
