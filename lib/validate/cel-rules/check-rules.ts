import {
  field,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../../object/json.ts";
import type { FieldFault, FieldPath, FieldStep } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { type Correlated, pairItem } from "../value/correlated-value.ts";
import { type CompiledNode, compileRules } from "./compile-rules.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { isLetPass, noRatchet, type Ratchet, ratchetField, ratchetItem } from "./ratcheting.ts";
import { mostOfObject, type RuleBudget } from "./rule-limits.ts";
import { exhaustedFault, type RuleFault, ruleFault, rulePath } from "./rule-outcome.ts";
import { ruleValues } from "./rule-values.ts";

/** A value whose rules are checked. */
export interface RuleSubject {
  /** The value as it would be stored. */
  readonly value: JsonValue;
  /** The old value, in the same version; without one, rules that compare with it are skipped. */
  readonly old?: JsonValue | undefined;
  /** Whether unchanged parts are judged as if they had changed (no ratcheting). */
  readonly unforgiving?: boolean;
  readonly schema: Schema;
  /** The minor version of Kubernetes 1. */
  readonly minor: number;
  /** The cost limit of all evaluations together; defaults to Kubernetes' own limit for one object. */
  readonly budget?: RuleBudget;
}

/**
 * Evaluates the rules of a schema (`x-kubernetes-validations`) on a resource and returns the faults in the
 * API server's words, without the value at fault. Broken rules of unchanged parts are tolerated, as on
 * updates in the API server. If the budget runs out, that is the last fault. Complexity: linear in the value,
 * and bounded by the budget. Kubernetes documentation, "Validation rules".
 */
export function checkRules(subject: RuleSubject): readonly FieldFault[] {
  const { value, old, schema, minor, budget, unforgiving = false } = subject;
  const node = compileRules(schema, minor);
  if (node === undefined) {
    return [];
  }
  const walk: Walk = { path: [], faults: [], budget: budget ?? { left: mostOfObject } };
  const pair: Correlated | undefined = old === undefined || unforgiving ? undefined : { value, old, schema };
  checkNode(walk, {
    node,
    value,
    old: old ?? undefined,
    ratchet: pair === undefined ? noRatchet : { pair, around: undefined },
  });
  return walk.faults;
}

interface Walk {
  /** The path to the current part; grows and shrinks during the walk. */
  readonly path: FieldStep[];
  readonly faults: FieldFault[];
  readonly budget: RuleBudget;
}

/** A part of the value, with all that its rules look at. */
interface Part {
  readonly node: CompiledNode;
  readonly value: JsonValue;
  readonly old: JsonValue | undefined;
  readonly ratchet: Ratchet;
}

/** Checks a part and its parts. Null has no rules. */
function checkNode(walk: Walk, part: Part): void {
  if (part.value === null || walk.budget.left < 0) {
    return;
  }
  checkOwnRules(walk, part);
  if (walk.budget.left < 0) {
    return;
  }
  if (isArray(part.value)) {
    checkItems(walk, part, part.value);
  } else if (isObject(part.value)) {
    checkFields(walk, part, part.value);
  }
}

function checkOwnRules(walk: Walk, part: Part): void {
  const rules = part.node.rules();
  if (rules.length === 0) {
    return;
  }
  if (walk.budget.left <= 0) {
    walk.budget.left = -1;
    addFault(walk, [], exhaustedFault);
    return;
  }
  const valuesOf = ruleValues(part.node, part.value, part.old);
  for (const compiled of rules) {
    if (compiled.usesOldSelf && part.old === undefined && compiled.rule.optionalOldSelf !== true) {
      continue;
    }
    const fault = ruleFault(compiled, valuesOf(compiled.rule), walk.budget);
    if (fault !== undefined) {
      reportRule(walk, part, { compiled, fault });
    }
    if (walk.budget.left < 0) {
      return;
    }
  }
}

function reportRule(
  walk: Walk,
  { node, ratchet }: Part,
  { compiled, fault }: { readonly compiled: CompiledRule; readonly fault: RuleFault },
): void {
  if (!fault.broken) {
    addFault(walk, [], fault);
  } else if (compiled.usesOldSelf || !isLetPass(ratchet)) {
    addFault(walk, rulePath(compiled, node.schema), fault);
  }
}

function addFault(walk: Walk, below: FieldPath, { reason, message }: RuleFault): void {
  walk.faults.push({ reason, path: [...walk.path, ...below], message });
}

function checkItems(walk: Walk, { node, old, ratchet }: Part, value: JsonArray): void {
  const { items } = node;
  if (items === undefined) {
    return;
  }
  // Items of a list of type map correspond to the old ones with the same keys; items of other lists to none.
  const pair: Correlated | undefined = isArray(old) ? { value, old, schema: node.schema } : undefined;
  for (const [index, item] of value.entries()) {
    const before = pair === undefined ? undefined : pairItem(pair, index)?.old;
    walk.path.push(index);
    checkNode(walk, {
      node: items,
      value: item,
      old: before ?? undefined,
      ratchet: ratchetItem(ratchet, index),
    });
    walk.path.pop();
  }
}

/** A named field is also checked as an entry of the map, if the schema has both. */
function checkFields(walk: Walk, part: Part, value: JsonObject): void {
  const { values, properties } = part.node;
  for (const [name, below] of Object.entries(value)) {
    if (values !== undefined) {
      checkField(walk, part, { node: values, name, value: below, step: { key: name } });
    }
  }
  for (const [name, below] of Object.entries(value)) {
    const node = properties.get(name);
    if (node !== undefined) {
      checkField(walk, part, { node, name, value: below, step: name });
    }
  }
}

interface Field {
  readonly node: CompiledNode;
  readonly name: string;
  readonly value: JsonValue;
  readonly step: FieldStep;
}

function checkField(walk: Walk, { old, ratchet }: Part, { node, name, value, step }: Field): void {
  const before = isObject(old) ? field(old, name) : undefined;
  walk.path.push(step);
  checkNode(walk, { node, value, old: before ?? undefined, ratchet: ratchetField(ratchet, name) });
  walk.path.pop();
}
