import { changedFields } from "./changed-fields.ts";
import { field, type JsonObject, sameJson, stringField } from "../../object/json.ts";
import type { AdmittedObject } from "../admitted/admitted-object.ts";
import type { AdmissionRequest } from "../policy/admission-request.ts";
import { parametersOf } from "../policy/bound-outcome.ts";
import type { PlacedExpression } from "../policy/compile-policy.ts";
import { matchConditions } from "../policy/evaluate-policy.ts";
import type { BoundPolicy, PolicySet } from "../policy/policy-set.ts";
import type { PolicyInput } from "../policy/policy-variables.ts";
import { evaluateMutation, type MutationRules } from "./evaluate-mutation.ts";

/** A refusal of an object by a mutating policy. */
export interface MutationDenial {
  readonly bound: BoundPolicy;
  readonly message: string;
  /** Whether it is an error of the server, which no `failurePolicy` ignores and no policy is named for. */
  readonly isInternal: boolean;
  readonly at?: PlacedExpression;
}

/** The changes by a policy with one of its bindings. */
export interface MutationChange {
  readonly bound: BoundPolicy;
  /** The paths of the fields, as the API server writes them. */
  readonly fields: readonly string[];
}

/** An object after all mutating policies, and what they did. */
export interface MutatedObject {
  readonly object: AdmittedObject;
  readonly changes: readonly MutationChange[];
  readonly denials: readonly MutationDenial[];
  /** The policies that are not decided, each with what would have to be known. */
  readonly open: readonly { readonly bound: BoundPolicy; readonly unknown: string }[];
}

/** The policies, and what it takes to apply their mutations. */
export interface MutatingSet {
  readonly set: PolicySet;
  readonly bound: readonly BoundPolicy[];
  readonly rulesFor: (request: AdmissionRequest) => MutationRules;
}

/**
 * Applies the mutations of all policies that match an object, as the API server does: once, and then once
 * more those whose `reinvocationPolicy` asks for that, if anything was changed. The server invokes policies
 * in no particular order: if that matters, the result is that of the order of their names, and the policies
 * are not decided. Source: k8s.io/apiserver, `pkg/admission/plugin/policy/mutating`.
 */
export function mutateObject(mutating: MutatingSet, request: AdmissionRequest): MutatedObject {
  const { matching, ...first } = mutateInOrder(mutating, request);
  const isSame = otherOrders(matching).every((bound) =>
    haveSameResult(first, mutateInOrder({ ...mutating, bound }, request)),
  );
  const unknown = "the order in which policies are invoked";
  return isSame
    ? first
    : { ...first, open: [...first.open, ...matching.map((bound) => ({ bound, unknown }))] };
}

/** The number of policies of which all orders are tried. */
const mostPermuted = 3;

/** Returns other orders of some policies: all of up to three, else the reverse and every rotation. */
function otherOrders(matching: readonly BoundPolicy[]): readonly (readonly BoundPolicy[])[] {
  if (matching.length < 2) {
    return [];
  }
  const rotated = matching.map((_, index) => [...matching.slice(index), ...matching.slice(0, index)]);
  const reversed = rotated.map((order) => order.toReversed());
  return matching.length <= mostPermuted
    ? [...rotated.slice(1), ...reversed]
    : [...rotated.slice(1), matching.toReversed()];
}

function haveSameResult(left: MutatedObject, right: MutatedObject): boolean {
  const [these, those] = [left, right].map(
    ({ denials }) => new Set(denials.map(({ bound, message }) => `${bound.policy.manifest.key} ${message}`)),
  );
  const isSame = these !== undefined && those !== undefined && these.symmetricDifference(those).size === 0;
  // A refused object has no result.
  return isSame && (left.denials.length > 0 || sameJson(left.object.value, right.object.value));
}

function mutateInOrder(
  mutating: MutatingSet,
  request: AdmissionRequest,
): MutatedObject & { readonly matching: readonly BoundPolicy[] } {
  const walk: Walk = {
    mutating,
    request,
    rules: mutating.rulesFor(request),
    object: request.object,
    changes: [],
    denials: [],
    open: [],
    matching: new Set(),
    invoked: new Set(),
    isDirty: false,
  };
  const isFinished = invokeAll(walk, () => true);
  const again = new Set(walk.invoked);
  if (isFinished && walk.isDirty && again.size > 0) {
    invokeAll(walk, (key) => again.has(key));
  }
  const { object, changes, denials, open, matching } = walk;
  return { object, changes, denials, open, matching: [...matching] };
}

interface Walk {
  readonly mutating: MutatingSet;
  readonly request: AdmissionRequest;
  readonly rules: MutationRules;
  object: AdmittedObject;
  readonly changes: MutationChange[];
  readonly denials: MutationDenial[];
  readonly open: { readonly bound: BoundPolicy; readonly unknown: string }[];
  readonly matching: Set<BoundPolicy>;
  /** The invocations that are repeated if needed. */
  readonly invoked: Set<string>;
  isDirty: boolean;
}

interface Invocation {
  readonly key: string;
  readonly bound: BoundPolicy;
  readonly params: AdmittedObject | null;
}

/** Invokes all policies that match the object as it is now. Returns false if the request has failed. */
function invokeAll(walk: Walk, isWanted: (key: string) => boolean): boolean {
  const before = walk.denials.length;
  for (const invocation of invocationsOf(walk)) {
    walk.matching.add(invocation.bound);
    if (isWanted(invocation.key) && !invoke(walk, invocation)) {
      return false;
    }
  }
  return walk.denials.length === before;
}

function invocationsOf(walk: Walk): readonly Invocation[] {
  const { set, bound: all } = walk.mutating;
  const request = { ...walk.request, object: walk.object };
  return all.flatMap((bound) => {
    const found = parametersOf(set, bound, request);
    if ("unknown" in found) {
      walk.open.push({ bound, unknown: found.unknown });
      return [];
    }
    if ("error" in found) {
      deny(walk, { bound, message: found.error, isInternal: false });
      return [];
    }
    return found.params.map((param) => ({
      key: `${bound.policy.manifest.name}\0${bound.binding.name}\0${param?.key ?? ""}`,
      bound,
      params: param === null ? null : set.admitted(param),
    }));
  });
}

/** Returns false if the request has failed at once. */
function invoke(walk: Walk, { key, bound, params }: Invocation): boolean {
  const { policy } = bound;
  const match = matchConditions(policy, inputOf(walk, params));
  if ("unknown" in match) {
    walk.open.push({ bound, unknown: match.unknown });
    return true;
  }
  if ("error" in match) {
    deny(walk, { bound, message: match.error, isInternal: false });
    return true;
  }
  if (!match.matches) {
    return true;
  }
  const before = walk.object.value;
  for (const mutation of policy.mutations) {
    const outcome = evaluateMutation(policy, mutation, { input: inputOf(walk, params), rules: walk.rules });
    if ("unknown" in outcome) {
      walk.open.push({ bound, unknown: outcome.unknown });
    } else if ("object" in outcome) {
      walk.object = outcome.object;
      walk.isDirty = true;
    } else {
      const { error: message, isInternal } = outcome;
      deny(walk, { bound, message, isInternal, at: mutation });
      if (isInternal) {
        return false;
      }
    }
  }
  noteChanges(walk, bound, before);
  if (stringField(field(policy.manifest.value, "spec"), "reinvocationPolicy") === "IfNeeded") {
    walk.invoked.add(key);
  }
  return true;
}

function inputOf({ request, object }: Walk, params: AdmittedObject | null): PolicyInput {
  return { request: { ...request, object }, params, namespace: request.namespace };
}

function deny(walk: Walk, denial: MutationDenial): void {
  if (denial.isInternal || !denial.bound.policy.ignoresFailures) {
    walk.denials.push(denial);
  }
}

function noteChanges(walk: Walk, bound: BoundPolicy, before: JsonObject): void {
  if (!sameJson(before, walk.object.value)) {
    walk.changes.push({ bound, fields: changedFields(before, walk.object.value) });
  }
}
