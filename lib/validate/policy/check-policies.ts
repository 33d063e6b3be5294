import { fieldOrigin, nameOrigin } from "../../manifest/locate-field.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Diagnostic, Severity } from "../../object/diagnostic/diagnostic.ts";
import { append } from "../../object/append.ts";
import { field, stringsField } from "../../object/json.ts";
import { placeOf } from "../model/field-fault.ts";
import type { AdmissionRequest } from "./admission-request.ts";
import { outcomeOf, parametersOf } from "./bound-outcome.ts";
import type { PolicyDecision, PolicyOutcome } from "./evaluate-policy.ts";
import { type OpenQuestion, openFinding } from "./open-finding.ts";
import {
  type BoundPolicy,
  type PolicyKnowledge,
  policySet,
  type PolicySet,
  precedesPolicies,
} from "./policy-set.ts";
import { isExemptFromPolicies } from "./policy-kinds.ts";

/** Options of checking a set by its policies. */
export interface PolicyCheck extends PolicyKnowledge {
  readonly level: "strict" | "warn";
  /** Reports whether the server refuses the object before it evaluates policies. */
  readonly isRefused: (manifest: Manifest) => boolean;
  /** Returns what has to be known of the object before any policy can be decided: changes by others. */
  readonly pending: (manifest: Manifest) => string | undefined;
}

/**
 * Evaluates the ValidatingAdmissionPolicies of the set, and those that are given, on every object of the set,
 * and returns their decisions in the words of the API server. What cannot be decided offline is a note for
 * each policy and binding. Complexity: objects times bindings for matching; evaluation within the limits of
 * the server.
 */
export function checkPolicies(manifests: readonly Manifest[], check: PolicyCheck): readonly Diagnostic[] {
  const set = policySet(manifests, "ValidatingAdmissionPolicy", check);
  if (set.bound.length === 0) {
    return [];
  }
  const open = new Map<BoundPolicy, OpenQuestion[]>();
  const decided = manifests
    .filter((manifest) => !isExemptFromPolicies(manifest) && !check.isRefused(manifest))
    .flatMap((manifest) => checkObject({ set, check, open }, manifest));
  return [...decided, ...[...open].map(([bound, questions]) => openFinding(bound, questions))];
}

interface Walk {
  readonly set: PolicySet;
  readonly check: PolicyCheck;
  readonly open: Map<BoundPolicy, OpenQuestion[]>;
}

function checkObject({ set, check, open }: Walk, manifest: Manifest): readonly Diagnostic[] {
  const request = set.requestOf(manifest);
  const pending = check.pending(manifest);
  return set.bound.flatMap((bound) => {
    if (bound.isInSet && precedesPolicies(manifest)) {
      return [];
    }
    const { decisions, unknown } =
      pending === undefined
        ? outcomeOf(set, bound, request)
        : pendingOutcome(pending, { set, bound, request });
    if (unknown.length > 0) {
      append(open, bound, { manifest, unknown });
    }
    return decisions.flatMap((decision) => findings(manifest, { bound, decision, check }));
  });
}

function pendingOutcome(
  pending: string,
  { set, bound, request }: Pick<Walk, "set"> & { bound: BoundPolicy; request: AdmissionRequest },
): PolicyOutcome {
  const found = parametersOf(set, bound, request);
  const isMatched = !("params" in found) || found.params.length > 0;
  return { decisions: [], unknown: isMatched ? [pending] : [] };
}

interface Found {
  readonly bound: BoundPolicy;
  readonly decision: PolicyDecision;
  readonly check: PolicyCheck;
}

/** Returns a finding for each action of the binding: Deny, Warn, Audit. */
function findings(manifest: Manifest, found: Found): readonly Diagnostic[] {
  const { bound, decision, check } = found;
  const written = stringsField(field(bound.binding.value, "spec"), "validationActions");
  const actions = decision.isForAllActions === true ? ["Deny"] : written;
  const severities: Readonly<Record<string, Severity>> = {
    Deny: check.level === "strict" ? "error" : "warning",
    Warn: "warning",
    Audit: "note",
  };
  return actions.flatMap((action) => {
    const severity = severities[action];
    return severity === undefined ? [] : [finding(manifest, { found, action, severity })];
  });
}

function finding(
  manifest: Manifest,
  {
    found: { bound, decision },
    action,
    severity,
  }: { readonly found: Found; readonly action: string; readonly severity: Severity },
): Diagnostic {
  const names = `'${bound.policy.manifest.name}' with binding '${bound.binding.name}'`;
  const text =
    action === "Deny"
      ? `ValidatingAdmissionPolicy ${names} denied request: ${decision.message}`
      : `Validation failed for ValidatingAdmissionPolicy ${names}: ${decision.message}`;
  const { at } = decision;
  const policy = bound.policy.manifest;
  return {
    code: "PolicyViolation",
    severity,
    message: `${manifest.key}: ${text.replaceAll(/\s*\n\s*/gv, " ")}`,
    ref: manifest.key,
    origin: nameOrigin(manifest),
    related: [
      {
        message: "the policy",
        origin: at === undefined ? nameOrigin(policy) : fieldOrigin(policy, placeOf(at.path), "value"),
      },
    ],
  };
}
