import type { CelFailure, CheckedExpression, Environment, Expression } from "../model/expression.ts";
import type { CostMeter, Variables } from "../model/program.ts";
import type { CelValue } from "../model/value.ts";
import type { Comparing } from "./equality.ts";
import { outOfBudget, EvaluationAbort } from "./evaluation-abort.ts";

/** What an evaluation of a part gives. */
export type StepOutcome = CelValue | CelFailure;

/** What one evaluation works on. */
export interface Frame {
  readonly variables: Variables;
  readonly meter: CostMeter;
  readonly comparing: Comparing;
  /** The variables of the loops, each with its place. Undefined: not begun. */
  readonly slots: (StepOutcome | undefined)[];
}

/** A part of an expression, ready to be evaluated. */
export type EvaluationStep = (frame: Frame) => StepOutcome;

/** A part of an expression with what the parts around it need to know. */
export interface EvaluationPart {
  readonly run: EvaluationStep;
  /** Its value, where it is known without any variable: then it costs nothing. */
  readonly constant?: { readonly value: CelValue };
  /** Of names, selections, indexing and conditions: what selections append to. */
  readonly attribute?: Attribute;
}

/** A way into a value: where it begins, and the steps down. */
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
  /** Known or evaluated anew each time. */
  readonly key: { readonly value: CelValue } | { readonly run: EvaluationStep };
  readonly optional: boolean;
  /** Made by `has()`: gives whether there is something. */
  readonly testOnly: boolean;
}

/** What compiles the parts of one expression. */
export interface Compiler {
  readonly checked: CheckedExpression;
  readonly environment: Environment;
  readonly part: (expression: Expression, scope: EvaluationScope | undefined) => EvaluationPart;
  readonly newSlot: () => number;
  /** A constant part fails: then the whole expression cannot be evaluated. */
  readonly fail: (failure: CelFailure) => EvaluationPart;
}

/** The variables of a loop and those around it. */
export interface EvaluationScope {
  readonly outer: EvaluationScope | undefined;
  readonly name: string;
  readonly slot: number;
  /** Of an accumulator: what it begins with, evaluated when it is first asked for. */
  readonly initial?: EvaluationStep;
}

/** Counts a cost; ends the evaluation where the budget has run out. */
export function charge(meter: CostMeter, cost: number): void {
  meter.spent += cost;
  if (meter.spent > meter.limit) {
    throw new EvaluationAbort(outOfBudget);
  }
}
