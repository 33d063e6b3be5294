import { checkExpression } from "../../cel/check/check.ts";
import { estimateCost } from "../../cel/cost/estimate-cost.ts";
import { countCharacters } from "../../cel/model/value-kind.ts";
import { compileProgram } from "../../cel/evaluate/program.ts";
import type { CheckedExpression, Environment, ExpressionFault } from "../../cel/model/expression.ts";
import type { Program } from "../../cel/model/program.ts";
import { parseExpression } from "../../cel/syntax/parse.ts";
import type { CelType } from "../../cel/model/type.ts";
import type { ValidationRule } from "../model/schema.ts";

/** One of a schema's rules, parsed and checked. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  /** Absent if the rule is empty or does not compile: there is nothing to evaluate then. */
  readonly condition?: CompiledExpression;
  /** The fault of `rule`. */
  readonly fault?: string;
  /** The `messageExpression`; absent if there is none, or if it or the rule does not compile. */
  readonly messageExpression?: CompiledExpression;
  /** The fault of `messageExpression`. */
  readonly messageFault?: string;
  /** Whether the rule is a transition rule: it names `oldSelf`. */
  readonly usesOldSelf: boolean;
}

/** An expression that can be evaluated. */
export interface CompiledExpression {
  /** Creates the program on first use. */
  readonly program: () => Program;
  /** Returns the maximum cost of one evaluation, in the units of Kubernetes' limits. */
  readonly maxCost: () => number;
}

/** The names and types available to the expressions of a schema's rules. */
export interface RuleScope {
  readonly environment: Environment;
  /** The type of `self` and `oldSelf`. */
  readonly self: CelType;
}

/**
 * Parses and checks a rule and its message. The message is checked only if the rule is valid, as in the API
 * server.
 */
export function compileRule(rule: ValidationRule, scope: RuleScope): CompiledRule {
  if (rule.rule.trim() === "") {
    return { rule, usesOldSelf: false };
  }
  const checked = checkText(rule.rule, scope.environment);
  if ("fault" in checked) {
    return { rule, usesOldSelf: false, fault: `compilation failed: ${checked.fault}` };
  }
  if (checked.type.kind !== "bool") {
    return { rule, usesOldSelf: false, fault: "cel expression must evaluate to a bool" };
  }
  const condition = compiled(checked, scope);
  const old = usesOldSelf(checked);
  const { fault } = condition.program();
  return fault === undefined
    ? { rule, condition, usesOldSelf: old, ...compileMessage(rule, scope) }
    : { rule, usesOldSelf: old, fault: `program instantiation failed: ${fault.message}` };
}

function compileMessage(
  { messageExpression }: ValidationRule,
  scope: RuleScope,
): Pick<CompiledRule, "messageExpression" | "messageFault"> {
  if (messageExpression === undefined) {
    return {};
  }
  const checked = checkText(messageExpression, scope.environment);
  if ("fault" in checked) {
    return { messageFault: `messageExpression compilation failed: ${checked.fault}` };
  }
  if (checked.type.kind !== "string") {
    return { messageFault: "messageExpression must evaluate to a string" };
  }
  const expression = compiled(checked, scope);
  const { fault } = expression.program();
  return fault === undefined
    ? { messageExpression: expression }
    : { messageFault: `messageExpression instantiation failed: ${fault.message}` };
}

function checkText(text: string, environment: Environment): CheckedExpression | { readonly fault: string } {
  const parsed = parseExpression(text, environment.macros);
  if ("faults" in parsed) {
    return { fault: describeFaults(text, parsed.faults) };
  }
  const checked = checkExpression(text, parsed.expression, environment);
  return "faults" in checked ? { fault: describeFaults(text, checked.faults) } : checked;
}

function compiled(checked: CheckedExpression, { environment, self }: RuleScope): CompiledExpression {
  let program: Program | undefined;
  return {
    program: () => (program ??= compileProgram(checked, environment)),
    maxCost: () => estimateCost(checked, self).max,
  };
}

function usesOldSelf({ references }: CheckedExpression): boolean {
  return [...references.values()].some(
    (reference) => reference.kind === "variable" && reference.name === "oldSelf",
  );
}

const reportedFaults = 3;

/** Formats the first faults: `1:6: undeclared reference to 'x'`, with line and column, both from 1. */
function describeFaults(text: string, faults: readonly ExpressionFault[]): string {
  const reported = faults
    .toSorted((left, right) => left.offset - right.offset)
    .slice(0, reportedFaults)
    .map(({ offset, message }) => `${placeIn(text, offset)}: ${message}`);
  const rest = faults.length - reported.length;
  return [...reported, ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ");
}

function placeIn(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `${before.length}:${countCharacters(before.at(-1) ?? "") + 1}`;
}
