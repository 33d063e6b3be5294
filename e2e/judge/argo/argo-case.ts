import { type JsonObject, objectField, stringField } from "../../../lib/object/json.ts";

/** Manifests that are applied first, and those that replace them. */
export interface ArgoCase {
  readonly first: readonly JsonObject[];
  readonly second?: readonly JsonObject[];
}

/** Makes the same case for a namespace, whose name also makes those of cluster-scoped objects unique. */
export type CaseMaker = (namespace: string) => ArgoCase;

/** The keys of annotations by their short names in the cases. */
const keys = {
  wave: "argocd.argoproj.io/sync-wave",
  hook: "argocd.argoproj.io/hook",
  policy: "argocd.argoproj.io/hook-delete-policy",
  options: "argocd.argoproj.io/sync-options",
  unwatched: "argocd.argoproj.io/ignore-healthcheck",
  helm: "helm.sh/hook",
  weight: "helm.sh/hook-weight",
  helmPolicy: "helm.sh/hook-delete-policy",
} as const;

/** Annotations by their short names. */
export type Words = Partial<Readonly<Record<keyof typeof keys, string>>>;

/** Returns a copy of an object with annotations of Argo CD and Helm. */
export function mark(object: JsonObject, words: Words): JsonObject {
  const annotations = Object.entries(words).map(([word, value]) => [
    Object.entries(keys).find(([short]) => short === word)?.[1] ?? word,
    value,
  ]);
  return withMetadata(object, "annotations", Object.fromEntries(annotations));
}

/** Returns a copy of an object with another label. */
export function changed(object: JsonObject): JsonObject {
  return withMetadata(object, "labels", { changed: "yes" });
}

function withMetadata(object: JsonObject, name: string, added: JsonObject): JsonObject {
  const metadata = objectField(object, "metadata");
  return { ...object, metadata: { ...metadata, [name]: { ...objectField(metadata, name), ...added } } };
}

/** Returns the names of hooks whose delete policies do not name the moment before their creation. */
export function lastingHooks(objects: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(objects.filter(lasts).map(nameOf));
}

function lasts(object: JsonObject): boolean {
  const isEarly = policiesOf(object).some((word) =>
    /^(?:BeforeHookCreation|before-hook-creation)$/.test(word),
  );
  return isEnding(object) && !isEarly;
}

/** Returns the names of hooks whose delete policies name the end of a sync. */
export function endingHooks(objects: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(objects.filter(isEnding).map(nameOf));
}

/** Returns the names of all hooks, also of other tools and other events. */
export function allHooks(objects: readonly JsonObject[]): ReadonlySet<string> {
  const hooks = objects.filter(
    (object) => annotation(object, keys.hook) + annotation(object, keys.helm) !== "",
  );
  return new Set(
    hooks.map((hook) => nameOf(hook) || stringField(objectField(hook, "metadata"), "generateName") || ""),
  );
}

function isEnding(object: JsonObject): boolean {
  const words = /^(?:HookSucceeded|HookFailed|hook-succeeded|hook-failed)$/;
  return policiesOf(object).some((word) => words.test(word));
}

function policiesOf(object: JsonObject): readonly string[] {
  return [keys.policy, keys.helmPolicy].flatMap((key) => annotation(object, key).split(","));
}

/**
 * Returns the names of objects that converge prunes elsewhere than Argo CD, as `moving-from-argo-cd.md`
 * documents.
 */
export function looselyPruned(objects: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(objects.filter(isLoose).map(nameOf));
}

function isLoose(object: JsonObject): boolean {
  return (
    annotation(object, keys.options).includes("PruneLast=true") ||
    (annotation(object, keys.weight) !== "" && !/^[+-]?\d+$/.test(annotation(object, keys.wave)))
  );
}

/** Returns the names of objects that Helm's resource policy keeps: Argo CD prunes them, converge does not. */
export function policyKeptObjects(objects: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(
    objects.filter((object) => annotation(object, "helm.sh/resource-policy") === "keep").map(nameOf),
  );
}

/** Returns the names of objects without a wave of their own: converge moves them to where they are needed. */
export function unplacedObjects(objects: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(objects.filter((object) => !isPlaced(object)).map(nameOf));
}

function isPlaced(object: JsonObject): boolean {
  return /^[+-]?\d+$/.test(annotation(object, keys.wave));
}

/** Returns the names of objects that are the same in both sets and no hooks. */
export function unchangedObjects({ first, second = [] }: ArgoCase): ReadonlySet<string> {
  const known = new Set(first.map((object) => JSON.stringify(object)));
  return new Set(
    second
      .filter((object) => annotation(object, keys.hook) + annotation(object, keys.helm) === "")
      .filter((object) => known.has(JSON.stringify(object)))
      .map(nameOf),
  );
}

/** Names of objects of the first set that the second one lacks. */
export function droppedObjects({ first, second = [] }: ArgoCase): ReadonlySet<string> {
  return new Set(first.map(nameOf)).difference(new Set(second.map(nameOf)));
}

function annotation(object: JsonObject, key: string): string {
  return stringField(objectField(objectField(object, "metadata"), "annotations"), key) ?? "";
}

function nameOf(object: JsonObject): string {
  return stringField(objectField(object, "metadata"), "name") ?? "";
}
