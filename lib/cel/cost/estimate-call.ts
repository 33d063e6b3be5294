import type { CallExpression, Expression } from "../model/expression.ts";
import { authorizerEstimates } from "./authorizer-functions.ts";
import { type CallEstimate, type EstimateCall, type Operand, perCharacter } from "./call-estimate.ts";
import { estimateEquality, standardEstimates } from "./standard-functions.ts";
import {
  either,
  type Estimate,
  nothing,
  one,
  plus,
  scaled,
  sum,
  unbounded,
  unknownEstimate,
} from "./estimate.ts";
import { extensionEstimates, listEstimates } from "./list-functions.ts";
import { nominalEstimates } from "./nominal-functions.ts";
import { parsingEstimates } from "./parsing-functions.ts";
import {
  eitherEntries,
  entriesOf,
  noteEntries,
  recordSize,
  operandOf,
  sizePath,
  type SizeTable,
  knownSize,
} from "./size-table.ts";
import { textEstimates } from "./text-functions.ts";
import { declaredSize, extendPath } from "./type-path.ts";
import type { Estimation } from "./estimate-loop.ts";

/** The functions of Kubernetes, by their names. */
const kubernetesEstimates: ReadonlyMap<string, EstimateCall> = new Map<string, EstimateCall>([
  ...authorizerEstimates,
  ...listEstimates,
  ...nominalEstimates,
  ...parsingEstimates,
  ...textEstimates,
  ["_==_", estimateEquality],
]);

/** A call with the estimated costs of its operands and its target. */
interface CallWork {
  readonly book: SizeTable;
  readonly call: CallExpression;
  readonly operands: readonly Operand[];
  readonly target: Operand | undefined;
  readonly costs: readonly Estimate[];
}

/** The operators whose cost depends on the parts of the expression, by the overload. */
const operators: ReadonlyMap<string, (work: CallWork, overload: string) => CallEstimate> = new Map([
  ["add_bytes", estimateSum],
  ["add_list", estimateSum],
  ["add_string", estimateSum],
  ["conditional", estimateChoice],
  ["logical_and", estimateLogic],
  ["logical_or", estimateLogic],
]);

/**
 * Estimates the cost of a call with its target and its operands: a range that covers every possible overload.
 */
export function estimateCall(estimation: Estimation, call: CallExpression): Estimate {
  const { book, estimate, checked } = estimation;
  const [first] = call.arguments;
  if (call.name === "dyn" && first !== undefined) {
    return estimateDyn(estimation, call, first);
  }
  const costs: Estimate[] = [];
  const operands = call.arguments.map((operand) => {
    costs.push(estimate(operand));
    return operandOf(book, operand);
  });
  const reference = checked.references.get(call.id);
  if (reference?.kind !== "overloads" || reference.ids.length === 0) {
    return nothing;
  }
  const before = call.target === undefined ? nothing : estimate(call.target);
  const target = call.target && operandOf(book, call.target);
  return plus(before, estimateOverloads({ book, call, operands, target, costs }, reference.ids));
}

/** `dyn` only disables type checking; known sizes are kept. */
function estimateDyn({ book, estimate }: Estimation, call: CallExpression, operand: Expression): Estimate {
  const cost = plus(one, estimate(operand));
  recordSize(book, call, knownSize(book, operand));
  noteEntries(book, call, entriesOf(book, operand));
  return cost;
}

function estimateOverloads(work: CallWork, overloads: readonly string[]): Estimate {
  const { book, call } = work;
  let cost: Estimate = { min: unbounded, max: 0 };
  let size: Estimate | undefined;
  for (const overload of overloads) {
    const found = estimateOverload(work, overload);
    cost = either(cost, found.cost);
    size = size && found.size ? either(size, found.size) : (size ?? found.size);
    size = (isIndex(overload) ? enterIndex(work, overload) : size) ?? knownSize(book, call);
  }
  recordSize(book, call, size);
  return cost;
}

function isIndex(overload: string): boolean {
  return overload === "index_list" || overload === "index_map";
}

/** Records that the call is an entry of its first operand. */
function enterIndex({ book, call }: CallWork, overload: string): Estimate | undefined {
  const [container] = call.arguments;
  if (container === undefined) {
    return undefined;
  }
  const step = overload === "index_list" ? "@items" : "@values";
  book.paths.set(call.id, extendPath(sizePath(book, container), step));
  return entriesOf(book, container)?.value;
}

function estimateOverload(work: CallWork, overload: string): CallEstimate {
  const { book, call, operands, target, costs } = work;
  const estimated = {
    overload,
    target,
    operands,
    sizeOf: (operand: Operand) => operand.size ?? declaredSize(book.root, operand.path) ?? unknownEstimate,
  };
  const known =
    extensionEstimates.get(overload)?.(estimated) ?? kubernetesEstimates.get(call.name)?.(estimated);
  const operator = known === undefined ? operators.get(overload) : undefined;
  if (operator !== undefined) {
    return operator(work, overload);
  }
  const own = known ?? standardEstimates.get(overload)?.(estimated) ?? { cost: one };
  return { ...own, cost: plus(own.cost, sum(costs)) };
}

/** The right side may not be evaluated. */
function estimateLogic({ costs }: CallWork): CallEstimate {
  return { cost: { min: costs[0]?.min ?? 0, max: sum(costs).max } };
}

function estimateChoice(work: CallWork): CallEstimate {
  const [condition = unknownEstimate, yes = unknownEstimate, no = unknownEstimate] = work.costs;
  noteEntries(work.book, work.call, operandEntries(work, 1, 2));
  return { cost: plus(condition, either(yes, no)), size: either(operandSize(work, 1), operandSize(work, 2)) };
}

/** Joining lists takes one step, strings and bytes are copied. */
function estimateSum(work: CallWork, overload: string): CallEstimate {
  const size = plus(operandSize(work, 0), operandSize(work, 1));
  noteEntries(work.book, work.call, operandEntries(work, 0, 1));
  const own = overload === "add_list" ? one : scaled(size, perCharacter);
  return { cost: plus(own, sum(work.costs)), size };
}

function operandSize({ operands }: CallWork, index: number): Estimate {
  return operands[index]?.size ?? unknownEstimate;
}

function operandEntries(
  { book, call }: CallWork,
  first: number,
  second: number,
): ReturnType<typeof entriesOf> {
  const left = call.arguments[first];
  const right = call.arguments[second];
  return left && right && eitherEntries(entriesOf(book, left), entriesOf(book, right));
}
