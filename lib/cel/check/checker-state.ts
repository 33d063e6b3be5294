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

/** What is known of an expression while it is checked. */
export interface CheckState {
  readonly environment: Environment;
  readonly unification: Unification;
  readonly types: Map<number, CelType>;
  readonly references: Map<number, CelReference>;
  readonly faults: ExpressionFault[];
  /** The variables of the loops that are open here. */
  scope: CheckerScope | undefined;
  /** Checks a part of the expression: gives it back with its names resolved. */
  readonly check: (expression: Expression) => Expression;
}

/** The variables of a loop, and what is around it. */
export interface CheckerScope {
  readonly variables: ReadonlyMap<string, CelType>;
  readonly parent: CheckerScope | undefined;
}

/** What a name stands for. */
export interface Meaning {
  readonly name: string;
  readonly type: CelType;
  readonly reference: CelReference;
}

/** As many as are shown: see `formatFaults`. */
const maxDescribed = 100;

/** Notes a fault. After a hundred, which is all that anybody is shown, they are only counted. */
export function report(state: CheckState, offset: number, message: () => string): void {
  state.faults.push({ offset, message: state.faults.length < maxDescribed ? message() : "" });
}

/** Notes that something of one type is where another one must be. */
export function reportMismatch(
  state: CheckState,
  offset: number,
  types: { readonly expected: CelType; readonly found: CelType },
): void {
  const text = () =>
    `expected type '${describeType(types.expected)}' but found '${describeType(types.found)}'`;
  report(state, offset, text);
}

/** Notes that a name stands for nothing. Its type is then that of a fault. */
export function reportUndeclared(state: CheckState, node: Expression, name: string): void {
  state.types.set(node.id, simpleTypes.error);
  report(state, node.offset, () => `undeclared reference to '${name}' (in container '')`);
}

/** The type that a part was found to have. */
export function checkedType(state: CheckState, node: Expression): CelType {
  return state.types.get(node.id) ?? simpleTypes.error;
}

/**
 * The type of an element and of those before it: `dyn` where no one type fits them all. Whether there may be
 * such lists is for `literalFaults` to say.
 */
export function joinTypes(state: CheckState, previous: CelType | undefined, next: CelType): CelType {
  if (previous === undefined) {
    return next;
  }
  const fit = assign(state.unification, previous, next);
  return fit ? mostGeneral(state.unification, previous, next) : simpleTypes.dyn;
}

/** What a name, which may have dots, stands for: a variable of a loop, a variable, or a type. */
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

/** The function of that name. */
export function findFunction(state: CheckState, written: string): FunctionDeclaration | undefined {
  return state.environment.functions.get(withoutDot(written));
}

/** The name that `a.b.c` spells, or undefined where the expression is something else. */
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
