import type { CelFailure, CheckedExpression, Environment, Expression } from "../model/expression.ts";
import type { CostMeter, Variables } from "../model/program.ts";
import type { CelValue } from "../model/value.ts";
import type { Comparing } from "./equality.ts";
import { outOfBudget, EvaluationAbort } from "./evaluation-abort.ts";

/** The outcome of evaluating a part. */
export type StepOutcome = CelValue | CelFailure;

/** The state of one evaluation. */
export interface Frame {
  readonly variables: Variables;
  readonly meter: CostMeter;
  readonly comparing: Comparing;
  /** The variables of the loops, by slot. Undefined: not initialized. */
  readonly slots: (StepOutcome | undefined)[];
}

/** Evaluates a compiled part of an expression. */
export type EvaluationStep = (frame: Frame) => StepOutcome;

/** A compiled part of an expression, with the properties that enclosing parts need. */
export interface EvaluationPart {
  readonly run: EvaluationStep;
  /** Its value, if it does not depend on any variable: then it costs nothing. */
  readonly constant?: { readonly value: CelValue };
  /** The attribute of names, selections, indexing and conditions, to which selections append. */
  readonly attribute?: Attribute;
}

/** A path into a value: its start, and the steps down. */
export type Attribute =
  | { readonly kind: "path"; readonly start: EvaluationStep; readonly qualifiers: readonly Qualifier[] }
  | {
      readonly kind: "condition";
      readonly condition: EvaluationStep;
      readonly whenTrue: Attribute;
      readonly whenFalse: Attribute;
    };

/** One step down: a field, an index, a key. */
export interface Qualifier {
  /** A constant, or evaluated each time. */
  readonly key: { readonly value: CelValue } | { readonly run: EvaluationStep };
  readonly optional: boolean;
  /** Created by `has()`: evaluates to whether there is a value. */
  readonly testOnly: boolean;
}

/** Compiles the parts of one expression. */
export interface Compiler {
  readonly checked: CheckedExpression;
  readonly environment: Environment;
  readonly part: (expression: Expression, scope: EvaluationScope | undefined) => EvaluationPart;
  readonly newSlot: () => number;
  /** Records the failure of a constant part: the whole expression then cannot be evaluated. */
  readonly fail: (failure: CelFailure) => EvaluationPart;
}

/** A loop variable, and the enclosing scope. */
export interface EvaluationScope {
  readonly outer: EvaluationScope | undefined;
  readonly name: string;
  readonly slot: number;
  /** The initial value of an accumulator, evaluated on first use. */
  readonly initial?: EvaluationStep;
}

/** Adds a cost. Throws an EvaluationAbort if the budget is exceeded. */
export function charge(meter: CostMeter, cost: number): void {
  meter.spent += cost;
  if (meter.spent > meter.limit) {
    throw new EvaluationAbort(outOfBudget);
  }
}
