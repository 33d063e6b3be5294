import type { CelType } from "./type.ts";
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
  /** Where it stands in the text, in UTF-16 units from 0; of an operator, where the operator stands. */
  readonly offset: number;
}

/** A value as it is written. */
export interface Literal extends Node {
  readonly kind: "literal";
  readonly value: CelValue;
}

/** A name. */
export interface Identifier extends Node {
  readonly kind: "identifier";
  /** With a leading dot where it is written with one. */
  readonly name: string;
}

/** `operand.field`. */
export interface Select extends Node {
  readonly kind: "select";
  readonly operand: Expression;
  readonly field: string;
  /** Made by `has()`: asks whether the field is there. */
  readonly testOnly: boolean;
}

/** A function or an operator with what it is given. */
export interface CallExpression extends Node {
  readonly kind: "call";
  readonly name: string;
  /** Of `x.f(y)`: x. */
  readonly target?: Expression;
  readonly arguments: readonly Expression[];
}

/** `[a, b]`. */
export interface ListExpression extends Node {
  readonly kind: "list";
  readonly elements: readonly Expression[];
  /** Which elements are written `?x`. */
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

/** `key: value`, or `?key: value` where optional. */
export interface Entry<Key> {
  readonly id: number;
  readonly offset: number;
  readonly key: Key;
  readonly value: Expression;
  readonly optional: boolean;
}

/** The loop that `all`, `exists`, `map` and the other macros become. */
export interface Comprehension extends Node {
  readonly kind: "comprehension";
  readonly variable: string;
  /** Of the two-variable macros: the second one. The first is then an index or a key. */
  readonly secondVariable?: string;
  readonly range: Expression;
  readonly accumulator: string;
  readonly initial: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

/** One thing wrong with an expression. */
export interface ExpressionFault {
  /** In UTF-16 units from 0. */
  readonly offset: number;
  readonly message: string;
}

/** What a name or a call stands for. */
export type CelReference =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "constant"; readonly value: CelValue }
  | { readonly kind: "overloads"; readonly ids: readonly string[] };

/** An expression whose every part has a type and every name a meaning. */
export interface CheckedExpression {
  readonly text: string;
  readonly root: Expression;
  readonly type: CelType;
  /** By the ids of the nodes. */
  readonly types: ReadonlyMap<number, CelType>;
  readonly references: ReadonlyMap<number, CelReference>;
}

/** Variables and functions that an expression may name. */
export interface Environment {
  readonly variables: ReadonlyMap<string, CelType>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  /** Names of types: `int`, `net.IP`, `type`, as values. */
  readonly types: ReadonlyMap<string, CelType>;
  readonly macros: ReadonlyMap<string, Macro>;
}

/** A function with its forms. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
}

/** One form of a function. */
export interface Overload {
  /** Unique over all functions, as in CEL's and Kubernetes' own declarations: `contains_string`. */
  readonly id: string;
  /** Whether it is written `x.f(y)`; x is then the first parameter. */
  readonly receiver: boolean;
  readonly parameters: readonly CelType[];
  readonly result: CelType;
  /**
   * What it gives. Arguments fit the parameters, or, where a `dyn` was given, may not: then it gives the
   * error "no such overload". Never throws for them; no argument is an error. Absent for what the evaluator
   * does itself (`_&&_`, `_?_:_`, `@not_strictly_false`).
   */
  readonly call?: (...values: readonly CelValue[]) => CelValue | CelFailure;
}

/** Why an evaluation gave no value. A value in CEL's sense: `false && failure` is false. */
export class CelFailure {
  readonly message: string;
  /** `cost`: the budget has run out, which nothing absorbs. */
  readonly cause: "cost" | "value";

  constructor(message: string, cause: "cost" | "value" = "value") {
    this.message = message;
    this.cause = cause;
  }
}

/**
 * Rewrites a call while it is parsed. Its key in an environment: `name:argumentCount:receiver`,
 * `exists:2:true`.
 */
export interface Macro {
  readonly name: string;
  readonly receiver: boolean;
  readonly argumentCount: number;
  /** Undefined leaves the call as it is. */
  readonly expand: (call: MacroCall) => Expression | ExpressionFault | undefined;
}

/** A call that a macro may rewrite, with what it makes nodes from. */
export interface MacroCall {
  readonly offset: number;
  readonly target?: Expression;
  readonly arguments: readonly Expression[];
  readonly nextId: () => number;
}
