/**
 * Reads the CRDs and schemas that manifests are validated with, without a cluster. Passes values between
 * layers and decides nothing.
 */
import { isCrd } from "./manifest/crd.ts";
import type { Manifest, ReadObject } from "./manifest/manifest.ts";
import { readSet } from "./manifest/read-set.ts";
import { definedScope, resolveManifests } from "./manifest/resolve-manifests.ts";
import { compareDiagnostics, type Diagnostic } from "./object/diagnostic/diagnostic.ts";
import type { SourceText } from "./object/diagnostic/source-text.ts";
import type { JsonObject } from "./object/json.ts";
import type { GroupKind } from "./object/object-ref.ts";
import type { PlanningRequest } from "./plan/plan-request.ts";
import { redactDiagnostics } from "./redact/decrypted-values.ts";
import type { CheckRequest, ObjectValidator } from "./validate/create-validator.ts";

/** The schemas that fields of objects are validated against, without a cluster. */
export interface FieldsRequest extends Omit<CheckRequest, "definitions" | "policies"> {
  /**
   * Texts with CRDs that the set does not contain; the CRDs themselves are validated, other objects are
   * ignored.
   */
  readonly definitions?: readonly SourceText[];
  /** Texts with admission policies, bindings, parameters and Namespaces that the set does not contain. */
  readonly policies?: readonly SourceText[];
  /** Texts with the current objects, for rules about changes. */
  readonly old?: readonly SourceText[];
  /** The namespace of namespaced objects that name none; `default` if omitted. */
  readonly namespace?: string;
  /** CRDs of other sets, which are validated with these. */
  readonly besides?: readonly Manifest[];
  /** Returns texts with cached CRDs of kinds that neither the set nor `definitions` define. */
  readonly cached?: CachedDefinitions;
}

/** Reads the texts of cached CRDs of these kinds, as far as there are any. */
export type CachedDefinitions = (kinds: readonly GroupKind[]) => Promise<readonly SourceText[]>;

/** Loaded schemas, ready for a plan. */
export interface LoadedSchemas {
  /** The validator, absent if nothing is validated, and the scope of kinds. */
  readonly planning: Pick<PlanningRequest, "check" | "served">;
  /** Faults of the CRDs and of the old objects themselves. */
  readonly found: readonly Diagnostic[];
  /** The objects without a known schema. */
  readonly unchecked: (manifests: readonly Manifest[]) => readonly Manifest[];
}

/**
 * Loads the schemas that fields of objects are validated against. Never throws for faults of the user.
 * `objects` are those of the set, for which cached CRDs are looked up.
 */
export async function loadSchemas(
  {
    definitions = [],
    besides = [],
    policies = [],
    old = [],
    namespace = "default",
    cached,
    ...request
  }: FieldsRequest,
  objects: readonly ReadObject[] = [],
): Promise<LoadedSchemas> {
  const { createValidator } = await import("./validate/create-validator.ts");
  const { isPolicy } = await import("./validate/policy/policy-kinds.ts");
  const given = settleRead(definitions, namespace);
  const before = readSet({ sources: old, found: [] });
  const written = given.manifests.filter(isCrd);
  const stored = await readCached(cached, [...objects, ...written, ...besides]);
  const own = [...written, ...stored.definitions];
  const defining = [...own, ...besides];
  const admission = settleRead(policies, namespace, definedScope(defining));
  const known = { definitions: defining.map(({ value }) => value), policies: admission.manifests };
  const check = await createValidator({ ...request, ...known });
  return {
    planning: {
      served: definedScope(defining),
      ...(check && { check: checkWithOld(check, { before: before.objects, defining, namespace }) }),
    },
    found: [
      ...given.found,
      ...stored.found,
      ...admission.found,
      ...before.found,
      ...(check?.check([...own, ...admission.manifests.filter(isPolicy)]) ?? []),
    ],
    unchecked: (manifests) => check?.unchecked(manifests) ?? manifests,
  };
}

/** Returns the check of a set with its old objects. A CRD of the set gives their scope, too. */
function checkWithOld(
  { check }: ObjectValidator,
  {
    before,
    defining,
    namespace,
  }: {
    readonly before: readonly ReadObject[];
    readonly defining: readonly Manifest[];
    readonly namespace: string;
  },
): (manifests: readonly Manifest[]) => readonly Diagnostic[] {
  return (manifests) => {
    if (before.length === 0) {
      return check(manifests, new Map());
    }
    const scope = definedScope([...defining, ...manifests]);
    const settled = resolveManifests(before, namespace, scope).manifests;
    return check(manifests, new Map(settled.map(({ key, value }): [string, JsonObject] => [key, value])));
  };
}

/** Reads the cached CRDs of custom kinds that a set does not define, with a note that names them. */
export async function readCached(
  cached: CachedDefinitions | undefined,
  objects: readonly ReadObject[],
): Promise<{ readonly definitions: readonly Manifest[]; readonly found: readonly Diagnostic[] }> {
  if (cached === undefined) {
    return { definitions: [], found: [] };
  }
  const { cachedNote, customKindsWithout, definitionsOf } = await import("./validate/cached-definitions.ts");
  const kinds = customKindsWithout(objects);
  const { manifests, found } = settleRead(kinds.length === 0 ? [] : await cached(kinds), "");
  const definitions = definitionsOf(manifests, kinds);
  return { definitions, found: [...found, ...cachedNote(definitions)] };
}

/** CRDs that were read to be stored, and the diagnostics of reading and validating them. */
export interface DefinitionSet {
  readonly definitions: readonly Manifest[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads and validates the CRDs among objects. Never throws for faults of the user. */
export async function readDefinitionSet(
  sources: readonly SourceText[],
  found: readonly Diagnostic[],
): Promise<DefinitionSet> {
  const { createValidator } = await import("./validate/create-validator.ts");
  const set = readSet({ sources, found });
  const settled = resolveManifests(set.objects.filter(isCrd), "");
  const check = await createValidator({ level: "strict" });
  const diagnostics = [
    ...set.found,
    ...settled.diagnostics,
    ...(check?.check(settled.manifests) ?? []),
  ].toSorted(compareDiagnostics);
  return { definitions: settled.manifests, diagnostics: redactDiagnostics(diagnostics, sources) };
}

/** Reads texts that accompany a set, with the faults that keep one from being read. */
export function settleRead(
  sources: readonly SourceText[],
  namespace: string,
  scope?: ReturnType<typeof definedScope>,
): { readonly manifests: readonly Manifest[]; readonly found: readonly Diagnostic[] } {
  const { objects, found } = readSet({ sources, found: [] });
  return { manifests: resolveManifests(objects, namespace, scope).manifests, found };
}
