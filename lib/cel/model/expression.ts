import type { CelType, ObjectType } from "./type.ts";
import type { CelValue } from "./value.ts";

/**
 * A parsed expression with its macros expanded (CEL specification, syntax.proto). Operators are calls of the
 * functions `_+_`, `_&&_`, `!_`, `-_`, `_?_:_`, `_[_]`, `_[?_]`, `_?._`, `@in`, `_==_` and so on.
 */
export type Expression =
  | Literal
  | Identifier
  | Select
  | CallExpression
  | ListExpression
  | MapExpression
  | ObjectExpression
  | Comprehension;

interface Node {
  /** Unique in its expression, from 1. */
  readonly id: number;
  /** The position in the text, in UTF-16 units from 0; for an operator, that of the operator. */
  readonly offset: number;
}

/** A literal value. */
export interface Literal extends Node {
  readonly kind: "literal";
  readonly value: CelValue;
}

/** A name. */
export interface Identifier extends Node {
  readonly kind: "identifier";
  /** With a leading dot if it is written with one. */
  readonly name: string;
}

/** `operand.field`. */
export interface Select extends Node {
  readonly kind: "select";
  readonly operand: Expression;
  readonly field: string;
  /** Whether it comes from `has()`, which tests for the field. */
  readonly testOnly: boolean;
}

/** A call of a function or an operator. */
export interface CallExpression extends Node {
  readonly kind: "call";
  readonly name: string;
  /** The target: x in `x.f(y)`. */
  readonly target?: Expression;
  readonly arguments: readonly Expression[];
}

/** `[a, b]`. */
export interface ListExpression extends Node {
  readonly kind: "list";
  readonly elements: readonly Expression[];
  /** The indices of the elements written `?x`. */
  readonly optional: ReadonlySet<number>;
}

/** `{key: value}`. */
export interface MapExpression extends Node {
  readonly kind: "map";
  readonly entries: readonly Entry<Expression>[];
}

/** A message literal: `Name{field: value}`. */
export interface ObjectExpression extends Node {
  readonly kind: "object";
  readonly name: string;
  readonly entries: readonly Entry<string>[];
}

/** `key: value`, or `?key: value` if optional. */
export interface Entry<Key> {
  readonly id: number;
  readonly offset: number;
  readonly key: Key;
  readonly value: Expression;
  readonly optional: boolean;
}

/** The loop that `all`, `exists`, `map` and the other macros expand to. */
export interface Comprehension extends Node {
  readonly kind: "comprehension";
  readonly variable: string;
  /** The second variable of a two-variable macro. The first is then an index or a key. */
  readonly secondVariable?: string;
  readonly range: Expression;
  readonly accumulator: string;
  readonly initial: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

/** A fault of an expression. */
export interface ExpressionFault {
  /** In UTF-16 units from 0. */
  readonly offset: number;
  readonly message: string;
}

/** The resolution of a name or a call. */
export type CelReference =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "constant"; readonly value: CelValue }
  | { readonly kind: "overloads"; readonly ids: readonly string[] };

/** An expression with every part typed and every name resolved. */
export interface CheckedExpression {
  readonly text: string;
  readonly root: Expression;
  readonly type: CelType;
  /** By node id. */
  readonly types: ReadonlyMap<number, CelType>;
  readonly references: ReadonlyMap<number, CelReference>;
}

/** The variables and functions that an expression may use. */
export interface Environment {
  readonly variables: ReadonlyMap<string, CelType>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  /** Names of types that are usable as values: `int`, `net.IP`, `type`. */
  readonly types: ReadonlyMap<string, CelType>;
  readonly macros: ReadonlyMap<string, Macro>;
  /** Returns the type of that name, if `Name{field: value}` constructs a value of it. */
  readonly messages?: (name: string) => MessageType | undefined;
}

/** A type whose values are constructed as `Name{field: value}`. */
export interface MessageType {
  readonly type: ObjectType;
  /** Returns the failure of a value with these fields, which the types cannot exclude. */
  readonly check?: (fields: ReadonlyMap<string, CelValue>) => CelFailure | undefined;
}

/** A function with its overloads. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
}

/** One overload of a function. */
export interface Overload {
  /** Unique over all functions, as in CEL's and Kubernetes' own declarations: `contains_string`. */
  readonly id: string;
  /** Whether it is called as `x.f(y)`; x is then the first parameter. */
  readonly receiver: boolean;
  readonly parameters: readonly CelType[];
  readonly result: CelType;
  /**
   * Evaluates the call. Arguments fit the parameters, or, if one was `dyn`, may not: the result is then the
   * error "no such overload". Never throws for them. Absent for calls that the evaluator implements (`_&&_`,
   * `_?_:_`, `@not_strictly_false`).
   */
  readonly call?: (...values: readonly CelValue[]) => CelValue | CelFailure;
}

/** The reason that an evaluation has no value. It is a value in CEL's sense: `false && failure` is false. */
export class CelFailure {
  readonly message: string;
  /** `cost`: the budget is exhausted, which nothing absorbs. */
  readonly cause: "cost" | "value";

  constructor(message: string, cause: "cost" | "value" = "value") {
    this.message = message;
    this.cause = cause;
  }
}

/**
 * Rewrites a call during parsing. Its key in an environment: `name:argumentCount:receiver`, `exists:2:true`.
 */
export interface Macro {
  readonly name: string;
  readonly receiver: boolean;
  readonly argumentCount: number;
  /** Returns the expansion; undefined leaves the call unchanged. */
  readonly expand: (call: MacroCall) => Expression | ExpressionFault | undefined;
}

/** A call that a macro may rewrite, and the source of ids for new nodes. */
export interface MacroCall {
  readonly offset: number;
  readonly target?: Expression;
  readonly arguments: readonly Expression[];
  readonly nextId: () => number;
}
