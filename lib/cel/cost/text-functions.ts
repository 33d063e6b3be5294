import { actualSize, type CostOfCall, sameCost } from "./actual-size.ts";
import {
  type EstimateCall,
  type Operand,
  perCharacter,
  perPatternCharacter,
  entryOf,
} from "./call-estimate.ts";
import { type Estimate, nothing, one, plus, scaled, times, unbounded } from "./estimate.ts";

/** The estimated costs of string functions, by function name. */
export const textEstimates: ReadonlyMap<string, EstimateCall> = new Map<string, EstimateCall>([
  ["find", estimateFind],
  ["findAll", estimateFind],
  ["join", estimateJoin],
  ["jsonpatch.escapeKey", estimateArgument],
  ["lowerAscii", estimateTarget],
  ["replace", estimateReplace],
  ["split", estimateSplit],
  ["substring", estimateTarget],
  ["trim", estimateTarget],
  ["upperAscii", estimateTarget],
  ["url", estimateArgument],
]);

function estimateArgument({ operands, sizeOf }: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  const [text] = operands;
  return text === undefined || operands.length > 1 ? undefined : traversal(sizeOf(text));
}

function estimateTarget({ target, sizeOf }: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  return target === undefined ? undefined : traversal(sizeOf(target));
}

function traversal(size: Estimate): ReturnType<EstimateCall> {
  return { cost: scaled(size, perCharacter), size };
}

function estimateFind({ target, operands, sizeOf }: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  const [pattern] = operands;
  if (target === undefined || pattern === undefined) {
    return undefined;
  }
  const size = sizeOf(target);
  return { cost: patternCost(size, sizeOf(pattern)), size: { min: 0, max: size.max } };
}

/**
 * Returns the cost of matching a pattern of that length against a text of that length. One character is
 * added, so that an empty text has a cost.
 */
export function patternCost(text: Estimate, pattern: Estimate): Estimate {
  return times(scaled(plus(text, one), perCharacter), scaled(pattern, perPatternCharacter));
}

function estimateSplit({ target, operands, sizeOf }: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  if (target === undefined) {
    return undefined;
  }
  const size = sizeOf(target);
  // Without a literal count, every character may become an entry.
  return {
    cost: scaled(size, 2 * perCharacter),
    size: { min: 0, max: writtenCount(operands[1]) ?? size.max },
  };
}

function writtenCount(operand: Operand | undefined): number | undefined {
  const literal = operand?.expression?.kind === "literal" ? operand.expression.value : undefined;
  if (typeof literal !== "bigint") {
    return undefined;
  }
  // A negative count requests all entries, and counts as unbounded.
  return literal < 0n ? unbounded : Number(literal);
}

function estimateJoin({ target, operands, sizeOf }: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  if (target === undefined) {
    return undefined;
  }
  const count = sizeOf(target);
  const entry = entryOf(target);
  const texts = entry === undefined ? nothing : times(count, sizeOf(entry));
  const [separator] = operands;
  const gaps = { min: Math.max(0, count.min - 1), max: Math.max(0, count.max - 1) };
  const size = separator === undefined ? texts : plus(texts, times(sizeOf(separator), gaps));
  return { cost: scaled(size, perCharacter), size };
}

function estimateReplace({
  target,
  operands,
  sizeOf,
}: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  const [old, replacement] = operands;
  if (target === undefined || old === undefined || replacement === undefined) {
    return undefined;
  }
  const size = sizeOf(target);
  return {
    cost: scaled(size, 2 * perCharacter),
    size: {
      min: shortestReplaced(size, sizeOf(old), sizeOf(replacement)),
      max: longestReplaced(size, sizeOf(old), sizeOf(replacement)),
    },
  };
}

/**
 * Returns the minimum length if the longest possible matches are replaced by the shortest possible
 * replacement.
 */
function shortestReplaced(text: Estimate, old: Estimate, replacement: Estimate): number {
  if (old.max === 0) {
    return between(text.min, replacement.min);
  }
  return old.max <= replacement.min ? text.min : Math.ceil(text.min / old.max) * replacement.min;
}

function longestReplaced(text: Estimate, old: Estimate, replacement: Estimate): number {
  if (old.min === 0) {
    return between(text.max, replacement.max);
  }
  const longest = replacement.max <= old.min ? text.max : Math.ceil(text.max / old.min) * replacement.max;
  return Math.min(longest, unbounded);
}

/** An empty text matches before and after every character. */
function between(characters: number, inserted: number): number {
  return Math.min((characters + 1) * inserted + characters, unbounded);
}

const costOfTraversal: CostOfCall = ([text = null]) => Math.ceil(actualSize(text) * perCharacter);

const costOfRebuilding: CostOfCall = ([text = null]) => Math.ceil(actualSize(text) * 2 * perCharacter);

const costOfResult: CostOfCall = (_, result) => Math.ceil(actualSize(result) * 2 * perCharacter);

const costOfPattern: CostOfCall = ([text = null, pattern = null]) =>
  Math.ceil((1 + actualSize(text)) * perCharacter) * Math.ceil(actualSize(pattern) * perPatternCharacter);

/** The actual costs of string functions, by overload and function name. */
export const textCosts: ReadonlyMap<string, CostOfCall> = new Map<string, CostOfCall>([
  ...sameCost(costOfTraversal, [
    "jsonpatch.escapeKey",
    "lowerAscii",
    "string_jsonpatch_escapeKey_string",
    "string_lower_ascii",
    "string_substring_int",
    "string_substring_int_int",
    "string_to_url",
    "string_trim",
    "string_upper_ascii",
    "substring",
    "trim",
    "upperAscii",
    "url",
  ]),
  ...sameCost(costOfRebuilding, [
    "replace",
    "split",
    "string_replace_string_string",
    "string_replace_string_string_int",
    "string_split_string",
    "string_split_string_int",
  ]),
  ...sameCost(costOfResult, ["join", "list_join", "list_join_string"]),
  ...sameCost(costOfPattern, [
    "find",
    "findAll",
    "matches_string",
    "string_find_all_string",
    "string_find_all_string_int",
    "string_find_string",
  ]),
]);
