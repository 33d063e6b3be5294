import {
  faultAt,
  forbidden,
  invalid,
  childPath,
  pathOf,
  type FieldPathNode,
} from "../schema/field-errors.ts";
import { junctors, strays } from "../schema/subschemas.ts";
import { type FieldFault, formatFieldPath } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { rulesAt } from "./compile-rules.ts";
import type { CompiledExpression, CompiledRule } from "./compiled-rule.ts";
import { leastBytes } from "./declared-type.ts";
import { hasRules } from "./has-rules.ts";
import { ruleFormFaults } from "./rule-form.ts";
import {
  budgetFaults,
  mostOfRule,
  mostValues,
  overBudget,
  repeated,
  ruleTrail,
  type SchemaBudget,
  spend,
} from "./rule-limits.ts";
import { partSites, rootSite, type RuleSite } from "./schema-walk.ts";

/** Options of checking the rules of a schema. */
export interface RuleCheck {
  /** The minor version of Kubernetes. */
  readonly minor: number;
  /**
   * Whether to compile the rules: the schema is structural and its defaults are valid. Otherwise only their
   * form is checked.
   */
  readonly compile: boolean;
  /**
   * Whether to limit the cost of each single rule: the schema is new or has changed. The limit for all rules
   * together always applies.
   */
  readonly limitEach: boolean;
  /** The schemas that have other faults: rules at and above them are not compiled. */
  readonly faulty?: ReadonlySet<Schema>;
}

interface Walk {
  readonly check: RuleCheck;
  readonly found: FieldFault[];
  readonly budget: SchemaBudget;
}

/**
 * Returns the faults of the rules (`x-kubernetes-validations`) of a definition's schema: their form, their
 * expressions, their cost. `trail` is that of the schema. Parts without rules below them cost nothing.
 * Complexity: linear in the schema and in its rules. Kubernetes documentation, "Validation rules".
 */
export function ruleFaults(schema: Schema, trail: FieldPathNode, check: RuleCheck): readonly FieldFault[] {
  const walk: Walk = { check, found: [], budget: { total: 0, expensive: [], reportsEach: check.limitEach } };
  visit(rootSite(schema, trail, check.minor), walk);
  return [...walk.found, ...budgetFaults(walk.budget, trail)];
}

/** Reports whether the schema or any below it has a fault other than in an expression. */
function visit(site: RuleSite, walk: Walk): boolean {
  const { schema, trail } = site;
  const { faulty = new Set(), compile } = walk.check;
  if (!hasRules(schema) && faulty.size === 0) {
    return false;
  }
  const isFaultyBelow = visitBelow(site, walk);
  const own = ruleFormFaults(schema, trail);
  walk.found.push(...own);
  const isFaulty = isFaultyBelow || own.length > 0 || faulty.has(schema);
  if (compile && !isFaulty && schema.rules.length > 0) {
    visitRules(site, walk);
  }
  return isFaulty;
}

/** Visits all schemas below, before the schema itself: its rules are compiled only if those are sound. */
function visitBelow(site: RuleSite, walk: Walk): boolean {
  const { schema, trail } = site;
  const inParts = partSites(site).map((part) => visit(part, walk));
  const inConditions = [...junctors(schema), ...strays(schema)].map((one) =>
    visitForm(one.schema, childPath(trail, ...one.steps), walk),
  );
  return [...inParts, ...inConditions].includes(true);
}

/**
 * Conditions on the same value have no rules of their own that could run; only the form of such rules is
 * checked.
 */
function visitForm(schema: Schema, trail: FieldPathNode, walk: Walk): boolean {
  return visit(
    { schema, trail, minor: walk.check.minor, place: undefined, count: undefined, uncorrelated: undefined },
    { ...walk, check: { ...walk.check, compile: false } },
  );
}

function visitRules(site: RuleSite, walk: Walk): void {
  const { schema, trail, place } = site;
  if (place === null || place === undefined) {
    const message = "failed to construct type information for rules: expressions cannot see such values";
    walk.found.push(faultAt("InternalError", childPath(trail, "x-kubernetes-validations"), message));
    return;
  }
  const times = site.count ?? mostValues(leastBytes(place.schema, place) ?? 0);
  for (const [index, rule] of rulesAt(schema, place, walk.check.minor).entries()) {
    const work: RuleWork = { rule, at: (field) => ruleTrail(trail, index, field), walk };
    limitRule(work, times);
    walk.found.push(...expressionFaults(work));
    limitMessage(work);
    walk.found.push(...transitionFaults(work, site.uncorrelated));
  }
}

interface RuleWork {
  readonly rule: CompiledRule;
  readonly at: (field: string) => FieldPathNode;
  readonly walk: Walk;
}

function limitRule({ rule, at, walk }: RuleWork, times: number): void {
  const cost = repeated(rule.condition?.maxCost() ?? 0, times);
  if (walk.check.limitEach && cost > mostOfRule) {
    walk.found.push(forbidden(at("rule"), overBudget("estimated rule cost", cost, mostOfRule)));
  }
  spend(walk.budget, at("rule"), cost);
}

function limitMessage({ rule, at, walk }: RuleWork): void {
  if (rule.messageExpression === undefined) {
    return;
  }
  const cost = rule.messageExpression.maxCost();
  const trail = at("messageExpression");
  if (walk.check.limitEach && cost > mostOfRule) {
    walk.found.push(forbidden(trail, overBudget("estimated messageExpression cost", cost, mostOfRule)));
  }
  spend(walk.budget, trail, cost);
}

function expressionFaults({ rule, at }: RuleWork): readonly FieldFault[] {
  const fault = rule.fault ?? instantiationFault(rule.condition);
  const messageFault = rule.messageFault ?? instantiationFault(rule.messageExpression);
  return [
    ...(fault === undefined ? [] : [invalid(at("rule"), fault)]),
    ...(messageFault === undefined ? [] : [invalid(at("messageExpression"), messageFault)]),
  ];
}

/** Returns a fault that only shows when the program is created: `int('x')` fails for every object. */
function instantiationFault(expression: CompiledExpression | undefined): string | undefined {
  const fault = expression?.program().fault;
  return fault && `program instantiation failed: ${fault.message}`;
}

/**
 * Returns the faults about the use of the old value: a rule that uses it must be able to correlate it, and a
 * rule that does not use it may not set `optionalOldSelf`.
 */
function transitionFaults(
  { rule, at }: RuleWork,
  uncorrelated: FieldPathNode | undefined,
): readonly FieldFault[] {
  if (rule.usesOldSelf) {
    return uncorrelated === undefined ? [] : [invalid(at("rule"), uncorrelatable(uncorrelated))];
  }
  return rule.rule.optionalOldSelf === undefined
    ? []
    : [invalid(at("optionalOldSelf"), "may not be set if oldSelf is not used in rule")];
}

function uncorrelatable(trail: FieldPathNode): string {
  const path = formatFieldPath(pathOf(trail));
  return `oldSelf cannot be used on the uncorrelatable portion of the schema within ${path}`;
}
