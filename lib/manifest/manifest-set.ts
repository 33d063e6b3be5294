/**
 * From what was read to the set that is planned: every object gets its reference (scope and namespace settled),
 * what stands twice is told, and the order of files and documents stops mattering.
 */
import { builtinKind, builtinKindNames, builtinKindsNamed, hasBuiltinGroup } from "../object/builtin-kind.ts";
import type { Diagnostic } from "../object/diagnostic.ts";
import { field, objectField, sameJson, stringField } from "../object/json.ts";
import { compareText, formatRef, groupKindKey, groupOf, type ObjectRef } from "../object/object-ref.ts";
import { formatOrigin } from "../object/source-text.ts";
import { didYouMean } from "../object/suggestion.ts";
import { locate } from "./locate.ts";
import type { Manifest, ReadObject, Scope } from "./manifest.ts";
import { nameOrigin } from "./name-origin.ts";

/** The manifests of a run, sorted by key, each key once. */
export interface ManifestSet {
  readonly manifests: readonly Manifest[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Settles scope, namespace and identity of everything that was read. `namespace` is where namespaced objects without one go. */
export function settleManifests(objects: readonly ReadObject[], namespace: string): ManifestSet {
  const defined = definedScopes(objects);
  const diagnostics: Diagnostic[] = [];
  const manifests = objects.map((object) => settle(object, { defined, namespace, diagnostics }));
  manifests.sort(compareManifests);
  diagnostics.push(...unknownKinds(manifests));
  return { manifests: withoutTwins(manifests, diagnostics), diagnostics };
}

interface Settling {
  readonly defined: DefinedScopes;
  readonly namespace: string;
  readonly diagnostics: Diagnostic[];
}

/** Scopes that the CustomResourceDefinitions of a set define, by group and kind. */
export type DefinedScopes = ReadonlyMap<string, Scope>;

function definedScopes(objects: readonly ReadObject[]): DefinedScopes {
  const scopes = new Map<string, Scope>();
  for (const object of objects) {
    if (object.kind === "CustomResourceDefinition" && groupOf(object.apiVersion) === "apiextensions.k8s.io") {
      const spec = field(object.value, "spec");
      const group = stringField(spec, "group") ?? "";
      const kind = stringField(objectField(spec, "names"), "kind") ?? "";
      scopes.set(
        groupKindKey({ group, kind }),
        stringField(spec, "scope") === "Cluster" ? "cluster" : "namespaced",
      );
    }
  }
  return scopes;
}

function scopeOf(group: string, kind: string, defined: DefinedScopes): Scope {
  const builtin = builtinKind(group, kind);
  if (builtin !== undefined) {
    return builtin.namespaced ? "namespaced" : "cluster";
  }
  return defined.get(groupKindKey({ group, kind })) ?? "unknown";
}

function settle(object: ReadObject, settling: Settling): Manifest {
  const group = groupOf(object.apiVersion);
  const scope = scopeOf(group, object.kind, settling.defined);
  const namespace = scope === "cluster" ? "" : object.namespace || settling.namespace;
  const ref: ObjectRef = { group, kind: object.kind, namespace, name: object.name };
  const manifest: Manifest = { ...object, ref, key: formatRef(ref), scope };
  if (scope === "cluster" && object.namespace !== "") {
    settling.diagnostics.push({
      code: "NamespaceOnClusterScoped",
      severity: "warning",
      message: `${manifest.key} is cluster-scoped: its namespace ${object.namespace} is dropped; remove the field`,
      ref: manifest.key,
      origin: locate(object.document, [...object.path, "metadata", "namespace"], "key"),
    });
  }
  return manifest;
}

/** One finding a kind, not one an object: a set may hold thousands of the same. */
function unknownKinds(manifests: readonly Manifest[]): readonly Diagnostic[] {
  const firsts = new Map<string, Manifest>();
  for (const manifest of manifests) {
    const kind = groupKindKey(manifest.ref);
    if (manifest.scope === "unknown" && !firsts.has(kind)) {
      firsts.set(kind, manifest);
    }
  }
  return [...firsts.values()].map(unknownKind);
}

function unknownKind(manifest: Manifest): Diagnostic {
  const { group, kind } = manifest.ref;
  const builtinGroup = hasBuiltinGroup(group);
  return {
    code: builtinGroup ? "UnknownKind" : "UnknownScope",
    severity: "warning",
    message: builtinGroup
      ? `no kind ${kind} in ${group === "" ? "the core group" : group}: it is planned as namespaced${nearBuiltinKind(group, kind)}`
      : `${kind} of ${group} is not built in and the set holds no CustomResourceDefinition for it: it is planned as namespaced`,
    ref: manifest.key,
    origin: locate(manifest.document, [...manifest.path, "kind"], "value"),
  };
}

function nearBuiltinKind(group: string, kind: string): string {
  const elsewhere = builtinKindsNamed(kind)[0];
  return elsewhere === undefined
    ? didYouMean(kind, builtinKindNames(group))
    : `; ${kind} belongs to ${elsewhere.group === "" ? "the core group (apiVersion: v1)" : elsewhere.group}`;
}

function compareManifests(left: Manifest, right: Manifest): number {
  return (
    compareText(left.key, right.key) ||
    compareText(left.origin.file, right.origin.file) ||
    left.origin.line - right.origin.line
  );
}

/** Keeps the first of objects with the same key: a note where they are identical, an error where they differ. */
function withoutTwins(sorted: readonly Manifest[], diagnostics: Diagnostic[]): readonly Manifest[] {
  const kept: Manifest[] = [];
  for (const manifest of sorted) {
    const first = kept.at(-1);
    if (first?.key === manifest.key) {
      diagnostics.push(twin(first, manifest));
    } else {
      kept.push(manifest);
    }
  }
  return kept;
}

function twin(first: Manifest, second: Manifest): Diagnostic {
  const related = [{ message: "the other one", origin: nameOrigin(first) }];
  if (sameJson(first.value, second.value)) {
    return {
      code: "DuplicateObject",
      severity: "note",
      message: `${second.key} stands twice, identically: it is planned once`,
      ref: second.key,
      origin: nameOrigin(second),
      related,
    };
  }
  return {
    code: "ConflictingObject",
    severity: "error",
    message: `${second.key} stands twice and differs from ${formatOrigin(first.origin)}: keep one`,
    ref: second.key,
    origin: nameOrigin(second),
    related,
  };
}
