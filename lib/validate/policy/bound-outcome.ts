import type { Manifest } from "../../manifest/manifest.ts";
import { field } from "../../object/json.ts";
import type { AdmissionRequest } from "./admission-request.ts";
import { evaluatePolicy, type PolicyOutcome } from "./evaluate-policy.ts";
import { matchRequest } from "./match-policy.ts";
import { collectParameters, type Parameters } from "./policy-parameters.ts";
import type { BoundPolicy, PolicySet } from "./policy-set.ts";

const noOutcome: PolicyOutcome = { decisions: [], unknown: [] };

/** Evaluates a policy by one of its bindings on a request: once for each parameter. */
export function outcomeOf(set: PolicySet, bound: BoundPolicy, request: AdmissionRequest): PolicyOutcome {
  const { policy } = bound;
  const found = parametersOf(set, bound, request);
  if ("unknown" in found) {
    return { decisions: [], unknown: [found.unknown] };
  }
  if ("error" in found) {
    const decision = { message: found.error, isFailure: true, isForAllActions: true };
    return policy.ignoresFailures ? noOutcome : { decisions: [decision], unknown: [] };
  }
  const outcomes = found.params.map((param) =>
    evaluatePolicy(policy, {
      request,
      params: param === null ? null : set.admitted(param),
      namespace: request.namespace,
    }),
  );
  return {
    decisions: outcomes.flatMap(({ decisions }) => decisions),
    unknown: outcomes.flatMap((outcome) => outcome.unknown),
  };
}

/**
 * Returns the parameters with which a binding evaluates its policy on a request, null for none; an empty list
 * if the request does not match.
 */
export function parametersOf(set: PolicySet, bound: BoundPolicy, request: AdmissionRequest): Parameters {
  const { policy, binding } = bound;
  const unknown = matchOf(set, bound, request);
  if (unknown !== undefined) {
    return unknown === "" ? { params: [] } : { unknown };
  }
  const { manifest } = request;
  const found = collectParameters(set, { paramKind: policy.paramKind, binding }, manifest.ref.namespace);
  if ("error" in found) {
    return { error: `failed to configure binding: ${found.error}` };
  }
  const isOther = (param: Manifest | null): boolean => param !== manifest || !bound.isInSet;
  return "params" in found ? { params: found.params.filter(isOther) } : found;
}

/** Returns undefined if the request matches, "" if it does not, and else what would have to be known. */
function matchOf(
  set: PolicySet,
  { policy, binding }: BoundPolicy,
  request: AdmissionRequest,
): string | undefined {
  const byPolicy = matchRequest(request, policy.constraints);
  const byBinding = matchRequest(request, field(field(binding.value, "spec"), "matchResources"));
  if (byPolicy === "no" || byBinding === "no") {
    return "";
  }
  if (set.originOf(request.manifest) === "unknown") {
    return `the schema of ${request.manifest.kind}`;
  }
  return byPolicy === "unknown" || byBinding === "unknown" ? "whether it matches" : undefined;
}
