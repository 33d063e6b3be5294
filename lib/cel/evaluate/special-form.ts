import { actualCost } from "../cost/actual-cost.ts";
import { CelFailure, type CelReference } from "../model/expression.ts";
import { type CelList, type CelValue, eachEntry } from "../model/value.ts";
import { attributeOf, attributePart, innerStep, qualify } from "./attribute.ts";
import { type Comparing, sameValue } from "./equality.ts";
import { charge, type Frame, type EvaluationPart, type EvaluationStep } from "./step.ts";
import { unsupportedOperand, outOfBudget, EvaluationAbort } from "./evaluation-abort.ts";
import { asMap, isList, isOptional } from "../model/value-kind.ts";

/** Compiles a special form; undefined if it is an ordinary call after all. */
type SpecialForm = (
  parts: readonly EvaluationPart[],
  reference: CelReference | undefined,
) => EvaluationPart | undefined;

const noSuchOverload = new CelFailure("no such overload");
const nothing: EvaluationPart = { run: () => null, constant: { value: null } };

/** Calls that are not ordinary, by operator name: they may skip arguments, or select within a value. */
export const specialForms: ReadonlyMap<string, SpecialForm> = new Map<string, SpecialForm>([
  ["_&&_", (parts) => ({ run: logicStep(operands(parts), false) })],
  ["_||_", (parts) => ({ run: logicStep(operands(parts), true) })],
  ["_?_:_", conditionPart],
  ["_==_", (parts) => ({ run: equalityStep(operands(parts), { cost: "equals", negated: false }) })],
  ["_!=_", (parts) => ({ run: equalityStep(operands(parts), { cost: "not_equals", negated: true }) })],
  ["@not_strictly_false", ([operand = nothing]) => ({ run: lenientStep(operand.run) })],
  ["_[_]", (parts) => indexPart(parts, false)],
  ["_[?_]", (parts) => indexPart(parts, true)],
  ["_?._", (parts) => indexPart(parts, true)],
  ["@in", membershipPart],
  ["or", alternativePart],
  ["orValue", alternativePart],
]);

function operands([left = nothing, right = nothing]: readonly EvaluationPart[]): readonly [
  EvaluationStep,
  EvaluationStep,
] {
  return [left.run, right.run];
}

/** `decisive` on either side is the result, whatever the other side evaluates to, failures included. */
function logicStep(
  [left, right]: readonly [EvaluationStep, EvaluationStep],
  decisive: boolean,
): EvaluationStep {
  return (frame) => {
    const a = left(frame);
    if (a === decisive) {
      return decisive;
    }
    const b = right(frame);
    if (b === decisive) {
      return decisive;
    }
    if (typeof a !== "boolean") {
      return a instanceof CelFailure ? a : noSuchOverload;
    }
    return typeof b === "boolean" || b instanceof CelFailure ? b : noSuchOverload;
  };
}

function conditionPart([
  condition = nothing,
  whenTrue = nothing,
  whenFalse = nothing,
]: readonly EvaluationPart[]): EvaluationPart {
  return attributePart({
    kind: "condition",
    condition: condition.run,
    whenTrue: attributeOf(whenTrue),
    whenFalse: attributeOf(whenFalse),
  });
}

function equalityStep(
  [left, right]: readonly [EvaluationStep, EvaluationStep],
  { cost, negated }: { readonly cost: string; readonly negated: boolean },
): EvaluationStep {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    // Charged before, so that no comparison takes longer than its budget.
    charge(frame.meter, actualCost(cost, [a, b], negated));
    if (a instanceof CelFailure || b instanceof CelFailure) {
      return a instanceof CelFailure ? a : b;
    }
    return negated ? differ(frame, a, b) : equal(frame, a, b);
  };
}

function equal({ comparing }: Frame, left: CelValue, right: CelValue): boolean | CelFailure {
  try {
    return sameValue(left, right, comparing);
  } catch (error) {
    return unsupportedOperand(error);
  }
}

/** Values that are not equal are different, even if they cannot be compared. */
function differ(frame: Frame, left: CelValue, right: CelValue): boolean {
  return equal(frame, left, right) !== true;
}

function lenientStep(operand: EvaluationStep): EvaluationStep {
  return (frame) => {
    const value = operand(frame);
    charge(frame.meter, 1);
    return typeof value === "boolean" ? value : true;
  };
}

function indexPart(
  [operand = nothing, index = nothing]: readonly EvaluationPart[],
  optional: boolean,
): EvaluationPart {
  const key = index.constant ?? { run: innerStep(index) };
  return attributePart(qualify(attributeOf(operand), { key, optional, testOnly: false }));
}

function membershipPart(
  [element = nothing, range = nothing]: readonly EvaluationPart[],
  reference: CelReference | undefined,
): EvaluationPart {
  const cost = onlyForm(reference) ?? "@in";
  const known = cost === "in_list" ? range.constant?.value : undefined;
  if (known !== undefined && isList(known)) {
    return membershipInConstant(element, known);
  }
  return {
    run: (frame) => {
      const a = element.run(frame);
      const b = range.run(frame);
      charge(frame.meter, actualCost(cost, [a, b], true));
      if (a instanceof CelFailure) {
        return a;
      }
      return b instanceof CelFailure ? b : contains(frame, b, a);
    },
  };
}

function onlyForm(reference: CelReference | undefined): string | undefined {
  return reference?.kind === "overloads" && reference.ids.length === 1 ? reference.ids[0] : undefined;
}

/** Searching for a simple value in a list of simple constants costs nothing. */
function membershipInConstant(element: EvaluationPart, list: CelList): EvaluationPart {
  if (list.size === 0) {
    return { run: () => false, constant: { value: false } };
  }
  const entries = [...eachEntry(list)];
  const free = entries.every(isPrimitive);
  return {
    run: (frame) => {
      const value = element.run(frame);
      if (!free) {
        charge(frame.meter, actualCost("in_list", [value, list], true));
      }
      return value instanceof CelFailure ? value : entries.some((entry) => sameValue(value, entry));
    },
  };
}

function isPrimitive(value: CelValue): boolean {
  return typeof value !== "object" || (value !== null && "value" in value && !("tag" in value));
}

function contains({ comparing }: Frame, range: CelValue, element: CelValue): boolean | CelFailure {
  if (isList(range)) {
    return listContains(comparing, range, element);
  }
  const map = asMap(range);
  return map === undefined ? noSuchOverload : map.get(element) !== undefined;
}

function listContains(comparing: Comparing, list: CelList, element: CelValue): boolean {
  for (const entry of eachEntry(list)) {
    comparing.left -= 1;
    if (comparing.left < 0) {
      throw new EvaluationAbort(outOfBudget);
    }
    if (sameValue(element, entry, comparing)) {
      return true;
    }
  }
  return false;
}

/**
 * Compiles `x.or(y)` and `x.orValue(y)`: the second is evaluated only if the first has no value. They cost
 * nothing themselves.
 */
function alternativePart(
  [first = nothing, second = nothing]: readonly EvaluationPart[],
  reference: CelReference | undefined,
): EvaluationPart {
  const whole = reference?.kind === "overloads" && reference.ids[0] === "optional_or_optional";
  return {
    run: (frame) => {
      const found = first.run(frame);
      if (found instanceof CelFailure || !isOptional(found)) {
        return found;
      }
      if (found.value === undefined) {
        return second.run(frame);
      }
      return whole ? found : found.value;
    },
  };
}
