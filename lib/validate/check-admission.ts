import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { JsonObject } from "../object/json.ts";
import { groupKindKey } from "../object/object-ref.ts";
import { customKinds } from "./model/crd.ts";
import { checkPolicies } from "./policy/check-policies.ts";
import { checkPodSecurity } from "./pod-security/check-pod-security.ts";
import { storedObject } from "./stored-object.ts";
import type { SetCheck } from "./validate-set.ts";

/** Options of checking a set by admission control. */
export interface AdmissionCheck extends Pick<SetCheck, "builtin" | "definitions" | "level" | "minor"> {
  readonly old: (manifest: Manifest) => JsonObject | undefined;
  /** Policies and what they need, of the cluster. */
  readonly given: readonly Manifest[];
  /** The findings about fields: objects that the server refuses for these never get to admission. */
  readonly found: readonly Diagnostic[];
}

/** Returns what the admission policies of the set and the given ones would refuse, in the server's words. */
export function checkAdmission(
  manifests: readonly Manifest[],
  { builtin, definitions, level, minor, old, given, found }: AdmissionCheck,
): readonly Diagnostic[] {
  const refused = new Set(found.filter(({ code }) => code !== "VersionDeprecated").map(({ ref }) => ref));
  const kinds = customKinds([...given, ...manifests], definitions);
  const valid = manifests.filter(({ key }) => !refused.has(key));
  const byPolicies = checkPolicies(manifests, {
    level,
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
    isRefused: ({ key }) => refused.has(key),
  });
  const namespaces = manifests.filter(({ key, kind }) => kind === "Namespace" && refused.has(key));
  return [...byPolicies, ...checkPodSecurity(valid, { level, minor, given: [...given, ...namespaces] })];
}
