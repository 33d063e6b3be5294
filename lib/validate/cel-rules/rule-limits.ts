import type { FieldFault } from "../model/field-fault.ts";
import { forbidden, childPath, type FieldPathNode } from "../schema/field-errors.ts";
import { maxRequestBytes } from "./declared-type.ts";
import { CelFailure } from "../../cel/model/expression.ts";
import type { CostMeter, Program, Variables } from "../../cel/model/program.ts";
import type { CelValue } from "../../cel/model/value.ts";

/**
 * The maximum estimated cost of one rule, times the number of its runs on one object. Kubernetes' own limit.
 */
export const mostOfRule = 10_000_000;

/** The maximum estimated cost of all rules of one schema. Kubernetes' own limit. */
const mostOfSchema = 100_000_000;

/** The maximum estimate; the API server does not count beyond it. */
const unbounded = 2 ** 64;

/** Returns how often a value of at least that many bytes, plus a comma, fits into one request. */
export function mostValues(leastBytes: number): number {
  return Math.floor(maxRequestBytes / (leastBytes + 1));
}

/** Returns the cost of so many repetitions. */
export function repeated(cost: number, times: number): number {
  return Math.min(cost * times, unbounded);
}

/**
 * Formats the message that an estimated cost exceeds a limit, and by what factor, in the API server's words.
 */
export function overBudget(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const written = factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
  return (
    `${what} exceeds budget by factor of ${factor > 100 ? "more than 100x" : written} ` +
    `(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`
  );
}

/** The estimated cost of all rules of a schema. */
export interface SchemaBudget {
  total: number;
  /** The most expensive rules that take at least a hundredth of the limit, most expensive first. */
  expensive: readonly { readonly trail: FieldPathNode; readonly cost: number }[];
  /**
   * Whether rules that exceed the limit by themselves are reported: their share of the total then follows
   * from that.
   */
  readonly reportsEach: boolean;
}

const namedRules = 4;

/** Adds the estimated cost of a rule. */
export function spend(budget: SchemaBudget, trail: FieldPathNode, cost: number): void {
  budget.total = Math.min(budget.total + cost, unbounded);
  if (cost >= mostOfSchema / 100) {
    budget.expensive = [...budget.expensive, { trail, cost }]
      .toSorted((left, right) => right.cost - left.cost)
      .slice(0, namedRules);
  }
}

/**
 * Returns the faults of rules that together may cost too much: at the most expensive ones, and at the schema.
 */
export function budgetFaults(budget: SchemaBudget, trail: FieldPathNode): readonly FieldFault[] {
  if (budget.total <= mostOfSchema) {
    return [];
  }
  const isReported = (cost: number): boolean => budget.reportsEach && cost > mostOfRule;
  const follows = budget.expensive.some(({ cost }) => isReported(cost)) ? { followsOthers: true } : {};
  const whole = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
  return [
    ...budget.expensive.map((rule) => ({
      ...forbidden(
        rule.trail,
        "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema",
      ),
      ...(isReported(rule.cost) ? { followsOthers: true } : {}),
    })),
    { ...forbidden(trail, overBudget(whole, budget.total, mostOfSchema)), ...follows },
  ];
}

/** Returns the trail of a field of one of a schema's rules. */
export function ruleTrail(schema: FieldPathNode, index: number, field: string): FieldPathNode {
  return childPath(schema, "x-kubernetes-validations", index, field);
}

/** The maximum cost of one evaluation. Kubernetes' own limit. */
const mostOfCall = 1_000_000;

/** The maximum cost of all evaluations for one object. Kubernetes' own limit. */
export const mostOfObject = 10_000_000;

/** The cost left for the rules of one object; below 0, evaluation stops. */
export interface RuleBudget {
  left: number;
}

/** Evaluates within the budget; undefined if that would take more than is left, and then nothing is left. */
export function evaluateWithin(
  budget: RuleBudget,
  program: Program,
  variables: Variables,
): CelValue | CelFailure | undefined {
  const meter: CostMeter = { spent: 0, limit: mostOfCall };
  const outcome = program.evaluate(variables, meter);
  if (meter.spent > budget.left) {
    budget.left = -1;
    return undefined;
  }
  budget.left -= meter.spent;
  if (outcome instanceof CelFailure && outcome.cause === "cost") {
    budget.left = -1;
  }
  return outcome;
}
