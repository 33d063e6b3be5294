import type { CallExpression, Expression, FunctionDeclaration, Overload } from "../model/expression.ts";
import { simpleTypes, type CelType } from "../model/type.ts";
import type { CheckState } from "./checker-state.ts";
import {
  findFunction,
  qualifiedName,
  report,
  reportMismatch,
  reportUndeclared,
  checkedType,
} from "./checker-state.ts";
import { checkOptionalSelect } from "./check-select.ts";
import { describeArguments, partsOf } from "./describe-type.ts";
import { assign, assignAll, freshVariable, sameType, startUnification, substitute } from "./unification.ts";

/** Resolves the function of a call, `ip.isCanonical(x)` as well as `x.f(y)`, and its matching overloads. */
export function checkCall(state: CheckState, call: CallExpression): Expression {
  if (call.name === "_?._") {
    return checkOptionalSelect(state, call);
  }
  const checked = call.arguments.map((argument) => state.check(argument));
  if (call.target === undefined) {
    return checkPlainCall(state, call, checked);
  }
  const prefix = qualifiedName(call.target);
  const namespaced = prefix === undefined ? undefined : findFunction(state, `${prefix}.${call.name}`);
  if (namespaced !== undefined) {
    const { target: _, ...rest } = call;
    const renamed = { ...rest, name: namespaced.name, arguments: checked };
    resolve(state, renamed, namespaced);
    return renamed;
  }
  const whole = { ...call, target: state.check(call.target), arguments: checked };
  resolveOrReport(state, whole, findFunction(state, call.name));
  return whole;
}

function checkPlainCall(
  state: CheckState,
  call: CallExpression,
  checked: readonly Expression[],
): CallExpression {
  const declaration = findFunction(state, call.name);
  const whole = { ...call, name: declaration?.name ?? call.name, arguments: checked };
  resolveOrReport(state, whole, declaration);
  return whole;
}

function resolveOrReport(
  state: CheckState,
  call: CallExpression,
  declaration: FunctionDeclaration | undefined,
): void {
  if (declaration === undefined) {
    reportUndeclared(state, call, call.name);
  } else {
    resolve(state, call, declaration);
  }
}

/** Sets the type and the overloads of the call. */
function resolve(state: CheckState, call: CallExpression, declaration: FunctionDeclaration): void {
  const receiver = call.target !== undefined;
  const operands = call.target === undefined ? call.arguments : [call.target, ...call.arguments];
  const forms = declaration.overloads.filter((overload) => overload.receiver === receiver);
  const [first] = forms;
  if (first !== undefined && (declaration.name === "_&&_" || declaration.name === "_||_")) {
    resolveLogical(state, call, first);
    return;
  }
  const given = operands.map((operand) => checkedType(state, operand));
  const ids: string[] = [];
  let result: CelType | undefined;
  for (const overload of forms) {
    const gives = resultOf(state, overload, given);
    if (gives !== undefined) {
      ids.push(overload.id);
      result = joinResults(state, result, gives);
    }
  }
  state.types.set(call.id, result ?? simpleTypes.error);
  if (result === undefined) {
    const types = given.map((type) => substitute(state.unification, type, true));
    const text = () =>
      `found no matching overload for '${declaration.name}' applied to '${describeArguments(types, receiver)}'`;
    report(state, call.offset, text);
  } else {
    state.references.set(call.id, { kind: "overloads", ids });
  }
}

/** Resolves `&&` and `||`, which the parser may give more than two operands: every one must be a bool. */
function resolveLogical(state: CheckState, call: CallExpression, overload: Overload): void {
  const faults = state.faults.length;
  for (const operand of call.arguments) {
    const found = checkedType(state, operand);
    if (!assign(state.unification, found, simpleTypes.bool)) {
      reportMismatch(state, operand.offset, { expected: simpleTypes.bool, found });
    }
  }
  const failed = state.faults.length > faults;
  state.types.set(call.id, failed ? simpleTypes.error : simpleTypes.bool);
  if (!failed) {
    state.references.set(call.id, { kind: "overloads", ids: [overload.id] });
  }
}

/**
 * Joins the result types of several matching overloads, which occur if an argument is dynamic: `dyn` if they
 * differ.
 */
function joinResults(state: CheckState, before: CelType | undefined, next: CelType): CelType {
  if (before === undefined || before.kind === "dyn" || sameType(state.unification, next, before)) {
    return before ?? next;
  }
  return simpleTypes.dyn;
}

/** Returns the result type of an overload for these argument types, or undefined if they do not match. */
function resultOf(state: CheckState, overload: Overload, given: readonly CelType[]): CelType | undefined {
  const [result, ...parameters] = instantiate(state, overload);
  if (result === undefined || !assignAll(state.unification, given, parameters)) {
    return undefined;
  }
  return substitute(state.unification, result);
}

/** Returns the result and the parameters of a generic overload, with type variables fresh for this call. */
function instantiate(state: CheckState, overload: Overload): readonly CelType[] {
  const signature = [overload.result, ...overload.parameters];
  const letters = lettersOf(signature);
  if (letters.size === 0) {
    return signature;
  }
  const own = startUnification();
  for (const letter of letters) {
    own.bindings.set(letter, freshVariable(state.unification));
  }
  return signature.map((type) => substitute(own, type));
}

function lettersOf(types: readonly CelType[], letters: Set<string> = new Set()): ReadonlySet<string> {
  for (const type of types) {
    if (type.kind === "parameter") {
      letters.add(type.name);
    }
    lettersOf(partsOf(type), letters);
  }
  return letters;
}
