import { field, type Path, stringField } from "../../object/json.ts";
import { isCrd } from "../../manifest/crd.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { boundParameters, matchResources } from "../admission/policy-matching.ts";
import type { RuleContext } from "../model/edge.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";

const registration = "admissionregistration.k8s.io";
const policyKinds = ["MutatingAdmissionPolicy", "ValidatingAdmissionPolicy"];

/**
 * Objects that a policy with a binding matches wait until the policy, the binding and its parameters are
 * present, so that none bypasses it. Not held are the CRDs and Namespaces of the set, and the parameters.
 * Policies without a binding have no effect, and match nothing.
 */
export function admissionPolicyRule({ set, edges }: RuleContext): void {
  for (const kind of policyKinds) {
    const policies = set.ofKind(registration, kind);
    const bindings = policies.length === 0 ? [] : set.ofKind(registration, `${kind}Binding`);
    const byPolicy = Map.groupBy(bindings, (binding) => policyOf(set.manifest(binding)));
    for (const policy of policies) {
      const pairs = (byPolicy.get(set.manifest(policy).name) ?? []).map((binding) =>
        pairOf(set, policy, binding),
      );
      const own = new Set(pairs.flatMap(({ params }) => params));
      for (const pair of pairs) {
        edges.push(...edgesOf(set, pair, own));
      }
    }
  }
}

function policyOf(binding: Manifest): string {
  return stringField(field(binding.value, "spec"), "policyName") ?? "";
}

/** A policy and one of its bindings, with the parameters of the set that it passes. */
interface Pair {
  readonly policy: number;
  readonly binding: number;
  readonly params: readonly number[];
}

function pairOf(set: ManifestIndex, policy: number, binding: number): Pair {
  const params = boundParameters(set, set.manifest(policy).value, set.manifest(binding).value);
  return { policy, binding, params };
}

function edgesOf(
  set: ManifestIndex,
  { policy, binding, params }: Pair,
  own: ReadonlySet<number>,
): RuleContext["edges"] {
  const constraints = field(field(set.manifest(policy).value, "spec"), "matchConstraints");
  const narrowed = matchResources(set, field(field(set.manifest(binding).value, "spec"), "matchResources"));
  const matched = matchResources(set, constraints) ?? new Set<number>();
  const held = [...matched].filter(
    (index) => narrowed?.has(index) !== false && !own.has(index) && mayBeHeld(set.manifest(index)),
  );
  const needs = [
    { to: policy, by: policy, path: ["spec", "matchConstraints"] },
    { to: binding, by: binding, path: ["spec", "policyName"] },
    ...params.map((to) => ({ to, by: binding, path: ["spec", "paramRef"] })),
  ] satisfies readonly { readonly to: number; readonly by: number; readonly path: Path }[];
  return held.flatMap((from) =>
    needs.map(({ to, by, path }) => ({
      from,
      to,
      until: "present" as const,
      rule: "admission-policy" as const,
      by: set.manifest(by),
      path,
    })),
  );
}

function mayBeHeld(manifest: Manifest): boolean {
  const isNamespace = manifest.ref.group === "" && manifest.ref.kind === "Namespace";
  return !isNamespace && !isCrd(manifest);
}
