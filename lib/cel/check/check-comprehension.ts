import type { Comprehension, Expression } from "../model/expression.ts";
import { simpleTypes, type CelType } from "../model/type.ts";
import { report, reportMismatch, checkedType, type CheckState } from "./checker-state.ts";
import { describeType } from "./describe-type.ts";
import { assign, isDynamic, substitute } from "./unification.ts";

/**
 * Checks the loop of a macro: its variables have the types of the range's entries, and are in scope only
 * inside it.
 */
export function checkComprehension(state: CheckState, loop: Comprehension): Expression {
  const range = state.check(loop.range);
  const initial = state.check(loop.initial);
  const rangeType = substitute(state.unification, checkedType(state, range));
  const accumulated = checkedType(state, initial);
  const outer = state.scope;
  const around = { variables: new Map([[loop.accumulator, accumulated]]), parent: outer };
  state.scope = { variables: loopVariables(state, loop, rangeType), parent: around };
  const condition = state.check(loop.condition);
  expect(state, condition, simpleTypes.bool);
  const step = state.check(loop.step);
  expect(state, step, accumulated);
  state.scope = around;
  const result = state.check(loop.result);
  state.scope = outer;
  state.types.set(loop.id, substitute(state.unification, checkedType(state, result)));
  return { ...loop, range, initial, condition, step, result };
}

function expect(state: CheckState, node: Expression, expected: CelType): void {
  const found = checkedType(state, node);
  if (!assign(state.unification, expected, found)) {
    reportMismatch(state, node.offset, { expected, found });
  }
}

function loopVariables(state: CheckState, loop: Comprehension, range: CelType): ReadonlyMap<string, CelType> {
  const [first, second] = entryTypes(state, loop, range);
  const variables = new Map([[loop.variable, first]]);
  if (loop.secondVariable !== undefined && !variables.has(loop.secondVariable)) {
    variables.set(loop.secondVariable, second);
  }
  return variables;
}

/**
 * Returns the types of the loop variables: of a list the elements, or with two variables the indices and
 * elements; of a map the keys, and its values.
 */
function entryTypes(
  state: CheckState,
  loop: Comprehension,
  range: CelType,
): readonly [first: CelType, second: CelType] {
  if (range.kind === "list") {
    const first = loop.secondVariable === undefined ? range.element : simpleTypes.int;
    return [first, range.element];
  }
  if (range.kind === "map") {
    return [range.key, range.value];
  }
  if (range.kind === "parameter" || isDynamic(range)) {
    assign(state.unification, simpleTypes.dyn, range);
    return [simpleTypes.dyn, simpleTypes.dyn];
  }
  const type = describeType(range);
  const text = () =>
    `expression of type '${type}' cannot be range of a comprehension (must be list, map, or dynamic)`;
  report(state, loop.range.offset, text);
  return [simpleTypes.error, simpleTypes.error];
}
