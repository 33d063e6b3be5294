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
 * Returns the part that resolves an attribute. Resolving costs 1, and 1 for each step; a condition costs
 * nothing itself, and `has()` 1 less.
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

/** Returns the attribute of a part: its own if it has one; otherwise one that starts at its value. */
export function attributeOf({ attribute, run }: EvaluationPart): Attribute {
  return attribute ?? { kind: "path", start: run, qualifiers: [] };
}

/**
 * Returns the step of a part that is used as a key of another attribute: an attribute is resolved without its
 * own cost.
 */
export function innerStep(part: EvaluationPart): EvaluationStep {
  return part.attribute === undefined ? part.run : resolver(part.attribute);
}

/** Appends a step to an attribute; for a condition, to both branches. */
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

/** Returns undefined only for an optional step that finds nothing. */
function stepDown(
  frame: Frame,
  value: CelValue,
  { qualifier, optional }: { readonly qualifier: Qualifier; readonly optional: boolean },
): StepOutcome | undefined {
  const key = "value" in qualifier.key ? qualifier.key.value : qualifier.key.run(frame);
  const found = key instanceof CelFailure ? key : findEntry(value, key, optional || qualifier.testOnly);
  // An optional step costs only if it finds something.
  if (!optional || !(found === undefined || found instanceof CelFailure)) {
    charge(frame.meter, 1);
  }
  if (!qualifier.testOnly || found instanceof CelFailure || optional) {
    return found;
  }
  return found !== undefined;
}
