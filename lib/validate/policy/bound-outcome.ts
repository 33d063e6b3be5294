import { field } from "../../object/json.ts";
import type { AdmissionRequest } from "./admission-request.ts";
import { evaluatePolicy, type PolicyOutcome } from "./evaluate-policy.ts";
import { matchRequest } from "./match-policy.ts";
import { collectParameters } from "./policy-parameters.ts";
import type { BoundPolicy, PolicySet } from "./policy-set.ts";

const noOutcome: PolicyOutcome = { decisions: [], unknown: [] };

/** Evaluates a policy by one of its bindings on a request: once for each parameter. */
export function outcomeOf(set: PolicySet, bound: BoundPolicy, request: AdmissionRequest): PolicyOutcome {
  const unknown = matchOf(set, bound, request);
  if (unknown !== undefined) {
    return unknown === "" ? noOutcome : { decisions: [], unknown: [unknown] };
  }
  const { policy, binding } = bound;
  const { manifest, namespace } = request;
  const found = collectParameters(set, { paramKind: policy.paramKind, binding }, manifest.ref.namespace);
  if ("unknown" in found) {
    return { decisions: [], unknown: [found.unknown] };
  }
  if ("error" in found) {
    const message = `failed to configure binding: ${found.error}`;
    const decision = { message, isFailure: true, isForAllActions: true };
    return policy.ignoresFailures ? noOutcome : { decisions: [decision], unknown: [] };
  }
  const outcomes = found.params
    .filter((param) => param !== manifest || !bound.isInSet)
    .map((param) =>
      evaluatePolicy(policy, {
        request,
        params: param === null ? null : set.admitted(param),
        namespace,
      }),
    );
  return {
    decisions: outcomes.flatMap(({ decisions }) => decisions),
    unknown: outcomes.flatMap((outcome) => outcome.unknown),
  };
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
