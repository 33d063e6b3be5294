import { append } from "../append.ts";
import { retiredKinds, servedKinds, type BuiltinGroup } from "./builtin-kinds.ts";
import { compareText, groupKindKey } from "../object-ref.ts";

/** A kind that Kubernetes serves without any CRD in the set, with its scope. */
export interface BuiltinKind {
  readonly group: string;
  readonly kind: string;
  /** Its name in URLs and in RBAC and webhook rules: `deployments`. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** Whether it was served by an older release and is not by the newest. */
  readonly retired: boolean;
}

interface Registry {
  readonly byGroupKind: ReadonlyMap<string, BuiltinKind>;
  readonly byKind: ReadonlyMap<string, readonly BuiltinKind[]>;
  readonly groups: ReadonlySet<string>;
  /** Sorted, without duplicates. */
  readonly kinds: readonly string[];
}

let registry: Registry | undefined;

/**
 * The built-in kind of that group, or undefined: then it is custom, or misspelled. Kinds are case-sensitive.
 */
export function builtinKind(group: string, kind: string): BuiltinKind | undefined {
  return loadRegistry().byGroupKind.get(groupKindKey({ group, kind }));
}

/** The built-in kinds of that name in any group, sorted by group: `Event` and `Ingress` are in two. */
export function builtinKindsNamed(kind: string): readonly BuiltinKind[] {
  return loadRegistry().byKind.get(kind) ?? [];
}

/**
 * Reports whether Kubernetes itself serves, or served, that group: an unknown kind in it is a misspelling,
 * not a custom resource.
 */
export function hasBuiltinGroup(group: string): boolean {
  return loadRegistry().groups.has(group);
}

/**
 * The names of the built-in kinds of a group, or of all groups, sorted, without duplicates: candidates for
 * did-you-mean.
 */
export function builtinKindNames(group?: string): readonly string[] {
  const { kinds, byGroupKind } = loadRegistry();
  return group === undefined ? kinds : kinds.filter((kind) => byGroupKind.has(groupKindKey({ group, kind })));
}

/** Every built-in kind, current ones before those of older releases, each part by group. */
export function builtinKinds(): readonly BuiltinKind[] {
  return [...loadRegistry().byGroupKind.values()];
}

/** Built on first use, not at import: a program that never uses it pays nothing. */
function loadRegistry(): Registry {
  registry ??= buildRegistry(servedKinds, retiredKinds);
  return registry;
}

function buildRegistry(served: readonly BuiltinGroup[], retired: readonly BuiltinGroup[]): Registry {
  const byGroupKind = new Map<string, BuiltinKind>();
  const byKind = new Map<string, BuiltinKind[]>();
  for (const builtin of [
    ...served.flatMap((group) => kindsOf(group, false)),
    ...retired.flatMap((group) => kindsOf(group, true)),
  ]) {
    byGroupKind.set(groupKindKey(builtin), builtin);
    append(byKind, builtin.kind, builtin);
  }
  for (const named of byKind.values()) {
    named.sort((left, right) => compareText(left.group, right.group));
  }
  return {
    byGroupKind,
    byKind,
    groups: new Set([...served, ...retired].map((entry) => entry.group)),
    kinds: [...byKind.keys()].toSorted(compareText),
  };
}

function kindsOf(entry: BuiltinGroup, retired: boolean): readonly BuiltinKind[] {
  return [
    ...kindsOfScope(entry.group, entry.namespaced, { namespaced: true, retired }),
    ...kindsOfScope(entry.group, entry.cluster, { namespaced: false, retired }),
  ];
}

function kindsOfScope(
  group: string,
  kinds: string,
  facts: Pick<BuiltinKind, "namespaced" | "retired">,
): readonly BuiltinKind[] {
  return kinds
    .split(" ")
    .filter((kind) => kind !== "")
    .map((kind) => ({ group, kind, plural: pluralOf(kind), ...facts }));
}

/** Kinds that are already plural. */
const pluralKinds: ReadonlySet<string> = new Set([
  "Endpoints",
  "ResourceClaimParameters",
  "ResourceClassParameters",
]);

/**
 * The plural as guessed by `meta.UnsafeGuessKindToResource` of apimachinery: `Ingress` → `ingresses`,
 * `NetworkPolicy` → `networkpolicies`.
 */
function pluralOf(kind: string): string {
  const singular = kind.toLowerCase();
  if (pluralKinds.has(kind)) {
    return singular;
  }
  if (singular.endsWith("s")) {
    return `${singular}es`;
  }
  return singular.endsWith("y") ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}
