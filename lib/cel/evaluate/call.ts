import { compileRe2 } from "../../object/re2.ts";
import { actualCost } from "../cost/actual-cost.ts";
import { CelFailure, type CallExpression } from "../model/expression.ts";
import type { CelValue } from "../model/value.ts";
import { type Callee, calleeOf } from "./callee.ts";
import {
  charge,
  type Compiler,
  type StepOutcome,
  type EvaluationPart,
  type EvaluationScope,
  type EvaluationStep,
} from "./step.ts";
import { specialForms } from "./special-form.ts";

/**
 * Functions that convert a value from one type to another: for a constant they are evaluated at compile time.
 */
const conversions: ReadonlySet<string> = new Set([
  "bool",
  "bytes",
  "double",
  "duration",
  "dyn",
  "int",
  "string",
  "timestamp",
  "type",
  "uint",
]);

/** Functions that precompile a constant pattern. */
const patternFunctions: ReadonlySet<string> = new Set(["matches", "find", "findAll"]);

/** Calls whose cost follows from their arguments: they are charged before the work is done. */
const foreseen: ReadonlySet<string> = new Set(["add_string", "add_bytes"]);

/** Compiles a call of a function or an operator. The first failure among the arguments is the result. */
export function callPart(
  compiler: Compiler,
  call: CallExpression,
  scope: EvaluationScope | undefined,
): EvaluationPart {
  const written = call.target === undefined ? call.arguments : [call.target, ...call.arguments];
  const parts = written.map((argument) => compiler.part(argument, scope));
  const special = specialForms.get(call.name)?.(parts, compiler.checked.references.get(call.id));
  if (special !== undefined) {
    return special;
  }
  const broken = brokenPattern(call.name, parts);
  if (broken !== undefined) {
    return compiler.fail(broken);
  }
  const callee = calleeOf(compiler, call, written);
  const [first] = parts;
  if (conversions.has(call.name) && parts.length === 1 && first?.constant !== undefined) {
    const value = callee.call(first.constant.value);
    return value instanceof CelFailure ? compiler.fail(value) : { run: () => value, constant: { value } };
  }
  return { run: callStep(callee, parts, isEager(call.name, callee, parts)) };
}

/** Returns the failure of an invalid constant pattern, which does not depend on any value. */
function brokenPattern(name: string, parts: readonly EvaluationPart[]): CelFailure | undefined {
  const text = patternFunctions.has(name) ? parts[1]?.constant?.value : undefined;
  const pattern = typeof text === "string" ? compileRe2(text) : undefined;
  return pattern !== undefined && "fault" in pattern ? new CelFailure(pattern.fault) : undefined;
}

/** Reports whether all arguments are evaluated, and the call charged, even if the first one fails. */
function isEager(name: string, callee: Callee, parts: readonly EvaluationPart[]): boolean {
  const keepsPattern = patternFunctions.has(name) && parts[1]?.constant !== undefined;
  return parts.length > 0 && parts.length < 3 && !callee.open && !keepsPattern;
}

function callStep(callee: Callee, parts: readonly EvaluationPart[], eager: boolean): EvaluationStep {
  const steps = parts.map(({ run }) => run);
  const [first, second] = steps;
  if (!eager || first === undefined) {
    return carefulStep(callee, steps);
  }
  return second === undefined ? unaryStep(callee, first) : binaryStep(callee, first, second);
}

function unaryStep({ call, cost }: Callee, operand: EvaluationStep): EvaluationStep {
  return (frame) => {
    const value = operand(frame);
    const result = value instanceof CelFailure ? value : call(value);
    charge(frame.meter, actualCost(cost, [value], result));
    return result;
  };
}

function binaryStep({ call, cost }: Callee, left: EvaluationStep, right: EvaluationStep): EvaluationStep {
  const isForeseen = foreseen.has(cost);
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (isForeseen) {
      charge(frame.meter, actualCost(cost, [a, b], a));
    }
    const result = apply(call, a, b);
    if (!isForeseen) {
      charge(frame.meter, actualCost(cost, [a, b], result));
    }
    return result;
  };
}

function apply(call: Callee["call"], left: StepOutcome, right: StepOutcome): StepOutcome {
  if (left instanceof CelFailure) {
    return left;
  }
  return right instanceof CelFailure ? right : call(left, right);
}

/** Stops at the first failure, and costs nothing itself unless that is the last argument. */
function carefulStep({ call, cost }: Callee, steps: readonly EvaluationStep[]): EvaluationStep {
  return (frame) => {
    const values: CelValue[] = [];
    for (const step of steps) {
      const value = step(frame);
      if (value instanceof CelFailure) {
        if (values.length === steps.length - 1) {
          charge(frame.meter, actualCost(cost, [...values, value], value));
        }
        return value;
      }
      values.push(value);
    }
    const result = call(...values);
    charge(frame.meter, actualCost(cost, values, result));
    return result;
  };
}
