import {
  CelFailure,
  type CheckedExpression,
  type Environment,
  type Expression,
  type Identifier,
  type Select,
} from "../model/expression.ts";
import type { Program } from "../model/program.ts";
import type { CelValue } from "../model/value.ts";
import { attributeOf, attributePart, qualify } from "./attribute.ts";
import { callPart } from "./call.ts";
import { constructionPart } from "./construction.ts";
import { startComparing } from "./equality.ts";
import { loopPart } from "./loop.ts";
import type { Compiler, EvaluationPart, EvaluationScope, EvaluationStep } from "./step.ts";
import { unsupportedOperand, EvaluationAbort } from "./evaluation-abort.ts";

/** Deeper than any expression that the parser accepts, and far from the end of the stack. */
const deepest = 1500;

/**
 * Compiles a checked expression, as the API server does: constant parts are evaluated at compile time. Values
 * and costs follow CEL's specification and the API server (Kubernetes documentation, "Resource use by
 * validation functions"). An evaluation takes no longer than its budget; none throws. Complexity: linear in
 * the expression.
 */
export function compileProgram(checked: CheckedExpression, environment: Environment): Program {
  let slots = 0;
  let depth = 0;
  let fault: CelFailure | undefined;
  const fail = (failure: CelFailure): EvaluationPart => {
    fault ??= failure;
    return { run: () => failure };
  };
  const compiler: Compiler = {
    checked,
    environment,
    fail,
    newSlot: () => {
      slots += 1;
      return slots - 1;
    },
    part: (expression, scope) => {
      if (depth >= deepest) {
        return fail(new CelFailure(`the expression is nested deeper than ${deepest} levels`));
      }
      depth += 1;
      const part = compilePart(compiler, expression, scope);
      depth -= 1;
      return part;
    },
  };
  const { run } = compiler.part(checked.root, undefined);
  return {
    ...(fault === undefined ? {} : { fault }),
    evaluate: evaluator(fault === undefined ? run : fail(fault).run, slots),
  };
}

function evaluator(run: EvaluationStep, slotCount: number): Program["evaluate"] {
  return (variables, meter) => {
    try {
      return run({
        variables,
        meter,
        comparing: startComparing(),
        slots: slotCount === 0 ? noSlots : Array.from({ length: slotCount }),
      });
    } catch (error) {
      if (error instanceof EvaluationAbort) {
        return error.failure;
      }
      // A string that exceeds the maximum length of the engine, or a value deeper than the stack.
      if (error instanceof RangeError) {
        return new CelFailure(`the expression outgrows what can be evaluated: ${error.message}`);
      }
      throw error;
    }
  };
}

const noSlots: never[] = [];

function compilePart(
  compiler: Compiler,
  expression: Expression,
  scope: EvaluationScope | undefined,
): EvaluationPart {
  switch (expression.kind) {
    case "literal":
      return constantPart(expression.value);
    case "identifier":
      return namePart(compiler, expression, scope);
    case "select":
      return selectPart(compiler, expression, scope);
    case "call":
      return callPart(compiler, expression, scope);
    case "comprehension":
      return loopPart(compiler, expression, scope);
    case "list":
    case "map":
    case "object":
      return constructionPart(compiler, expression, scope);
    default:
      return expression satisfies never;
  }
}

function constantPart(value: CelValue): EvaluationPart {
  return { run: () => value, constant: { value } };
}

function namePart(
  compiler: Compiler,
  { id, name }: Identifier,
  scope: EvaluationScope | undefined,
): EvaluationPart {
  const reference = compiler.checked.references.get(id);
  if (reference?.kind === "constant") {
    return constantPart(reference.value);
  }
  const bound = name.startsWith(".") ? undefined : findBound(scope, name);
  if (bound !== undefined) {
    return attributePart({ kind: "path", start: boundStep(bound), qualifiers: [] });
  }
  const type = compiler.checked.types.get(id);
  const meant = reference?.kind === "variable" ? reference.name : name.replace(/^\./v, "");
  if (type?.kind === "type") {
    const { of } = type;
    return constantPart({ tag: "type", type: compiler.environment.types.get(meant) ?? of });
  }
  return attributePart({ kind: "path", start: variableStep(meant), qualifiers: [] });
}

function findBound(scope: EvaluationScope | undefined, name: string): EvaluationScope | undefined {
  let place = scope;
  while (place !== undefined && place.name !== name) {
    place = place.outer;
  }
  return place;
}

function boundStep({ slot, initial }: EvaluationScope): EvaluationStep {
  if (initial === undefined) {
    return (frame) => frame.slots[slot] ?? null;
  }
  return (frame) => {
    const known = frame.slots[slot];
    if (known !== undefined) {
      return known;
    }
    const begun = initial(frame);
    frame.slots[slot] = begun;
    return begun;
  };
}

function variableStep(name: string): EvaluationStep {
  const unknown = new CelFailure(`no such attribute(s): ${name}`);
  return ({ variables }) => {
    try {
      const found = variables(name);
      return found === undefined ? unknown : found;
    } catch (error) {
      return unsupportedOperand(error);
    }
  };
}

function selectPart(
  compiler: Compiler,
  { operand, field, testOnly }: Select,
  scope: EvaluationScope | undefined,
): EvaluationPart {
  const way = attributeOf(compiler.part(operand, scope));
  return attributePart(qualify(way, { key: { value: field }, optional: false, testOnly }), testOnly);
}
