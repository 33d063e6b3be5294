import { actualSize, traversalCost, type CostOfCall, sameCost } from "./actual-size.ts";
import { type EstimateCall, type Operand, perCharacter, perList, entryOf } from "./call-estimate.ts";
import { type Estimate, exactly, one, plus, scaled, times, unbounded } from "./estimate.ts";

const kinds: readonly string[] = [
  "bool",
  "bytes",
  "double",
  "duration",
  "int",
  "string",
  "timestamp",
  "uint",
];

/** The types whose lists CEL's extension can sort, as its overloads name them. */
const sortedKinds: readonly string[] = [
  "bool",
  "bytes",
  "double",
  "google.protobuf.Duration",
  "google.protobuf.Timestamp",
  "int",
  "string",
  "uint",
];

/** The estimated costs of functions that traverse a list once, by function name. */
export const listEstimates: ReadonlyMap<string, EstimateCall> = new Map(
  ["indexOf", "isSorted", "lastIndexOf", "max", "min", "sum"].map((name) => [name, estimateSearch] as const),
);

function estimateSearch({ target, sizeOf }: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  if (target === undefined) {
    return undefined;
  }
  const entry = entryOf(target);
  if (entry === undefined) {
    return { cost: scaled(sizeOf(target), perCharacter) };
  }
  const isText = entry.type.kind === "string" || entry.type.kind === "bytes";
  const each = isText ? plus(one, scaled(sizeOf(entry), perCharacter)) : one;
  return { cost: times(sizeOf(target), each) };
}

/** The estimated costs of CEL's own extensions for lists and sets, by overload. */
export const extensionEstimates: ReadonlyMap<string, EstimateCall> = new Map<string, EstimateCall>([
  ["list_distinct", ({ target, sizeOf }) => squareList(target && sizeOf(target), 2)],
  ["list_flatten", ({ target, sizeOf }) => madeList(target && sizeOf(target), 1)],
  [
    "list_flatten_int",
    ({ target, operands, sizeOf }) => madeList(target && sizeOf(target), writtenInt(operands[0], unbounded)),
  ],
  ["list_reverse", ({ target, sizeOf }) => madeList(target && sizeOf(target), 1)],
  ["list_sets_contains_list", (call) => estimateSets(call, 1)],
  ["list_sets_equivalent_list", (call) => estimateSets(call, 2)],
  ["list_sets_intersects_list", (call) => estimateSets(call, 1)],
  ["list_slice", estimateSlice],
  ["lists_range", ({ operands }) => madeList(exactly(writtenInt(operands[0], unbounded)), 1)],
  ...sortedKinds.flatMap((kind) => {
    const factor = kind === "string" || kind === "bytes" ? 2 + perCharacter : 2;
    const sort: EstimateCall = ({ target, sizeOf }) => squareList(target && sizeOf(target), factor);
    const sortBy: EstimateCall = ({ operands: [keys], sizeOf }) => squareList(keys && sizeOf(keys), factor);
    return [[`list_${kind}_sort`, sort] as const, [`list_${kind}_sortByAssociatedKeys`, sortBy] as const];
  }),
]);

function estimateSlice({ target, operands, sizeOf }: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  if (target === undefined) {
    return undefined;
  }
  const start = writtenInt(operands[0], 0);
  const end = writtenInt(operands[1], sizeOf(target).max);
  // An end before the start counts as the maximum size, as in the API server.
  return madeList(exactly(end < start ? unbounded : end - start), 1);
}

function writtenInt(operand: Operand | undefined, otherwise: number): number {
  const literal = operand?.expression?.kind === "literal" ? operand.expression.value : undefined;
  return typeof literal === "bigint" ? Math.max(0, Number(literal)) : otherwise;
}

/** Estimates comparing every entry with every other. */
function squareList(size: Estimate | undefined, factor: number): ReturnType<EstimateCall> {
  return madeList(size && times(size, size), factor);
}

function madeList(size: Estimate | undefined, factor: number): ReturnType<EstimateCall> {
  return size && { cost: plus(scaled(size, factor), exactly(1 + perList)), size };
}

function estimateSets(
  { operands, sizeOf }: Parameters<EstimateCall>[0],
  factor: number,
): ReturnType<EstimateCall> {
  const [left, right] = operands;
  return left && right && { cost: plus(scaled(times(sizeOf(left), sizeOf(right)), factor), one) };
}

const costOfSearch: CostOfCall = ([list = null]) => traversalCost(list);

const costOfMaking: CostOfCall = (_, result) => costOfList(actualSize(result), 1);

const costOfFlattening: CostOfCall = ([list = null, depth = 1n]) =>
  costOfList(actualSize(list), typeof depth === "bigint" ? Number(depth) : 1);

const costOfComparingFirst: CostOfCall = ([list = null]) => costOfComparing(list);

const costOfComparingSecond: CostOfCall = ([, keys = null]) => costOfComparing(keys);

function costOfComparing(list: Parameters<CostOfCall>[1]): number {
  const size = actualSize(list);
  const first =
    size > 0 && typeof list === "object" && list !== null && "tag" in list && list.tag === "list"
      ? list.at(0)
      : null;
  const isText = typeof first === "string" || first instanceof Uint8Array;
  return costOfList(size * size, isText ? 2 + perCharacter : 2);
}

function costOfList(size: number, factor: number): number {
  return Math.floor(size * factor) + 1 + perList;
}

function costOfSets(factor: number): CostOfCall {
  return ([left = null, right = null]) => 1 + actualSize(left) * actualSize(right) * factor;
}

/** The actual costs of list functions, by overload and function name. */
export const listCosts: ReadonlyMap<string, CostOfCall> = new Map<string, CostOfCall>([
  ...sameCost(costOfSearch, [
    ...listEstimates.keys(),
    "list_a_index_of_int",
    "list_a_last_index_of_int",
    "string_index_of_string",
    "string_index_of_string_int",
    "string_last_index_of_string",
    "string_last_index_of_string_int",
    ...kinds.flatMap((kind) => [
      `list_${kind}_is_sorted_bool`,
      `list_${kind}_max_${kind}`,
      `list_${kind}_min_${kind}`,
      `list_${kind}_sum_${kind}`,
    ]),
  ]),
  ...sameCost(costOfMaking, ["list_reverse", "list_slice", "lists_range"]),
  ...sameCost(costOfFlattening, ["list_flatten", "list_flatten_int"]),
  ...sameCost(costOfComparingFirst, ["list_distinct", ...sortedKinds.map((kind) => `list_${kind}_sort`)]),
  ...sameCost(
    costOfComparingSecond,
    sortedKinds.map((kind) => `list_${kind}_sortByAssociatedKeys`),
  ),
  ...sameCost(costOfSets(1), ["list_sets_contains_list", "list_sets_intersects_list"]),
  ["list_sets_equivalent_list", costOfSets(2)],
]);
