import { isCrd } from "../../manifest/crd.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { builtinKind } from "../../object/builtin/builtin-kind.ts";
import { field, type JsonObject, stringField } from "../../object/json.ts";
import { apiVersionOf, groupKindKey, groupOf, versionOf } from "../../object/object-ref.ts";
import { admittedObject, type AdmittedObject, type KindOrigin } from "../admitted/admitted-object.ts";
import type { BuiltinSchemas } from "../builtin/builtin-schemas.ts";
import type { CustomDefinition } from "../model/crd.ts";
import type { AdmissionRequest } from "./admission-request.ts";
import { type CompiledPolicy, compilePolicy } from "./compile-policy.ts";
import { isBinding, isPolicy } from "./policy-kinds.ts";
import type { ParameterSource } from "./policy-parameters.ts";

/** The knowledge that policies are evaluated with. */
export interface PolicyKnowledge {
  readonly minor: number;
  readonly builtin?: BuiltinSchemas;
  readonly definitions: ReadonlyMap<string, CustomDefinition>;
  /** Returns the object as it would be stored by its schema. */
  readonly stored: (manifest: Manifest) => JsonObject;
  /** Returns the earlier state of the object; undefined if it would be created. */
  readonly old: (manifest: Manifest) => JsonObject | undefined;
  /** Policies, bindings, parameters and Namespaces that are not in the set but in the cluster. */
  readonly given: readonly Manifest[];
}

/** A policy with one of its bindings. */
export interface BoundPolicy {
  readonly policy: CompiledPolicy;
  readonly binding: Manifest;
  /** Whether the policy is applied with the set: what is applied before it bypasses it. */
  readonly isInSet: boolean;
}

/** The policies of a set and those that are given, and the requests that they are evaluated on. */
export interface PolicySet extends ParameterSource {
  /** By the names of policies, then by those of bindings. */
  readonly bound: readonly BoundPolicy[];
  readonly requestOf: (manifest: Manifest) => AdmissionRequest;
  /** Returns an object as policies see it. */
  readonly admitted: (manifest: Manifest, value?: JsonObject) => AdmittedObject;
  readonly originOf: (manifest: Manifest) => KindOrigin;
}

/** Finds the policies of a kind with their bindings. A policy with faults is left out. */
export function policySet(
  manifests: readonly Manifest[],
  kind: string,
  knowledge: PolicyKnowledge,
): PolicySet {
  const own = new Set(manifests.map(({ key }) => key));
  // Objects of the set replace those of the cluster.
  const all = [...manifests, ...knowledge.given.filter(({ key }) => !own.has(key))];
  const inSet = new Set(manifests);
  const bindings = Map.groupBy(
    all.filter((one) => isBinding(one) && one.kind === `${kind}Binding`),
    ({ value }) => stringField(field(value, "spec"), "policyName") ?? "",
  );
  const bound = all
    .filter((one) => isPolicy(one) && one.kind === kind)
    .flatMap((manifest) => {
      const { policy } = compilePolicy(manifest, knowledge.minor);
      return policy === undefined
        ? []
        : (bindings.get(manifest.name) ?? []).map((binding) => ({
            policy,
            binding,
            isInSet: inSet.has(manifest),
          }));
    })
    .toSorted(byNames);
  return { ...objectsOf(all, knowledge), bound };
}

function byNames(left: BoundPolicy, right: BoundPolicy): number {
  const [a, b] = [left, right].map(({ policy, binding }) => `${policy.manifest.name}\0${binding.name}`);
  if (a === b || a === undefined || b === undefined) {
    return 0;
  }
  return a < b ? -1 : 1;
}

function objectsOf(all: readonly Manifest[], knowledge: PolicyKnowledge): Omit<PolicySet, "bound"> {
  const { definitions, builtin, stored, old } = knowledge;
  const byKind = Map.groupBy(all, ({ ref }) => groupKindKey(ref));
  const namespaces = new Map(
    (byKind.get(groupKindKey({ group: "", kind: "Namespace" })) ?? []).map((one) => [one.name, one]),
  );
  const originOf = ({ ref, apiVersion, kind }: Manifest): KindOrigin => {
    if (definitions.has(groupKindKey(ref))) {
      return "custom";
    }
    return builtin?.serves(apiVersion, kind) === true ? "builtin" : "unknown";
  };
  const admitted = (manifest: Manifest, value = stored(manifest)): AdmittedObject =>
    admittedObject(value, manifest, originOf(manifest));
  const requestOf = (manifest: Manifest): AdmissionRequest => {
    const before = old(manifest);
    const namespace = namespaces.get(manifest.ref.namespace);
    return {
      manifest,
      operation: before === undefined ? "CREATE" : "UPDATE",
      resource: resourceOf(manifest, definitions),
      object: admitted(manifest),
      old: before === undefined ? undefined : admitted(manifest, stored({ ...manifest, value: before })),
      namespace: manifest.ref.namespace === "" ? null : namespace && admitted(namespace).value,
      otherVersions: otherVersions(manifest, knowledge),
    };
  };
  return { byKind, definitions, requestOf, admitted, originOf };
}

function resourceOf({ ref, kind }: Manifest, definitions: PolicyKnowledge["definitions"]): string {
  const defined = definitions.get(groupKindKey(ref))?.plural;
  return defined ?? builtinKind(ref.group, kind)?.plural ?? `${kind.toLowerCase()}s`;
}

const builtinVersions = ["v1", "v2", "v1beta1", "v1beta2", "v1beta3", "v1alpha1", "v1alpha2", "v1alpha3"];

function otherVersions(
  { ref, apiVersion, kind }: Manifest,
  { definitions, builtin }: PolicyKnowledge,
): readonly string[] {
  const own = versionOf(apiVersion);
  const group = groupOf(apiVersion);
  const defined = definitions.get(groupKindKey(ref));
  const served =
    defined === undefined
      ? builtinVersions.filter((version) => builtin?.serves(apiVersionOf({ group, version }), kind) === true)
      : defined.versions.filter((version) => version.served).map(({ name }) => name);
  return served.filter((version) => version !== own);
}

/** Reports whether an object of the set may be applied before the policies of the set. */
export function precedesPolicies(manifest: Manifest): boolean {
  return isCrd(manifest) || (manifest.ref.group === "" && manifest.ref.kind === "Namespace");
}
