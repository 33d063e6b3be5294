import { retiredKinds, servedKinds, type BuiltinGroup } from "./builtin-kinds.ts";
import { compareText, groupKindKey } from "../object-ref.ts";

/** A kind that Kubernetes serves without any definition in the set, with its scope. */
export interface BuiltinKind {
  readonly group: string;
  readonly kind: string;
  /** Its name in URLs and in RBAC and webhook rules: `deployments`. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** An older release served it, the newest one does not. */
  readonly retired: boolean;
}

interface Registry {
  readonly byGroupKind: ReadonlyMap<string, BuiltinKind>;
  readonly byKind: ReadonlyMap<string, readonly BuiltinKind[]>;
  readonly groups: ReadonlySet<string>;
  /** Sorted, each once. */
  readonly kinds: readonly string[];
}

let registry: Registry | undefined;

/**
 * The built-in kind of that group, or undefined: then it is custom, or misspelled. Kinds are case-sensitive.
 */
export function builtinKind(group: string, kind: string): BuiltinKind | undefined {
  return loadRegistry().byGroupKind.get(groupKindKey({ group, kind }));
}

/** The built-in kinds of that name in any group, sorted by group: `Event` and `Ingress` stand in two. */
export function builtinKindsNamed(kind: string): readonly BuiltinKind[] {
  return loadRegistry().byKind.get(kind) ?? [];
}

/**
 * Whether Kubernetes itself serves, or served, that group: an unknown kind in it is a misspelling, no custom
 * resource.
 */
export function hasBuiltinGroup(group: string): boolean {
  return loadRegistry().groups.has(group);
}

/**
 * The names of the built-in kinds of a group, or of all groups, sorted, each once: what did-you-mean chooses
 * from.
 */
export function builtinKindNames(group?: string): readonly string[] {
  const { kinds, byGroupKind } = loadRegistry();
  return group === undefined ? kinds : kinds.filter((kind) => byGroupKind.has(groupKindKey({ group, kind })));
}

/** Every built-in kind, those of older releases after those of today, each part by group. */
export function builtinKinds(): readonly BuiltinKind[] {
  return [...loadRegistry().byGroupKind.values()];
}

/** Built at the first question, not at import: a program that asks none pays nothing. */
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
    byKind.set(builtin.kind, [...(byKind.get(builtin.kind) ?? []), builtin]);
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

/** Kinds that are plural already. */
const pluralKinds: ReadonlySet<string> = new Set([
  "Endpoints",
  "ResourceClaimParameters",
  "ResourceClassParameters",
]);

/**
 * As `meta.UnsafeGuessKindToResource` of apimachinery guesses: `Ingress` → `ingresses`, `NetworkPolicy` →
 * `networkpolicies`.
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
