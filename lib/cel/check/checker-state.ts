import type {
  Environment,
  Expression,
  ExpressionFault,
  FunctionDeclaration,
  CelReference,
} from "../model/expression.ts";
import type { CelType } from "../model/type.ts";
import { simpleTypes } from "../model/type.ts";
import { describeType } from "./describe-type.ts";
import { assign, mostGeneral, type Unification } from "./unification.ts";

/** The state of checking an expression. */
export interface CheckState {
  readonly environment: Environment;
  readonly unification: Unification;
  readonly types: Map<number, CelType>;
  readonly references: Map<number, CelReference>;
  readonly faults: ExpressionFault[];
  /** The innermost scope of loop variables. */
  scope: CheckerScope | undefined;
  /** Checks a part of the expression and returns it with its names resolved. */
  readonly check: (expression: Expression) => Expression;
}

/** The variables of a loop, and the enclosing scope. */
export interface CheckerScope {
  readonly variables: ReadonlyMap<string, CelType>;
  readonly parent: CheckerScope | undefined;
}

/** The resolution of a name. */
export interface Meaning {
  readonly name: string;
  readonly type: CelType;
  readonly reference: CelReference;
}

/** The number of faults that are shown: see `formatFaults`. */
const maxDescribed = 100;

/** Records a fault. After the first hundred, which is all that is shown, faults are only counted. */
export function report(state: CheckState, offset: number, message: () => string): void {
  state.faults.push({ offset, message: state.faults.length < maxDescribed ? message() : "" });
}

/** Reports a type mismatch. */
export function reportMismatch(
  state: CheckState,
  offset: number,
  types: { readonly expected: CelType; readonly found: CelType },
): void {
  const text = () =>
    `expected type '${describeType(types.expected)}' but found '${describeType(types.found)}'`;
  report(state, offset, text);
}

/** Reports an undeclared name and sets its type to `error`. */
export function reportUndeclared(state: CheckState, node: Expression, name: string): void {
  state.types.set(node.id, simpleTypes.error);
  report(state, node.offset, () => `undeclared reference to '${name}' (in container '')`);
}

/** Returns the checked type of a part. */
export function checkedType(state: CheckState, node: Expression): CelType {
  return state.types.get(node.id) ?? simpleTypes.error;
}

/**
 * Returns the common type of an element and of those before it: `dyn` if no single type fits them all.
 * `literalFaults` decides whether such lists are allowed.
 */
export function joinTypes(state: CheckState, previous: CelType | undefined, next: CelType): CelType {
  if (previous === undefined) {
    return next;
  }
  const fit = assign(state.unification, previous, next);
  return fit ? mostGeneral(state.unification, previous, next) : simpleTypes.dyn;
}

/** Resolves a name, which may have dots: a loop variable, a variable, or a type. */
export function findMeaning(state: CheckState, written: string): Meaning | undefined {
  const name = withoutDot(written);
  const type = findInScopes(state.scope, name) ?? state.environment.variables.get(name);
  if (type !== undefined) {
    return { name, type, reference: { kind: "variable", name } };
  }
  const named = state.environment.types.get(name);
  if (named === undefined) {
    return undefined;
  }
  const reference: CelReference = { kind: "constant", value: { tag: "type", type: named } };
  return { name, type: { kind: "type", of: named }, reference };
}

/** Returns the function of that name. */
export function findFunction(state: CheckState, written: string): FunctionDeclaration | undefined {
  return state.environment.functions.get(withoutDot(written));
}

/** Returns the name that `a.b.c` spells, or undefined if the expression is something else. */
export function qualifiedName(expression: Expression): string | undefined {
  const fields: string[] = [];
  let node = expression;
  while (node.kind === "select" && !node.testOnly) {
    fields.push(node.field);
    node = node.operand;
  }
  return node.kind === "identifier" ? [node.name, ...fields.toReversed()].join(".") : undefined;
}

function findInScopes(innermost: CheckerScope | undefined, name: string): CelType | undefined {
  for (let scope = innermost; scope !== undefined; scope = scope.parent) {
    const type = scope.variables.get(name);
    if (type !== undefined) {
      return type;
    }
  }
  return undefined;
}

/** There is no container that names could be relative to, so a leading dot makes no difference. */
function withoutDot(name: string): string {
  return name.startsWith(".") ? name.slice(1) : name;
}
