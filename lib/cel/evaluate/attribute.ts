import { CelFailure } from "../model/expression.ts";
import type { CelOptional, CelValue } from "../model/value.ts";
import { findEntry } from "./find-entry.ts";
import {
  type Attribute,
  charge,
  type Frame,
  type StepOutcome,
  type EvaluationPart,
  type Qualifier,
  type EvaluationStep,
} from "./step.ts";
import { isOptional } from "../model/value-kind.ts";

const none: CelOptional = { tag: "optional", value: undefined };
const noSuchOverload = new CelFailure("no such overload");

/**
 * A way into a value as a part of an expression. To take it costs 1, and 1 for each step down; a condition
 * costs nothing itself, and `has()` 1 less.
 */
export function attributePart(attribute: Attribute, testOnly = false): EvaluationPart {
  const resolve = resolver(attribute);
  const cost = (attribute.kind === "condition" ? 0 : 1) - (testOnly ? 1 : 0);
  const run: EvaluationStep = (frame) => {
    const found = resolve(frame);
    charge(frame.meter, cost);
    return testOnly && !(found instanceof CelFailure) && isOptional(found)
      ? found.value !== undefined
      : found;
  };
  return { run, attribute };
}

/** The part as the beginning of a way: a way of its own goes on, everything else is evaluated. */
export function attributeOf({ attribute, run }: EvaluationPart): Attribute {
  return attribute ?? { kind: "path", start: run, qualifiers: [] };
}

/**
 * The value of a part that is used as a step of another way: of a way, what is at its end, without the cost
 * of having taken it.
 */
export function innerStep(part: EvaluationPart): EvaluationStep {
  return part.attribute === undefined ? part.run : resolver(part.attribute);
}

/** The way with one more step; behind a condition, both ways have it. */
export function qualify(attribute: Attribute, qualifier: Qualifier): Attribute {
  if (attribute.kind === "path") {
    return { ...attribute, qualifiers: [...attribute.qualifiers, qualifier] };
  }
  const { condition, whenTrue, whenFalse } = attribute;
  return {
    kind: "condition",
    condition,
    whenTrue: qualify(whenTrue, qualifier),
    whenFalse: qualify(whenFalse, qualifier),
  };
}

function resolver(attribute: Attribute): EvaluationStep {
  if (attribute.kind === "path") {
    const { start, qualifiers } = attribute;
    return qualifiers.length === 0 ? start : pathResolver(start, qualifiers);
  }
  const { condition } = attribute;
  const whenTrue = resolver(attribute.whenTrue);
  const whenFalse = resolver(attribute.whenFalse);
  return (frame) => {
    const holds = condition(frame);
    if (typeof holds !== "boolean") {
      return holds instanceof CelFailure ? holds : noSuchOverload;
    }
    return holds ? whenTrue(frame) : whenFalse(frame);
  };
}

function pathResolver(start: EvaluationStep, qualifiers: readonly Qualifier[]): EvaluationStep {
  return (frame) => {
    const begin = start(frame);
    if (begin instanceof CelFailure) {
      return begin;
    }
    let optional = false;
    let value: CelValue = begin;
    if (isOptional(begin)) {
      if (begin.value === undefined) {
        return begin;
      }
      optional = true;
      value = begin.value;
    }
    for (const qualifier of qualifiers) {
      optional ||= qualifier.optional;
      const found = stepDown(frame, value, { qualifier, optional });
      if (found instanceof CelFailure) {
        return found;
      }
      if (found === undefined) {
        return none;
      }
      value = found;
    }
    return optional ? { tag: "optional", value } : value;
  };
}

/** Undefined only of an optional step that leads nowhere. */
function stepDown(
  frame: Frame,
  value: CelValue,
  { qualifier, optional }: { readonly qualifier: Qualifier; readonly optional: boolean },
): StepOutcome | undefined {
  const key = "value" in qualifier.key ? qualifier.key.value : qualifier.key.run(frame);
  const found = key instanceof CelFailure ? key : findEntry(value, key, optional || qualifier.testOnly);
  // An optional step costs only where it leads somewhere.
  if (!optional || !(found === undefined || found instanceof CelFailure)) {
    charge(frame.meter, 1);
  }
  if (!qualifier.testOnly || found instanceof CelFailure || optional) {
    return found;
  }
  return found !== undefined;
}
