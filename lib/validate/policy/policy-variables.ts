import { EvaluationAbort } from "../../cel/evaluate/evaluation-abort.ts";
import { CelFailure } from "../../cel/model/expression.ts";
import type { Variables } from "../../cel/model/program.ts";
import type { CelValue } from "../../cel/model/value.ts";
import type { JsonObject, JsonValue } from "../../object/json.ts";
import type { AdmittedObject } from "../admitted/admitted-object.ts";
import type { UnknownFields } from "../admitted/unknown-fields.ts";
import { evaluateWithin, type RuleBudget } from "../cel-rules/rule-limits.ts";
import { type AdmissionRequest, requestValue } from "./admission-request.ts";
import type { PolicyExpression } from "./compile-expression.ts";
import type { CompiledPolicy } from "./compile-policy.ts";
import { bindKnown, UnknownReads } from "./known-values.ts";

/** The values that the expressions of a policy see. */
export interface PolicyInput {
  readonly request: AdmissionRequest;
  /** The parameter; null if the binding or the policy has none. */
  readonly params: AdmittedObject | null;
  /** The Namespace of the object; null for none, undefined if it is not in the set. */
  readonly namespace: JsonObject | null | undefined;
}

const requestUnknown: UnknownFields = {
  dryRun: "always",
  options: "always",
  uid: "always",
  userInfo: "always",
};

const namespaceUnknown: UnknownFields = {
  metadata: { creationTimestamp: "absent", generation: "absent", resourceVersion: "absent", uid: "absent" },
  status: "always",
};

/** Returns the variables of a request, and the record of what is read of them and not known. */
export function policyVariables(
  policy: CompiledPolicy,
  input: PolicyInput,
  budget: RuleBudget,
): { readonly variables: Variables; readonly reads: UnknownReads } {
  const reads = new UnknownReads();
  const bind = (path: string, value: JsonValue, unknown: UnknownFields): CelValue =>
    bindKnown(value, { path, unknown, isOpen: false, reads });
  const bindObject = (path: string, found: AdmittedObject | null | undefined): CelValue =>
    found === null || found === undefined
      ? null
      : bindKnown(found.value, { path, unknown: found.unknown, isOpen: found.hasUnknownDefaults, reads });
  const { request, params, namespace } = input;
  const known = new Map<string, () => CelValue>([
    ["object", () => bindObject("object", request.object)],
    ["oldObject", () => bindObject("oldObject", request.old)],
    ["params", () => bindObject("params", params)],
    ["request", () => bind("request", requestValue(request), requestUnknown)],
    [
      "namespaceObject",
      () =>
        namespace === undefined
          ? reads.stop("namespaceObject")
          : bind("namespaceObject", namespace, namespaceUnknown),
    ],
    ["variables", () => composed],
    ["authorizer", () => reads.stop("authorizer")],
    ["authorizer.requestResource", () => reads.stop("authorizer")],
  ]);
  const variables: Variables = (name) => known.get(name)?.();
  const composed = composedVariables(policy, { variables, reads, budget });
  return { variables, reads };
}

interface Composition {
  readonly variables: Variables;
  readonly reads: UnknownReads;
  readonly budget: RuleBudget;
}

interface Computed {
  readonly outcome: CelValue | CelFailure;
  readonly unknown: string | undefined;
}

/** The variables of the policy, each computed at most once, on first use. */
function composedVariables({ variables: expressions }: CompiledPolicy, work: Composition): CelValue {
  const computed = new Map<CelValue, Computed>();
  return {
    tag: "map",
    size: expressions.size,
    keys: () => expressions.keys(),
    get: (name) => {
      const expression = typeof name === "string" ? expressions.get(name) : undefined;
      if (typeof name !== "string" || expression === undefined) {
        return undefined;
      }
      const found = computed.get(name) ?? computeVariable(name, expression, work);
      computed.set(name, found);
      if (found.unknown !== undefined) {
        return work.reads.stop(found.unknown);
      }
      if (found.outcome instanceof CelFailure) {
        throw new EvaluationAbort(found.outcome);
      }
      return found.outcome;
    },
  };
}

/** Computes a variable. What it reads counts for the expression that uses it only if it fails. */
function computeVariable(
  name: string,
  { program }: PolicyExpression,
  { variables, reads, budget }: Composition,
): Computed {
  const before = reads.first;
  reads.begin();
  const outcome = evaluateWithin(budget, program, variables) ?? outOfBudget;
  const isFailed = outcome instanceof CelFailure;
  const unknown = isFailed ? reads.first : undefined;
  reads.first = before;
  return isFailed
    ? {
        outcome: new CelFailure(`composited variable "${name}" fails to evaluate: ${outcome.message}`),
        unknown,
      }
    : { outcome, unknown };
}

const outOfBudget = new CelFailure("operation cancelled: actual cost limit exceeded");
