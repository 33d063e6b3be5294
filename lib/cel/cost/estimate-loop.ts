import type { Comprehension, Expression, CheckedExpression } from "../model/expression.ts";
import { type Estimate, plus, unknownEstimate, sum, times } from "./estimate.ts";
import {
  bindLocal,
  unbind,
  recordSize,
  knownSize,
  noteEntries,
  entriesOf,
  type SizeTable,
  bindEntries,
  bindKeys,
  bindValues,
} from "./size-table.ts";

/** Estimates the cost of a loop: its range, and each iteration times the possible number of entries. */
export function estimateComprehension(work: Estimation, loop: Comprehension): Estimate {
  return isBinding(loop) ? estimateBinding(work, loop) : estimateLoop(work, loop);
}

/** Reports whether it only binds a name to a value, as `optMap` does: a loop over nothing. */
function isBinding({ range, condition, accumulator }: Comprehension): boolean {
  return (
    range.kind === "list" &&
    range.elements.length === 0 &&
    condition.kind === "literal" &&
    condition.value === false &&
    accumulator !== "__result__"
  );
}

function estimateBinding({ book, estimate }: Estimation, loop: Comprehension): Estimate {
  const before = plus(estimate(loop.range), estimate(loop.initial));
  bindLocal(book, loop.accumulator, loop.initial);
  const result = estimate(loop.result);
  unbind(book, loop.accumulator);
  recordSize(book, loop, knownSize(book, loop.result));
  noteEntries(book, loop, entriesOf(book, loop.result));
  return plus(before, result);
}

function estimateLoop({ book, estimate }: Estimation, loop: Comprehension): Estimate {
  const before = plus(estimate(loop.range), estimate(loop.initial));
  bindLocal(book, loop.accumulator, loop.initial);
  bindLoop(book, loop);
  const round = plus(estimate(loop.condition), estimate(loop.step));
  unbind(book, loop.variable);
  if (loop.secondVariable !== undefined) {
    unbind(book, loop.secondVariable);
  }
  const result = estimate(loop.result);
  unbind(book, loop.accumulator);
  const count = knownSize(book, loop.range) ?? unknownEstimate;
  noteResult(book, loop, count);
  return sum([before, result, times(count, round)]);
}

function bindLoop(book: SizeTable, { variable, secondVariable, range }: Comprehension): void {
  if (secondVariable === undefined) {
    bindEntries(book, variable, range);
  } else {
    bindKeys(book, variable, range);
    bindValues(book, secondVariable, range);
  }
}

/** A loop that collects a list or a map has as many entries as iterations. */
function noteResult(book: SizeTable, loop: Comprehension, count: Estimate): void {
  const initial: Expression["kind"] = loop.initial.kind;
  if (initial === "literal") {
    recordSize(book, loop, knownSize(book, loop.initial));
  } else if (initial === "list" || initial === "map") {
    recordSize(book, loop, count);
    noteEntries(book, loop, entriesOf(book, loop.step));
  }
}

/** The state of an estimate. */
export interface Estimation {
  readonly checked: CheckedExpression;
  readonly book: SizeTable;
  /**
   * Estimates the cost of a part. Records the sizes it finds in the size table, so the order of calls
   * matters.
   */
  readonly estimate: (part: Expression) => Estimate;
}
