import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { JsonObject } from "../object/json.ts";
import { groupKindKey } from "../object/object-ref.ts";
import { customKinds, isCurrentDefinition } from "./model/crd.ts";
import { type MutatedSet, mutateSet } from "./mutation/mutate-set.ts";
import { checkPolicies } from "./policy/check-policies.ts";
import type { PolicyKnowledge } from "./policy/policy-set.ts";
import { checkPodSecurity } from "./pod-security/check-pod-security.ts";
import { checkQuotas } from "./quota/check-quotas.ts";
import { storedObject } from "./stored-object.ts";
import { checkSet, type SetCheck } from "./validate-set.ts";

/** Options of admitting a set. */
export interface AdmissionCheck extends Pick<
  SetCheck,
  "builtin" | "definitions" | "level" | "minor" | "rules"
> {
  readonly old: (manifest: Manifest) => JsonObject | undefined;
  /** Policies and what they need, of the cluster. */
  readonly given: readonly Manifest[];
}

/**
 * Returns all findings about a set as the API server comes to them: those about the objects as written, what
 * mutating policies change, findings about the changed fields, what validating policies and Pod Security
 * refuse of that, in the server's words, and what exceeds quotas. `found` are the findings about the objects
 * as written.
 */
export function checkAdmission(
  manifests: readonly Manifest[],
  found: readonly Diagnostic[],
  check: AdmissionCheck,
): readonly Diagnostic[] {
  const knowledge = knowledgeOf(manifests, check);
  const unread = keysOf(found.filter(({ code }) => decodingCodes.has(code)));
  const { level } = check;
  const mutated = mutateSet(manifests, { ...knowledge, level, isRefused: ({ key }) => unread.has(key) });
  const fields = checkedAgain(manifests, found, { check, mutated });
  const refused = new Set([
    ...keysOf(fields.filter(({ code }) => code !== "VersionDeprecated")),
    ...[...mutated.denied].map(({ key }) => key),
  ]);
  const admitted = (manifest: Manifest): Manifest => mutated.changed.get(manifest) ?? manifest;
  const byPolicies = checkPolicies(manifests, {
    ...knowledge,
    level,
    stored: (manifest) => knowledge.stored(admitted(manifest)),
    isRefused: ({ key }) => refused.has(key),
    pending: (manifest) => mutated.pending.get(manifest),
  });
  const valid = manifests.filter(({ key }) => !refused.has(key)).map(admitted);
  const namespaces = manifests.filter(({ key, kind }) => kind === "Namespace" && refused.has(key));
  const given = [...check.given, ...namespaces];
  const bySecurity = checkPodSecurity(valid, { level, minor: check.minor, given });
  const byQuotas = checkQuotas(valid, { minor: check.minor, definitions: knowledge.definitions });
  return [...fields, ...mutated.diagnostics, ...byPolicies, ...bySecurity, ...byQuotas];
}

function keysOf(found: readonly Diagnostic[]): ReadonlySet<string | undefined> {
  return new Set(found.map(({ ref }) => ref));
}

/** Codes of objects that the server refuses before admission. */
const decodingCodes: ReadonlySet<Diagnostic["code"]> = new Set<Diagnostic["code"]>([
  "UnknownField",
  "VersionRemoved",
  "VersionUnknown",
]);

function isAboutText({ code }: Diagnostic): boolean {
  return decodingCodes.has(code) || code === "VersionDeprecated";
}

/** Returns what policies are evaluated with. */
export function knowledgeOf(
  manifests: readonly Manifest[],
  { builtin, definitions, minor, old, given }: Omit<AdmissionCheck, "level" | "rules">,
): PolicyKnowledge {
  const kinds = customKinds([...given, ...manifests], definitions);
  return {
    minor,
    ...(builtin === undefined ? {} : { builtin }),
    definitions: kinds,
    stored: (manifest) =>
      storedObject(
        manifest,
        { definition: kinds.get(groupKindKey(manifest.ref)), builtin },
        { defaulted: true, pruned: true },
      ),
    old,
    given,
  };
}

/** Replaces the findings about fields of objects that policies change: the server checks them after that. */
function checkedAgain(
  manifests: readonly Manifest[],
  found: readonly Diagnostic[],
  { check, mutated }: { readonly check: AdmissionCheck; readonly mutated: MutatedSet },
): readonly Diagnostic[] {
  const changed = [...mutated.changed.values()];
  if (changed.length === 0) {
    return found;
  }
  const keys = new Set(changed.map(({ key }) => key));
  const kept = found.filter((one) => one.ref === undefined || !keys.has(one.ref) || isAboutText(one));
  const ofSet = manifests.filter(isCurrentDefinition).map(({ value }) => value);
  const again = checkSet(changed, { ...check, definitions: [...check.definitions, ...ofSet] });
  return [...kept, ...again.filter((one) => !isAboutText(one))];
}
