import { EvaluationAbort } from "../../cel/evaluate/evaluation-abort.ts";
import { CelFailure } from "../../cel/model/expression.ts";
import type { Variables } from "../../cel/model/program.ts";
import type { CelValue } from "../../cel/model/value.ts";
import { evaluateWithin, type RuleBudget } from "../cel-rules/rule-limits.ts";
import type { CompiledPolicy, PlacedExpression, PolicyValidation } from "./compile-policy.ts";
import type { PolicyExpression } from "./compile-expression.ts";
import { type PolicyInput, policyVariables } from "./policy-variables.ts";

/** The maximum cost of all expressions of a kind for one request. Kubernetes' own limit. */
const mostOfPolicy = 10_000_000;

/** The maximum cost of all match conditions for one request. Kubernetes' own limit. */
const mostOfConditions = 2_500_000;

const exhausted =
  "validation failed due to running out of cost budget, no further validation rules will be run";

/** A decision against a request, by one expression of a policy, or by its conditions. */
export interface PolicyDecision {
  readonly message: string;
  readonly at?: PlacedExpression;
  /** Whether it is an error of evaluation or an audit annotation, which `failurePolicy` may ignore. */
  readonly isFailure: boolean;
  /** Whether the request is denied whatever the actions of the binding: by an audit annotation. */
  readonly isForAllActions?: boolean;
}

/** The result of evaluating a policy on a request. */
export interface PolicyOutcome {
  readonly decisions: readonly PolicyDecision[];
  /** The parts that would have to be known to decide the rest. */
  readonly unknown: readonly string[];
}

/** The outcome of an expression: a value, an error in the server's words, or what is not known. */
export type ExpressionOutcome =
  | { readonly value: CelValue }
  | { readonly error: string; readonly isExhausted?: boolean }
  | { readonly unknown: string };

/** Evaluates an expression as the server does, within a budget that is shared with others. */
export type Evaluate = (expression: PolicyExpression) => ExpressionOutcome;

/** Options of an evaluator. */
interface EvaluatorOptions {
  /** The maximum cost of all expressions. */
  readonly limit?: number;
  /** Reads the parts of a value that count: one that is not known makes the outcome unknown. */
  readonly read?: (value: CelValue) => void;
}

/** Returns a function that evaluates expressions with the same variables and budget. */
export function evaluator(
  policy: CompiledPolicy,
  input: PolicyInput,
  { limit = mostOfPolicy, read }: EvaluatorOptions = {},
): Evaluate {
  const budget: RuleBudget = { left: limit };
  const { variables, reads } = policyVariables(policy, input, budget);
  return (expression) => {
    reads.begin();
    const evaluated = evaluateOne(budget, expression, variables);
    const outcome = read === undefined ? evaluated : readAll(evaluated, read);
    const isFailed = outcome === undefined || outcome instanceof CelFailure;
    const unknown = isFailed ? reads.first : undefined;
    if (unknown !== undefined) {
      return { unknown };
    }
    if (outcome === undefined) {
      return { error: exhausted, isExhausted: true };
    }
    return outcome instanceof CelFailure
      ? { error: `expression '${expression.text}' resulted in error: ${outcome.message}` }
      : { value: outcome };
  };
}

/** Reads the parts of an outcome, which is a failure if that fails. */
function readAll(
  outcome: CelValue | CelFailure | undefined,
  read: (value: CelValue) => void,
): CelValue | CelFailure | undefined {
  if (outcome === undefined || outcome instanceof CelFailure) {
    return outcome;
  }
  try {
    read(outcome);
    return outcome;
  } catch (error) {
    if (error instanceof EvaluationAbort) {
      return error.failure;
    }
    throw error;
  }
}

/** An evaluation that exceeds its own limit fails, but leaves the rest of the budget to others. */
function evaluateOne(
  budget: RuleBudget,
  { program }: PolicyExpression,
  variables: Variables,
): CelValue | CelFailure | undefined {
  const before = budget.left;
  const outcome = evaluateWithin(budget, program, variables);
  if (outcome instanceof CelFailure && outcome.cause === "cost" && before > 1_000_000) {
    budget.left = before - 1_000_000;
  }
  return outcome;
}

/** The match of the conditions of a policy. */
export type ConditionMatch =
  | { readonly matches: boolean }
  | { readonly error: string }
  | { readonly unknown: string };

/**
 * Evaluates the match conditions: all must be true. A false one settles it whatever the others are; an error
 * fails the request, or with `failurePolicy: Ignore` skips the policy.
 */
export function matchConditions(policy: CompiledPolicy, input: PolicyInput): ConditionMatch {
  const evaluate = evaluator(policy, { ...input, namespace: null }, { limit: mostOfConditions });
  const outcomes = policy.conditions.map(({ expression }) => evaluate(expression));
  if (outcomes.some((outcome) => "value" in outcome && outcome.value === false)) {
    return { matches: false };
  }
  const unknown = outcomes.find((outcome) => "unknown" in outcome);
  const errors = outcomes.flatMap((outcome) => ("error" in outcome ? [outcome.error] : []));
  if (unknown !== undefined) {
    return unknown;
  }
  if (errors.length === 0) {
    return { matches: true };
  }
  const text = errors.length === 1 ? String(errors[0]) : `[${errors.join(", ")}]`;
  return policy.ignoresFailures ? { matches: false } : { error: text };
}

/** Evaluates the validations and audit annotations of a policy on a request that it matches. */
export function evaluatePolicy(policy: CompiledPolicy, input: PolicyInput): PolicyOutcome {
  const match = matchConditions(policy, input);
  if ("unknown" in match) {
    return { decisions: [], unknown: [match.unknown] };
  }
  if ("error" in match) {
    return { decisions: [{ message: match.error, isFailure: true }], unknown: [] };
  }
  if (!match.matches) {
    return { decisions: [], unknown: [] };
  }
  const evaluate = evaluator(policy, input);
  const outcomes = policy.validations.map((validation) => ({
    validation,
    outcome: evaluate(validation.expression),
  }));
  const spent = outcomes.find(({ outcome }) => "isExhausted" in outcome);
  if (spent !== undefined) {
    const message = exhausted;
    return { decisions: policy.ignoresFailures ? [] : [{ message, isFailure: true }], unknown: [] };
  }
  const decided = outcomes.flatMap(({ validation, outcome }) =>
    decisionsOf(validation, outcome, { evaluate, policy }),
  );
  return {
    decisions: [...decided, ...annotationFailures(policy, input)],
    unknown: outcomes.flatMap(({ outcome }) => ("unknown" in outcome ? [outcome.unknown] : [])),
  };
}

function decisionsOf(
  validation: PolicyValidation,
  outcome: ExpressionOutcome,
  { evaluate, policy }: { readonly evaluate: Evaluate; readonly policy: CompiledPolicy },
): readonly PolicyDecision[] {
  if ("error" in outcome) {
    return policy.ignoresFailures ? [] : [{ message: outcome.error, at: validation, isFailure: true }];
  }
  return "unknown" in outcome || outcome.value === true
    ? []
    : [{ message: messageOf(validation, evaluate), at: validation, isFailure: false }];
}

const longestMessage = 5 * 1024;

function messageOf(validation: PolicyValidation, evaluate: Evaluate): string {
  const { message = "", messageExpression, expression } = validation;
  const outcome = messageExpression === undefined ? undefined : evaluate(messageExpression);
  const computed = outcome !== undefined && "value" in outcome ? usableMessage(outcome.value) : "";
  return (
    [computed, message.trim()].find((text) => text !== "") ?? `failed expression: ${expression.text.trim()}`
  );
}

/** Returns an empty text for a message that is too long or has several lines. */
function usableMessage(value: CelValue): string {
  const text = typeof value === "string" ? value.trim() : "";
  return text.includes("\n") || Buffer.byteLength(text) > longestMessage ? "" : text;
}

function annotationFailures(policy: CompiledPolicy, input: PolicyInput): readonly PolicyDecision[] {
  const evaluate = evaluator(policy, input);
  return policy.annotations.flatMap((at) => {
    const outcome = evaluate(at.expression);
    return "error" in outcome && !policy.ignoresFailures
      ? [{ message: outcome.error, at, isFailure: true, isForAllActions: true }]
      : [];
  });
}
