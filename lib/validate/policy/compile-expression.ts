import { checkExpression } from "../../cel/check/check.ts";
import { compileProgram } from "../../cel/evaluate/program.ts";
import type { Environment } from "../../cel/model/expression.ts";
import type { Program } from "../../cel/model/program.ts";
import { type CelType, formatType } from "../../cel/model/type.ts";
import { parseExpression } from "../../cel/syntax/parse.ts";

/** An expression of a policy that can be evaluated. */
export interface PolicyExpression {
  readonly text: string;
  readonly type: CelType;
  readonly program: Program;
}

/** The faults of an expression, with their offsets in the text where they have one. */
export interface ExpressionFaults {
  readonly faults: readonly { readonly offset?: number; readonly message: string }[];
}

/** Compiles an expression. `accepts` names the types that it may have, as CEL writes them; any if omitted. */
export function compileExpression(
  text: string,
  environment: Environment,
  accepts?: readonly string[],
): PolicyExpression | ExpressionFaults {
  const parsed = parseExpression(text, environment.macros);
  if ("faults" in parsed) {
    return { faults: parsed.faults };
  }
  const checked = checkExpression(text, parsed.expression, environment);
  if ("faults" in checked) {
    return checked;
  }
  const type = formatType(checked.type);
  if (accepts?.includes(type) === false) {
    const wanted = accepts.length === 1 ? String(accepts[0]) : `one of [${accepts.join(" ")}]`;
    return { faults: [{ message: `must evaluate to ${wanted} but got ${type}` }] };
  }
  const program = compileProgram(checked, environment);
  return program.fault === undefined
    ? { text, type: checked.type, program }
    : { faults: [{ message: `program instantiation failed: ${program.fault.message}` }] };
}
