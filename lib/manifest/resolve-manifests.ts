/**
 * Resolves the objects read into the set that is planned: every object gets its reference (with scope and
 * namespace), duplicates are reported, and the order of files and documents no longer matters.
 */
import {
  builtinKind,
  builtinKindNames,
  builtinKindsNamed,
  hasBuiltinGroup,
} from "../object/builtin/builtin-kind.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { sameJson } from "../object/json.ts";
import {
  compareText,
  formatRef,
  type GroupKind,
  groupKindKey,
  groupOf,
  type ObjectRef,
} from "../object/object-ref.ts";
import { formatOrigin } from "../object/diagnostic/source-text.ts";
import { truncateWord } from "../object/message-text.ts";
import { didYouMean } from "../object/diagnostic/suggestion.ts";
import { isCrd, readCrdNames } from "./crd.ts";
import type { Manifest, ReadObject, Scope } from "./manifest.ts";
import { nameOrigin, fieldOrigin } from "./locate-field.ts";

/** The manifests of a run, sorted by key, file and line. */
export interface ManifestSet {
  readonly manifests: readonly Manifest[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Whether a cluster serves a kind as namespaced; undefined if it does not serve it, or there is no cluster to
 * ask.
 */
export type ServedScope = (kind: GroupKind) => boolean | undefined;

/**
 * Resolves scope, namespace and identity of everything that was read. `namespace` is the one for namespaced
 * objects without one.
 */
export function resolveManifests(
  objects: readonly ReadObject[],
  namespace: string,
  served: ServedScope = () => undefined,
): ManifestSet {
  const defined = { inSet: definedScopes(objects), served };
  const diagnostics: Diagnostic[] = [];
  const manifests = objects.map((object) => settle(object, { defined, namespace, diagnostics }));
  manifests.sort(compareManifests);
  return { manifests, diagnostics: [...diagnostics, ...kindFindings(manifests)] };
}

/** Returns the manifest of an object of a set, with its reference. */
export function manifestsOf(
  objects: readonly ReadObject[],
  namespace: string,
  served: ServedScope = () => undefined,
): (object: ReadObject) => Manifest {
  const defined = { inSet: definedScopes(objects), served };
  return (object) => settle(object, { defined, namespace, diagnostics: [] });
}

/** The scopes of the kinds that these objects define. */
export function definedScope(objects: readonly ReadObject[]): ServedScope {
  const scopes = definedScopes(objects);
  return (kind) => {
    const scope = scopes.get(groupKindKey(kind));
    return scope === undefined ? undefined : scope === "namespaced";
  };
}

interface Settling {
  readonly defined: { readonly inSet: DefinedScopes; readonly served: ServedScope };
  readonly namespace: string;
  readonly diagnostics: Diagnostic[];
}

/** Scopes defined by the CustomResourceDefinitions of a set, by group and kind. */
export type DefinedScopes = ReadonlyMap<string, Scope>;

function definedScopes(objects: readonly ReadObject[]): DefinedScopes {
  const scopes = new Map<string, Scope>();
  for (const definition of objects.filter(isCrd).map(readCrdNames)) {
    scopes.set(groupKindKey(definition), definition.namespaced ? "namespaced" : "cluster");
  }
  return scopes;
}

function scopeOf(group: string, kind: string, { inSet, served }: Settling["defined"]): Scope {
  const isNamespaced = builtinKind(group, kind)?.namespaced;
  const known = inSet.get(groupKindKey({ group, kind }));
  return (
    (isNamespaced === undefined ? known : undefined) ?? scopeNamed(isNamespaced ?? served({ group, kind }))
  );
}

function scopeNamed(isNamespaced: boolean | undefined): Scope {
  if (isNamespaced === undefined) {
    return "unknown";
  }
  return isNamespaced ? "namespaced" : "cluster";
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
      message: `${manifest.key} is cluster-scoped: its namespace ${truncateWord(object.namespace)} is ignored; remove the field`,
      ref: manifest.key,
      origin: fieldOrigin(object, ["metadata", "namespace"], "key"),
    });
  }
  return manifest;
}

/** One finding per kind, not per object: a set may hold thousands of the same. */
function kindFindings(manifests: readonly Manifest[]): readonly Diagnostic[] {
  const firsts = new Map<string, Manifest>();
  for (const manifest of manifests) {
    const kind = groupKindKey(manifest.ref);
    if (!firsts.has(kind)) {
      firsts.set(kind, manifest);
    }
  }
  return [...firsts.values()].flatMap((first) => {
    const retired = builtinKind(first.ref.group, first.kind)?.retired === true;
    return [
      ...(first.scope === "unknown" ? [unknownKind(first)] : []),
      ...(retired ? [retiredKind(first)] : []),
    ];
  });
}

function retiredKind(manifest: Manifest): Diagnostic {
  const { group, kind } = manifest.ref;
  const today = builtinKindsNamed(kind).find((known) => !known.retired);
  const remedy = today === undefined ? "remove it" : `use the ${kind} of ${today.group}`;
  return {
    code: "KindRetired",
    severity: "warning",
    message: `Kubernetes no longer serves ${kind} of ${group}: ${remedy}`,
    ref: manifest.key,
    origin: fieldOrigin(manifest, ["apiVersion"], "value"),
  };
}

function unknownKind(manifest: Manifest): Diagnostic {
  const { group, kind } = manifest.ref;
  const builtinGroup = hasBuiltinGroup(group);
  return {
    code: builtinGroup ? "UnknownKind" : "UnknownScope",
    severity: "warning",
    message: builtinGroup
      ? `unknown kind ${truncateWord(kind)} in ${group === "" ? "the core group" : group}: it is planned as namespaced${nearBuiltinKind(group, kind)}`
      : `${kind} of ${group} is not built in, and its CustomResourceDefinition is not in the set: it is planned as namespaced, and its fields are not checked`,
    ref: manifest.key,
    origin: fieldOrigin(manifest, ["kind"], "value"),
  };
}

/**
 * A suggestion for a kind that a group of Kubernetes does not have, to be appended to that fact; empty if
 * nothing is close.
 */
export function nearBuiltinKind(group: string, kind: string): string {
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

/**
 * Keeps the first of objects with the same key. One note covers all identical duplicates; every one that
 * differs is an error.
 */
export function deduplicate(sorted: readonly Manifest[]): ManifestSet {
  const manifests: Manifest[] = [];
  const diagnostics: Diagnostic[] = [];
  const identical: (readonly [Manifest, Manifest])[] = [];
  for (const manifest of sorted) {
    const first = manifests.at(-1);
    if (first?.key !== manifest.key) {
      manifests.push(manifest);
    } else if (sameJson(first.value, manifest.value)) {
      identical.push([first, manifest]);
    } else {
      diagnostics.push(conflict(first, manifest));
    }
  }
  return { manifests, diagnostics: [...diagnostics, ...duplicateNote(identical)] };
}

const twinsReported = 5;

function duplicateNote(identical: readonly (readonly [Manifest, Manifest])[]): readonly Diagnostic[] {
  const [pair] = identical;
  if (pair === undefined) {
    return [];
  }
  const [first, second] = pair;
  const others = identical.slice(1, twinsReported + 1);
  const more = identical.length - 1 - others.length;
  return [
    {
      code: "DuplicateObject",
      severity: "note",
      message:
        identical.length === 1
          ? `${second.key} is defined twice with the same content: it is planned once`
          : `${identical.length} objects are defined twice with the same content, among them ${second.key}: each is planned once`,
      ref: second.key,
      origin: nameOrigin(second),
      related: [
        { message: "the other one", origin: nameOrigin(first) },
        ...others.map(([, twin]) => ({ message: `${twin.key} too`, origin: nameOrigin(twin) })),
        ...(more > 0 ? [{ message: `and ${more} more` }] : []),
      ],
    },
  ];
}

function conflict(first: Manifest, second: Manifest): Diagnostic {
  return {
    code: "ConflictingObject",
    severity: "error",
    message: `${second.key} is defined twice with different content (also in ${formatOrigin(first.origin)}): keep one`,
    ref: second.key,
    origin: nameOrigin(second),
    related: [{ message: "the other one", origin: nameOrigin(first) }],
  };
}
