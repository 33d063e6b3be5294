import { actualSize, type CostOfCall, sameCost } from "./actual-size.ts";
import { type EstimateCall, perCharacter, perList } from "./call-estimate.ts";
import { type Estimate, exactly, plus, scaled } from "./estimate.ts";

/** The cost of an authorizer check: at most two fit into the limit of a call. */
const perQuestion = 350_000;

/**
 * Half of the characters of a selector may begin a requirement, each of which takes an object with a list.
 */
const requirementsPerCharacter = 0.5;
const perRequirement = 50;

/** The estimated costs of authorizer functions, by function name. */
export const authorizerEstimates: ReadonlyMap<string, EstimateCall> = new Map<string, EstimateCall>([
  ["check", () => ({ cost: exactly(perQuestion) })],
  ["fieldSelector", estimateSelector],
  ["labelSelector", estimateSelector],
]);

function estimateSelector({ operands, sizeOf }: Parameters<EstimateCall>[0]): ReturnType<EstimateCall> {
  const [text] = operands;
  return text === undefined || operands.length > 1 ? undefined : { cost: selectorCost(sizeOf(text)) };
}

function selectorCost(length: Estimate): Estimate {
  const requirements = scaled(scaled(length, requirementsPerCharacter), perRequirement);
  return plus(plus(exactly(perList), scaled(length, perCharacter)), requirements);
}

const costOfSelector: CostOfCall = ([, text = null]) => selectorCost(exactly(actualSize(text))).max;

/** The actual costs of authorizer calls, by overload and function name. */
export const authorizerCosts: ReadonlyMap<string, CostOfCall> = new Map<string, CostOfCall>([
  ...sameCost(() => perQuestion, ["check", "pathcheck_check", "resourcecheck_check"]),
  ...sameCost(costOfSelector, [
    "fieldSelector",
    "labelSelector",
    "authorizer_fieldselector",
    "authorizer_labelselector",
  ]),
]);
