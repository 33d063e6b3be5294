import type { FieldFault } from "../model/field-fault.ts";
import { forbidden } from "../schema/field-errors.ts";
import { childPath, type FieldPathNode } from "../schema/field-path.ts";
import { maxRequestBytes } from "./declared-type.ts";

/** The greatest estimated cost of one rule, as often as it may run on one object. Kubernetes' own limit. */
export const mostOfRule = 10_000_000;

/** The greatest estimated cost of all rules of one schema. Kubernetes' own limit. */
const mostOfSchema = 100_000_000;

/** The greatest there is; above it the API server counts no further. */
const unbounded = 2 ** 64;

/** How often a value of at least so many bytes may stand in one request: with a comma each. */
export function mostValues(leastBytes: number): number {
  return Math.floor(maxRequestBytes / (leastBytes + 1));
}

/** The cost of what is done so often. */
export function repeated(cost: number, times: number): number {
  return Math.min(cost * times, unbounded);
}

/** That an estimated cost is over a limit, and by how much, in the API server's words. */
export function overBudget(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const written = factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
  return (
    `${what} exceeds budget by factor of ${factor > 100 ? "more than 100x" : written} ` +
    `(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`
  );
}

/** What the rules of a schema may cost together. */
export interface SchemaBudget {
  total: number;
  /** The most expensive rules that take at least a hundredth of the limit, most expensive first. */
  expensive: readonly { readonly trail: FieldPathNode; readonly cost: number }[];
  /**
   * Whether the rules that cost too much by themselves were told: what they do to the whole is no news then.
   */
  readonly reportsEach: boolean;
}

const namedRules = 4;

/** Counts what a rule may cost. */
export function spend(budget: SchemaBudget, trail: FieldPathNode, cost: number): void {
  budget.total = Math.min(budget.total + cost, unbounded);
  if (cost >= mostOfSchema / 100) {
    budget.expensive = [...budget.expensive, { trail, cost }]
      .toSorted((left, right) => right.cost - left.cost)
      .slice(0, namedRules);
  }
}

/** That the rules of a schema may cost too much together: at the most expensive ones, and at the schema. */
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

/** The trail of a field of one of a schema's rules. */
export function ruleTrail(schema: FieldPathNode, index: number, field: string): FieldPathNode {
  return childPath(schema, "x-kubernetes-validations", index, field);
}
