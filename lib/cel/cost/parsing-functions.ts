import { FormatValue } from "../library/formats.ts";
import { actualSize, type CostOfCall, sameCost } from "./actual-size.ts";
import { type EstimateCall, perCharacter, perPatternCharacter } from "./call-estimate.ts";
import { type Estimate, one, plus, scaled } from "./estimate.ts";

/**
 * The estimated costs of functions that parse a string as an address, a quantity or the like, by function
 * name.
 */
export const parsingEstimates: ReadonlyMap<string, EstimateCall> = new Map<string, EstimateCall>([
  ...["cidr", "isCIDR", "isIP", "isQuantity", "isSemver", "quantity", "semver"].map(
    (name) => [name, (call: Parameters<EstimateCall>[0]) => estimateReading(call, 1)] as const,
  ),
  ["containsCIDR", (call) => estimateContains(call, 3)],
  ["containsIP", (call) => estimateContains(call, 2)],
  ["ip", (call) => (call.overload === "cidr_ip" ? { cost: one } : estimateReading(call, 1))],
  ["ip.isCanonical", (call) => estimateReading(call, 2)],
  ["validate", estimateValidate],
]);

function estimateReading(
  { operands: [text], sizeOf }: Parameters<EstimateCall>[0],
  rounds: number,
): ReturnType<EstimateCall> {
  return text && { cost: scaled(sizeOf(text), rounds * perCharacter) };
}

/** The size of an IPv4 or IPv6 address, in bytes. */
const addressBytes: Estimate = { min: 4, max: 16 };

/** Estimates comparing address and prefix, and for `containsCIDR` also masking. A string is parsed first. */
function estimateContains(
  { overload, operands: [other], sizeOf }: Parameters<EstimateCall>[0],
  rounds: number,
): ReturnType<EstimateCall> {
  if (other === undefined) {
    return undefined;
  }
  const compared = scaled(plus(addressBytes, addressBytes), perCharacter);
  const masked = rounds > 2 ? plus(plus(compared, scaled(addressBytes, perCharacter)), one) : compared;
  return {
    cost: overload.endsWith("_string") ? plus(masked, scaled(sizeOf(other), perCharacter)) : masked,
  };
}

function estimateValidate({
  operands: [text],
  sizeOf,
}: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  // The format is unknown before evaluation: the longest pattern of a name format has 128 characters.
  return text && { cost: scaled(scaled(sizeOf(text), perCharacter), 128 * perPatternCharacter) };
}

const costOfReading: CostOfCall = ([text = null]) => Math.ceil(actualSize(text) * perCharacter);

const costOfCanonical: CostOfCall = ([text = null]) => Math.ceil(actualSize(text) * 2 * perCharacter);

const costOfAddressIn: CostOfCall = ([range = null]) => Math.ceil(actualSize(range) * 2 * perCharacter);

const costOfTextIn: CostOfCall = (values, result) =>
  costOfAddressIn(values, result) + costOfReading(values.slice(1), result);

const costOfRangeIn: CostOfCall = (values, result) =>
  costOfAddressIn(values, result) + costOfReading(values, result) + 1;

const costOfTextRangeIn: CostOfCall = (values, result) =>
  costOfRangeIn(values, result) + costOfReading(values.slice(1), result);

/** The pattern length that each format counts as, by its own name. */
const formatPatterns: ReadonlyMap<string, number> = new Map([
  ["DNS1035Label", 30],
  ["DNS1035LabelPrefix", 30],
  ["DNS1123Label", 30],
  ["DNS1123LabelPrefix", 30],
  ["DNS1123Subdomain", 60],
  ["DNS1123SubdomainPrefix", 60],
  ["LabelValue", 40],
  ["QualifiedName", 60],
  ["URI", 1103],
  ["byte", 84],
  ["date", 71],
  ["datetime", 71],
  ["uuid", 70],
]);

const costOfValidate: CostOfCall = ([format = null, text = null]) =>
  format instanceof FormatValue
    ? Math.ceil((1 + actualSize(text)) * perCharacter) *
      Math.ceil((formatPatterns.get(format.name) ?? 0) * perPatternCharacter)
    : 1;

/** The actual costs of such calls, by overload and function name. */
export const parsingCosts: ReadonlyMap<string, CostOfCall> = new Map<string, CostOfCall>([
  ...sameCost(costOfReading, [
    "cidr",
    "ip",
    "isCIDR",
    "isIP",
    "isQuantity",
    "isSemver",
    "is_cidr",
    "is_ip",
    "is_quantity_string",
    "is_semver_string",
    "is_semver_string_bool",
    "quantity",
    "semver",
    "string_bool_to_semver",
    "string_to_cidr",
    "string_to_ip",
    "string_to_quantity",
    "string_to_semver",
  ]),
  ...sameCost(costOfCanonical, ["ip.isCanonical", "ip_is_canonical"]),
  ...sameCost(costOfAddressIn, ["cidr_contains_ip_ip", "containsIP"]),
  ["cidr_contains_ip_string", costOfTextIn],
  ...sameCost(costOfRangeIn, ["cidr_contains_cidr", "containsCIDR"]),
  ["cidr_contains_cidr_string", costOfTextRangeIn],
  ...sameCost(costOfValidate, ["format-validate", "validate"]),
]);
