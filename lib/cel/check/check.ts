import type {
  CheckedExpression,
  Comprehension,
  Environment,
  Expression,
  ExpressionFault,
  Identifier,
  ListExpression,
  Literal,
  MapExpression,
  ObjectExpression,
} from "../model/expression.ts";
import { simpleTypes, type CelType } from "../model/type.ts";
import { UnsignedInt } from "../model/value.ts";
import { checkCall } from "./check-call.ts";
import { checkComprehension } from "./check-comprehension.ts";
import { checkList, checkMap, checkObject } from "./check-literal.ts";
import { checkSelect } from "./check-select.ts";
import { findMeaning, reportUndeclared, type CheckState } from "./checker-state.ts";
import { literalFaults } from "./literal-errors.ts";
import { startUnification, substitute } from "./unification.ts";

/** Deeper than any expression that the parser accepts, macros included, and far from the end of the stack. */
const maxDepth = 700;

/**
 * Checks the types of a parsed expression: assigns a type to every part and resolves every name, or returns
 * the faults in the words of the API server.
 *
 * In the result, names are resolved: `a.b` that names one thing is an identifier, a call of `ip.isCanonical`
 * has no target, and `self.namespace` selects the field that the type calls `__namespace__`.
 *
 * The rules are those of the CEL specification ("Gradual Type Checking") with the options that Kubernetes
 * 1.36 enables: elements of a list or map have the same type, though `format` accepts any, numbers of
 * different types may be compared by order but not for equality, optionals; and literals that can never be
 * valid are faults: durations, timestamps, patterns, format strings.
 *
 * Complexity: linear in the expression and the sizes of its types. Both are bounded; exceeding a bound is
 * reported as a fault.
 */
export function checkExpression(
  text: string,
  expression: Expression,
  environment: Environment,
): CheckedExpression | { readonly faults: readonly ExpressionFault[] } {
  const state = startCheck(environment);
  const root = state.check(expression);
  const types = state.faults.length > 0 ? state.types : closeTypes(state);
  if (state.unification.exhausted) {
    return { faults: [tooLarge(expression)] };
  }
  if (state.faults.length > 0) {
    return { faults: state.faults };
  }
  const type = types.get(root.id) ?? simpleTypes.error;
  const checked = { text, root, type, types, references: state.references };
  const faults = literalFaults(checked, environment);
  return faults.length > 0 ? { faults } : checked;
}

function startCheck(environment: Environment): CheckState {
  let depth = 0;
  const state: CheckState = {
    environment,
    unification: startUnification(),
    types: new Map(),
    references: new Map(),
    faults: [],
    scope: undefined,
    check: (expression) => {
      if (depth >= maxDepth || state.unification.exhausted) {
        state.unification.exhausted = true;
        return expression;
      }
      depth += 1;
      const checked = checkNode(state, expression);
      depth -= 1;
      return checked;
    },
  };
  return state;
}

/** Returns the types of the parts without type variables: unbound ones become `dyn`. */
function closeTypes(state: CheckState): ReadonlyMap<number, CelType> {
  const types = new Map<number, CelType>();
  for (const [id, type] of state.types) {
    types.set(id, substitute(state.unification, type, true));
  }
  return types;
}

function tooLarge(expression: Expression): ExpressionFault {
  return { offset: expression.offset, message: "expression is too large or too deep to check its types" };
}

function checkNode(state: CheckState, expression: Expression): Expression {
  if (expression.kind === "literal") {
    state.types.set(expression.id, literalType(expression));
    return expression;
  }
  if (expression.kind === "identifier") {
    return checkIdentifier(state, expression);
  }
  if (expression.kind === "select") {
    return checkSelect(state, expression);
  }
  return expression.kind === "call" ? checkCall(state, expression) : checkCompound(state, expression);
}

function checkCompound(
  state: CheckState,
  expression: Comprehension | ListExpression | MapExpression | ObjectExpression,
): Expression {
  if (expression.kind === "list") {
    return checkList(state, expression);
  }
  if (expression.kind === "map") {
    return checkMap(state, expression);
  }
  return expression.kind === "object"
    ? checkObject(state, expression)
    : checkComprehension(state, expression);
}

function checkIdentifier(state: CheckState, identifier: Identifier): Expression {
  const meaning = findMeaning(state, identifier.name);
  if (meaning === undefined) {
    reportUndeclared(state, identifier, identifier.name);
    return identifier;
  }
  state.types.set(identifier.id, meaning.type);
  state.references.set(identifier.id, meaning.reference);
  return { ...identifier, name: meaning.name };
}

const literalTypes = new Map<string, CelType>([
  ["bigint", simpleTypes.int],
  ["boolean", simpleTypes.bool],
  ["number", simpleTypes.double],
  ["string", simpleTypes.string],
]);

function literalType({ value }: Literal): CelType {
  if (value === null) {
    return simpleTypes.null;
  }
  if (value instanceof UnsignedInt) {
    return simpleTypes.uint;
  }
  return value instanceof Uint8Array
    ? simpleTypes.bytes
    : (literalTypes.get(typeof value) ?? simpleTypes.error);
}
