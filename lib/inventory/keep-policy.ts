import { objectField, stringField, type JsonObject } from "../object/json.ts";
import type { GroupKind } from "../object/object-ref.ts";

/** An annotation, or label, that asks to leave an object alone. */
interface Request {
  readonly key: string;
  /** Reports whether that value asks for it. */
  readonly asks: (value: string) => boolean;
  /** Flux reads labels as well. */
  readonly inLabels?: true;
  /** An annotation that revokes the request, with any value. */
  readonly unless?: string;
}

const keepPolicies: readonly Request[] = [
  { key: "converge.dev/prune", asks: is("keep") },
  { key: "helm.sh/resource-policy", asks: isLoosely("keep") },
  { key: "client.lifecycle.config.k8s.io/deletion", asks: is("detach") },
  { key: "cli-utils.sigs.k8s.io/on-remove", asks: is("keep") },
  { key: "werf.io/resource-policy", asks: lists("keep", "skip-delete") },
  { key: "kustomize.toolkit.fluxcd.io/prune", asks: isLoosely("disabled"), inLabels: true },
  {
    key: "argocd.argoproj.io/sync-options",
    asks: lists("Prune=false", "Delete=false"),
  },
  {
    key: "argocd.argoproj.io/sync-options",
    asks: lists("Prune=confirm", "Delete=confirm"),
    unless: "argocd.argoproj.io/deletion-approved",
  },
  { key: "kapp.k14s.io/delete-strategy", asks: is("orphan") },
  { key: "kluctl.io/skip-delete", asks: is("true") },
  { key: "configmanagement.gke.io/managed", asks: is("disabled") },
];

const untouchedPolicies: readonly Request[] = [
  { key: "client.lifecycle.config.k8s.io/mutation", asks: is("ignore") },
  { key: "kustomize.toolkit.fluxcd.io/ssa", asks: isLoosely("Ignore", "IfNotPresent"), inLabels: true },
  { key: "kustomize.toolkit.fluxcd.io/reconcile", asks: isLoosely("disabled"), inLabels: true },
  { key: "werf.io/resource-policy", asks: lists("skip-update") },
  { key: "kapp.k14s.io/update-strategy", asks: is("skip") },
];

const skipRecreate: Request = { key: "werf.io/resource-policy", asks: lists("skip-recreate") };

function is(...wanted: readonly string[]): (value: string) => boolean {
  return (value) => wanted.includes(value);
}

/** Helm and Flux ignore case and surrounding spaces. */
function isLoosely(...wanted: readonly string[]): (value: string) => boolean {
  const lower = new Set(wanted.map((word) => word.toLowerCase()));
  return (value) => lower.has(value.trim().toLowerCase());
}

function lists(...wanted: readonly string[]): (value: string) => boolean {
  return (value) => value.split(",").some((entry) => wanted.includes(entry.trim()));
}

/**
 * The annotation that keeps an object from being deleted, as `key: value`, in any dialect; undefined if there
 * is none. Read it from the live object: a manifest that was removed says nothing.
 */
export function keepReason(metadata: JsonObject): string | undefined {
  return findPolicy(metadata, keepPolicies);
}

/**
 * The annotation that keeps an object from being deleted even for recreation, as `key: value`; undefined if
 * there is none.
 */
export function forbidsRecreation(metadata: JsonObject): string | undefined {
  return findPolicy(metadata, [...keepPolicies, skipRecreate]);
}

/**
 * The annotation that keeps an existing object from being changed, as `key: value`; undefined if there is
 * none. A new object is created all the same.
 */
export function ignoresMutation(metadata: JsonObject): string | undefined {
  return findPolicy(metadata, untouchedPolicies);
}

function findPolicy(metadata: JsonObject, policies: readonly Request[]): string | undefined {
  for (const { key, asks, inLabels, unless } of policies) {
    const places = inLabels === true ? ["annotations", "labels"] : ["annotations"];
    for (const place of places) {
      const value = stringField(objectField(metadata, place), key);
      if (value !== undefined && asks(value) && !isRevoked(metadata, unless)) {
        return `${key}: ${value}`;
      }
    }
  }
  return undefined;
}

function isRevoked(metadata: JsonObject, unless: string | undefined): boolean {
  return unless !== undefined && (stringField(objectField(metadata, "annotations"), unless) ?? "") !== "";
}

/** The namespaces that every cluster needs. They are never deleted, whoever owns them. */
export const protectedNamespaces: ReadonlySet<string> = new Set([
  "default",
  "kube-system",
  "kube-public",
  "kube-node-lease",
]);

/** Reports whether an object is a namespace that every cluster needs. */
export function isProtected(ref: GroupKind & { readonly name: string }): boolean {
  return ref.group === "" && ref.kind === "Namespace" && protectedNamespaces.has(ref.name);
}
