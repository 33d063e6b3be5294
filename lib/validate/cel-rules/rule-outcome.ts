import { CelFailure } from "../../cel/model/expression.ts";
import type { Variables } from "../../cel/model/program.ts";
import type { FaultReason, FieldPath } from "../model/field-fault.ts";
import type { ValidationRule, Schema } from "../model/schema.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { evaluateWithin, type RuleBudget } from "./rule-limits.ts";
import { followPath } from "../schema/schema-path.ts";

/** The fault of a value by one of its rules. */
export interface RuleFault {
  readonly reason: FaultReason;
  readonly message: string;
  /** Whether the rule was evaluated to false; otherwise it could not be evaluated. */
  readonly broken: boolean;
}

/**
 * The variables of a rule and its message. The message sees `oldSelf` unwrapped, even if the rule sees it as
 * an optional.
 */
export interface RuleVariables {
  readonly rule: Variables;
  readonly message: Variables;
}

const exhausted =
  "validation failed due to running out of cost budget, no further validation rules will be run";

/** The fault of a budget that was already exhausted. */
export const exhaustedFault: RuleFault = { reason: "FieldValueInvalid", message: exhausted, broken: false };

/**
 * Evaluates a rule; undefined if it holds. Kubernetes documentation, "Validation rules"; messages are the API
 * server's.
 */
export function ruleFault(
  compiled: CompiledRule,
  variables: RuleVariables,
  budget: RuleBudget,
): RuleFault | undefined {
  const { rule, fault, condition } = compiled;
  if (fault !== undefined) {
    return failed(`rule compile error: ${fault}`);
  }
  const program = condition?.program();
  if (program === undefined) {
    return undefined;
  }
  const outcome = evaluateWithin(budget, program, variables.rule);
  if (outcome === undefined) {
    return exhaustedFault;
  }
  if (outcome instanceof CelFailure) {
    return failed(failureMessage(outcome, rule));
  }
  return outcome === true ? undefined : brokenRule(compiled, variables, budget);
}

function failed(message: string): RuleFault {
  return { reason: "FieldValueInvalid", message, broken: false };
}

function failureMessage({ message, cause }: CelFailure, rule: ValidationRule): string {
  const written = writtenRule(rule);
  if (message.startsWith("no such overload")) {
    return `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${written}`;
  }
  return cause === "cost"
    ? `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${written}`
    : `${message} evaluating rule: ${written}`;
}

function writtenRule({ rule, message }: ValidationRule): string {
  return (message ?? rule).trim();
}

function brokenRule(
  { rule, messageExpression }: CompiledRule,
  variables: RuleVariables,
  budget: RuleBudget,
): RuleFault {
  const program = messageExpression?.program();
  const outcome = program === undefined ? undefined : evaluateWithin(budget, program, variables.message);
  if (program !== undefined && budget.left < 0) {
    return { reason: "FieldValueInvalid", message: spentMessage(rule, outcome !== undefined), broken: true };
  }
  const message = typeof outcome === "string" ? usableMessage(outcome) : undefined;
  return { reason: reasonOf(rule), message: message ?? defaultMessage(rule), broken: true };
}

function spentMessage({ messageExpression = "" }: ValidationRule, byCall: boolean): string {
  return byCall
    ? `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${JSON.stringify(messageExpression)}`
    : "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run";
}

const longestMessage = 5 * 1024;

/** Returns undefined for a message that is too long, empty, or has several lines. */
function usableMessage(message: string): string | undefined {
  const trimmed = message.trim();
  return trimmed === "" || trimmed.includes("\n") || Buffer.byteLength(trimmed) > longestMessage
    ? undefined
    : trimmed;
}

function defaultMessage(rule: ValidationRule): string {
  return rule.message === undefined ? `failed rule: ${writtenRule(rule)}` : rule.message.trim();
}

const reasons: ReadonlyMap<string | undefined, FaultReason> = new Map<string, FaultReason>([
  ["FieldValueForbidden", "FieldValueForbidden"],
  ["FieldValueRequired", "FieldValueRequired"],
  ["FieldValueDuplicate", "FieldValueDuplicate"],
]);

function reasonOf({ reason }: ValidationRule): FaultReason {
  return reasons.get(reason) ?? "FieldValueInvalid";
}

/** Returns the path that a rule reports its fault at, relative to the value; empty if it is unreadable. */
export function rulePath({ rule: { fieldPath } }: CompiledRule, schema: Schema): FieldPath {
  const found = fieldPath === undefined ? undefined : followPath(fieldPath, schema, { brackets: true });
  return found === undefined || "fault" in found ? [] : found.steps;
}
