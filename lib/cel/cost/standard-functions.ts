import { actualSize, sizeWithin, type CostOfCall, sameCost } from "./actual-size.ts";
import { type EstimateCall, type Operand, perCharacter } from "./call-estimate.ts";
import { type Estimate, scaled, times, unbounded, unknownEstimate, one } from "./estimate.ts";
import { patternCost } from "./text-functions.ts";

const comparisons: readonly string[] = [
  "greater_bytes",
  "greater_equals_bytes",
  "greater_equals_string",
  "greater_string",
  "less_bytes",
  "less_equals_bytes",
  "less_equals_string",
  "less_string",
  "equals",
  "not_equals",
];

/**
 * The estimated costs of CEL's own functions, by overload, except logic and the sums of strings and lists.
 */
export const standardEstimates: ReadonlyMap<string, EstimateCall> = new Map<string, EstimateCall>([
  ...comparisons.map((overload) => [overload, estimateComparison] as const),
  ["string_format", ({ target }) => target && { cost: scaled(size(target), perCharacter) }],
  ["string_to_bytes", estimateToBytes],
  ["bytes_to_string", estimateToText],
  ["strings_quote", estimateQuote],
  ["starts_with_string", estimateAffix],
  ["ends_with_string", estimateAffix],
  ["in_list", ({ operands: [, list] }) => list && { cost: scaled(size(list), 1) }],
  [
    "matches_string",
    ({ target, operands: [pattern] }) =>
      target && pattern && { cost: patternCost(size(target), size(pattern)) },
  ],
  ["contains_string", estimateContains],
]);

function size(operand: Operand): Estimate {
  return operand.size ?? unknownEstimate;
}

function estimateComparison({
  operands: [left, right],
}: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  if (left === undefined || right === undefined) {
    return undefined;
  }
  const shorter = Math.min(size(left).max, size(right).max);
  return { cost: scaled({ min: Math.min(1, shorter), max: shorter }, perCharacter) };
}

function estimateAffix({ operands: [affix] }: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  return affix && { cost: scaled(size(affix), perCharacter) };
}

function estimateContains({
  target,
  operands: [part],
}: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  return (
    target && part && { cost: times(scaled(size(target), perCharacter), scaled(size(part), perCharacter)) }
  );
}

/** A character takes up to four bytes. */
function estimateToBytes({ operands: [text] }: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  return (
    text && {
      cost: scaled(size(text), perCharacter),
      size: { min: size(text).min, max: Math.min(size(text).max * 4, unbounded) },
    }
  );
}

function estimateToText({ operands: [bytes] }: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  return (
    bytes && {
      cost: scaled(size(bytes), perCharacter),
      size: { min: Math.floor(size(bytes).min / 4), max: size(bytes).max },
    }
  );
}

/**
 * Every character may need an escape, and two quotation marks are added. An unbounded size wraps around, as
 * in the API server.
 */
function estimateQuote({ operands: [text] }: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  return (
    text && {
      cost: scaled(size(text), perCharacter),
      size: {
        min: (size(text).min + 2) % unbounded,
        max: (size(text).max * 2 + 2) % unbounded,
      },
    }
  );
}

const costOfFirst: CostOfCall = ([text = null]) => Math.ceil(sizeWithin(text) * perCharacter);

const costOfShorter: CostOfCall = ([left = null, right = null]) =>
  Math.ceil(Math.min(sizeWithin(left), sizeWithin(right)) * perCharacter);

/** Opaque values are compared in one step. */
const costOfEquality: CostOfCall = (values, result) => {
  const [left] = values;
  return typeof left === "object" && left !== null && "tag" in left && left.tag === "opaque"
    ? 1
    : costOfShorter(values, result);
};

const costOfSum: CostOfCall = ([left = null, right = null]) =>
  Math.ceil((sizeWithin(left) + sizeWithin(right)) * perCharacter);

const costOfContains: CostOfCall = ([text = null, part = null]) =>
  Math.ceil(sizeWithin(text) * perCharacter) * Math.ceil(sizeWithin(part) * perCharacter);

/** The actual costs of CEL's own functions, by overload. */
export const standardCosts: ReadonlyMap<string, CostOfCall> = new Map<string, CostOfCall>([
  ...sameCost(costOfShorter, comparisons),
  ["equals", costOfEquality],
  ...sameCost(costOfFirst, [
    "bytes_to_string",
    "ends_with_string",
    "starts_with_string",
    "string_format",
    "string_to_bytes",
    "strings_quote",
  ]),
  ["in_list", ([, list = null]) => actualSize(list)],
  ...sameCost(costOfSum, ["add_bytes", "add_string"]),
  ["contains_string", costOfContains],
]);

/** Kubernetes types whose values are compared in one step. */
const comparedAtOnce: ReadonlySet<string> = new Set([
  "kubernetes.Quantity",
  "kubernetes.Semver",
  "kubernetes.authorization.Authorizer",
  "kubernetes.authorization.Decision",
  "kubernetes.authorization.GroupCheck",
  "kubernetes.authorization.PathCheck",
  "kubernetes.authorization.ResourceCheck",
  "net.CIDR",
  "net.IP",
]);

/** Estimates `==` between two values of the same Kubernetes type; undefined for all other values. */
export const estimateEquality: EstimateCall = ({ operands: [left, right] }) => {
  const name = opaqueName(left);
  if (right === undefined || name === undefined || name !== opaqueName(right)) {
    return undefined;
  }
  if (comparedAtOnce.has(name)) {
    return { cost: one };
  }
  const longest = longestText(name, right);
  return longest === undefined ? undefined : { cost: scaled({ min: 1, max: longest }, perCharacter) };
};

function opaqueName(operand: Operand | undefined): string | undefined {
  return operand?.type.kind === "opaque" ? operand.type.name : undefined;
}

/** Returns the length that a format or a URL counts as. */
function longestText(name: string, operand: Operand): number | undefined {
  if (name === "kubernetes.NamedFormat") {
    return 64;
  }
  return name === "kubernetes.URL" ? (operand.size?.max ?? 1) : undefined;
}
