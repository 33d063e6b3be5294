import { checkExpression } from "../../cel/check/check.ts";
import { fluxEnvironment, withVariables } from "../../cel/environment.ts";
import { compileProgram } from "../../cel/evaluate/program.ts";
import { CelFailure, type ExpressionFault } from "../../cel/model/expression.ts";
import type { CostMeter, Program, Variables } from "../../cel/model/program.ts";
import { type CelType, mapOf, simpleTypes } from "../../cel/model/type.ts";
import type { CelValue } from "../../cel/model/value.ts";
import { parseExpression } from "../../cel/syntax/parse.ts";

/** The names that expressions of health rules may use, with their types. */
export const ruleVariableTypes: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ["self", simpleTypes.dyn],
  ["metadata", simpleTypes.dyn],
  ["spec", simpleTypes.dyn],
  ["status", simpleTypes.dyn],
  ["conditions", mapOf(simpleTypes.string, simpleTypes.dyn)],
  ["generation", simpleTypes.int],
  ["now", simpleTypes.timestamp],
]);

/** A compiled expression, or the faults of its text. */
export type CompiledHealthExpression =
  | { readonly program: Program }
  | { readonly faults: readonly ExpressionFault[] };

/**
 * Compiles an expression over these variables; the type of its result may be `expected` or not known. It may
 * use the functions of the newest known Kubernetes, and those that Flux adds.
 */
export function compileHealthExpression(
  text: string,
  variables: ReadonlyMap<string, CelType>,
  expected: "bool" | "string",
): CompiledHealthExpression {
  const environment = withVariables(fluxEnvironment(), variables);
  const parsed = parseExpression(text, environment.macros);
  if ("faults" in parsed) {
    return parsed;
  }
  const checked = checkExpression(text, parsed.expression, environment);
  if ("faults" in checked) {
    return checked;
  }
  const { kind } = checked.type;
  if (kind !== expected && kind !== "dyn") {
    return {
      faults: [{ offset: 0, message: `the expression must yield a ${expected}, and yields a ${kind}` }],
    };
  }
  const program = compileProgram(checked, environment);
  return program.fault === undefined
    ? { program }
    : { faults: [{ offset: 0, message: program.fault.message }] };
}

/**
 * The maximum cost of judging one object by one rule, in the units of Kubernetes' limits: that of one
 * validation rule.
 */
const costLimit = 1_000_000;

/** Creates the budget for judging one object. */
export function startJudging(): CostMeter {
  return { spent: 0, limit: costLimit };
}

/** Evaluates an expression; undefined if it fails, for instance because a field is missing. */
export function valueOf(program: Program, variables: Variables, meter: CostMeter): CelValue | undefined {
  const value = program.evaluate(variables, meter);
  return value instanceof CelFailure ? undefined : value;
}
