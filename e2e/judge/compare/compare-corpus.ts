import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { definedKind, isCrd } from "../../../lib/manifest/crd.ts";
import type { ReadObject } from "../../../lib/manifest/manifest.ts";
import { readManifests } from "../../../lib/manifest/parse-manifests.ts";
import { field, type JsonObject, objectField, stringField } from "../../../lib/object/json.ts";
import { groupKindKey, groupOf } from "../../../lib/object/object-ref.ts";
import type { BuiltinSchemas } from "../../../lib/validate/builtin/builtin-schemas.ts";
import { readCorpus } from "../builtin/builtin-corpus.ts";
import { governingKinds } from "../builtin/judge-builtin.ts";

/** Objects that belong together: a CRD with some of its custom resources, or a single object. */
export type Bundle = readonly JsonObject[];

/** Kinds that represent something outside of the cluster, or that controllers delete. */
const passing: ReadonlySet<string> = new Set([
  "APIService",
  "CSINode",
  "CertificateSigningRequest",
  "Event",
  "FlowSchema",
  "IPAddress",
  "Lease",
  "MutatingAdmissionPolicy",
  "PriorityLevelConfiguration",
  "RuntimeClass",
  "ValidatingAdmissionPolicy",
  "VolumeAttachment",
]);

/** Annotations that decide what converge does with an object, and labels that mark releases. */
const directing =
  /helm\.sh|werf\.io|kapp|config\.kubernetes\.io|converge\.dev|argo|cli-utils|fluxcd|flux|deckhouse|kpt|applyset/;

/**
 * Reads the objects of folders that can be edited: those of built-in kinds, and CRDs with their custom
 * resources. Annotations by which tools decide are taken away.
 */
export function readBundles(folders: readonly string[], builtin: BuiltinSchemas): readonly Bundle[] {
  const single = readCorpus(folders, builtin)
    .filter(({ kind, object }) => !governingKinds.has(kind) && !passing.has(kind) && !("sops" in object))
    .map(({ object }) => [undirected(object)]);
  return [...single, ...definitionBundles(folders)];
}

function definitionBundles(folders: readonly string[]): readonly Bundle[] {
  const read = folders.flatMap(filesIn).flatMap((file) => {
    const { objects } = readManifests({ name: file, text: readFileSync(file, "utf8") });
    return objects;
  });
  const definitions = new Map(read.filter(isCrd).map(({ value }) => [kindKeyOf(value), value]));
  return [...definitions].map(([key, definition]) => [
    undirected(definition),
    ...read
      .filter((object) => keyOf(object) === key)
      .slice(0, 3)
      .map(({ value }) => undirected(value)),
  ]);
}

function kindKeyOf(definition: JsonObject): string {
  return groupKindKey(definedKind(definition));
}

function keyOf({ apiVersion, kind }: ReadObject): string {
  return groupKindKey({ group: groupOf(apiVersion), kind });
}

function filesIn(path: string): readonly string[] {
  return statSync(path).isDirectory()
    ? readdirSync(path)
        .toSorted()
        .flatMap((name) => filesIn(join(path, name)))
    : [path].filter((file) => /\.ya?ml$/.test(file));
}

function undirected(object: JsonObject): JsonObject {
  const { status: _, ...written } = object;
  const { namespace: __, ...metadata } = objectField(object, "metadata");
  const kept = Object.entries(metadata).map(([name, value]) => [
    name,
    name === "annotations" || name === "labels" ? withoutDirecting(objectField(metadata, name)) : value,
  ]);
  return { ...written, metadata: Object.fromEntries(kept) };
}

function withoutDirecting(notes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(notes).filter(([name]) => !directing.test(name)));
}

/** Gives the objects of a bundle names, and a CRD a group, that no other case uses. */
export function unique(bundle: Bundle, word: string): Bundle {
  const [definition] = bundle;
  const group = stringField(objectField(definition, "spec"), "group");
  if (definition === undefined || stringField(definition, "kind") !== "CustomResourceDefinition") {
    return bundle.map((object, index) => named(object, `${word}-${String(index)}`));
  }
  const own = `${word}.judge.example.com`;
  const plural = stringField(field(definition["spec"], "names"), "plural") ?? "";
  const regrouped = bundle.map((object) => withGroup(object, group ?? "", own));
  return regrouped.map((object, index) =>
    named(object, index === 0 ? `${plural}.${own}` : `${word}-${String(index)}`),
  );
}

function withGroup(object: JsonObject, group: string, own: string): JsonObject {
  if (stringField(object, "kind") === "CustomResourceDefinition") {
    const { conversion: _, ...spec } = objectField(object, "spec");
    const { annotations: __, ...metadata } = objectField(object, "metadata");
    return { ...object, metadata, spec: { ...spec, group: own } };
  }
  const version = stringField(object, "apiVersion") ?? "";
  return { ...object, apiVersion: version.replace(`${group}/`, `${own}/`) };
}

function named(object: JsonObject, name: string): JsonObject {
  const { generateName: _, ...metadata } = objectField(object, "metadata");
  return { ...object, metadata: { ...metadata, name } };
}
