import type { WrittenChangeRule } from "../../annotation/directives.ts";
import { fieldOrigin } from "../../manifest/locate-field.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { DiagnosticCode } from "../../object/diagnostic/diagnostic-code.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { type BoundChangeRule, readChangeBindings } from "../index/change-bindings.ts";
import { type ChangeGroups, changeGroupsOf } from "../index/change-groups.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";
import type { Edge, RuleContext } from "../model/edge.ts";

/** A change rule, and the manifest that it orders. */
interface OrderingRule extends WrittenChangeRule {
  readonly object: number;
  /** The manifest with the annotation, or the configuration. */
  readonly by: Manifest;
  /** Of a binding; absent for a rule in an annotation. */
  readonly binding?: Pick<BoundChangeRule, "isOptional" | "weight">;
}

/**
 * An object comes before or after all members of the group that its `kapp.k14s.io/change-rule` names, or that
 * of a binding in a Config, when both are applied or both are deleted. What the set no longer has is deleted
 * after everything is applied, so that rules between both kinds of actions are kept or cannot be.
 */
export function changeRuleRule(context: RuleContext): void {
  const { set, configs, diagnostics } = context;
  const bindings = readChangeBindings(configs, diagnostics);
  const rules = set.manifests.flatMap((manifest, object) =>
    rulesOf(context, object, bindings.rules(manifest)),
  );
  if (rules.length === 0) {
    return;
  }
  const unmatched = addEdges(context, rules.filter(isOfOneAction), changeGroupsOf(set, bindings.groups));
  diagnostics.push(
    ...reportOnce(set, unmatched, {
      keyOf: ({ group }) => group,
      code: "ChangeRuleUnmatched",
      message: ({ group, by, path }) =>
        `${by.key}: nothing in the set is in the change group ${group}, so ${String(path.at(-1))} orders nothing`,
    }),
    ...reportOnce(set, rules.filter(isReverse), {
      keyOf: textOf,
      code: "OrderNotObeyed",
      message: (rule) =>
        `kapp change rule "${textOf(rule)}" is ignored: objects that are no longer in the set are deleted after everything is applied`,
    }),
  );
}

/**
 * Adds the edges of rules, one between two objects at most, of a required rule if there is one. Returns the
 * written rules for groups without members.
 */
function addEdges(
  { edges, deleteEdges }: RuleContext,
  rules: readonly OrderingRule[],
  groups: ChangeGroups,
): readonly OrderingRule[] {
  const joined = { upsert: new Map<number, Set<number>>(), delete: new Map<number, Set<number>>() };
  for (const rule of rules.toSorted(compareRules)) {
    const into = rule.action === "upsert" ? edges : deleteEdges;
    for (const member of groups.get(rule.group) ?? none) {
      const edge = edgeOf(rule, member);
      const known = joined[rule.action].get(edge.from) ?? new Set();
      joined[rule.action].set(edge.from, known);
      if (!known.has(edge.to) && (member !== rule.object || !isOptional(rule))) {
        known.add(edge.to);
        into.push(edge);
      }
    }
  }
  // A configuration is often shared by sets that have different groups.
  return rules.filter(({ group, binding }) => binding === undefined && !groups.has(group));
}

const none: ReadonlySet<number> = new Set();

function isOptional({ binding }: OrderingRule): boolean {
  return binding?.isOptional === true;
}

/** Sorts required rules before optional ones, of which those with the greatest weight come first. */
function compareRules(left: OrderingRule, right: OrderingRule): number {
  return isOptional(left) && isOptional(right)
    ? (right.binding?.weight ?? 0) - (left.binding?.weight ?? 0)
    : Number(isOptional(left)) - Number(isOptional(right));
}

function rulesOf(
  { set }: RuleContext,
  object: number,
  bound: readonly BoundChangeRule[],
): readonly OrderingRule[] {
  const by = set.manifest(object);
  const written = set.directives[object]?.changeRules ?? [];
  return [
    ...written.map((rule) => ({ ...rule, object, by })),
    ...bound.map((binding) => ({ ...binding, object, binding })),
  ];
}

/** Both objects are applied, or both are deleted. */
function isOfOneAction({ action, target }: OrderingRule): boolean {
  return (action === "upsert") === (target === "upserting");
}

/** A deletion would have to come before an apply. */
function isReverse(rule: OrderingRule): boolean {
  return !isOfOneAction(rule) && (rule.action === "upsert") === (rule.order === "after");
}

function textOf({ action, order, target, group }: OrderingRule): string {
  return `${action} ${order} ${target} ${group}`;
}

/**
 * The edge from what waits to what it waits for. A deletion runs against its edges: what goes first needs
 * what goes after it.
 */
function edgeOf(rule: OrderingRule, member: number): Edge {
  const { action, order, object, by, path, binding } = rule;
  const waits = (action === "upsert") === (order === "after");
  const [from, to] = waits ? [object, member] : [member, object];
  const edge = { from, to, until: "ready", by, path } as const;
  return binding === undefined
    ? { ...edge, rule: "change-rule" }
    : {
        ...edge,
        rule: binding.isOptional ? "optional-change-rule" : "change-rule",
        weight: binding.weight,
        reason: textOf(rule),
      };
}

interface RuleFinding {
  readonly code: DiagnosticCode;
  /** Rules with the same key are reported together. */
  readonly keyOf: (rule: OrderingRule) => string;
  readonly message: (rule: OrderingRule) => string;
}

/** Reports rules that are alike once, at the first of them, with the number of objects. */
function reportOnce(
  set: ManifestIndex,
  rules: readonly OrderingRule[],
  { code, keyOf, message }: RuleFinding,
): readonly Diagnostic[] {
  return [...Map.groupBy(rules, keyOf).values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) {
      return [];
    }
    const objects = new Set(alike.map(({ object }) => object)).size;
    const many = objects === 1 ? "" : ` (on ${objects} objects)`;
    return {
      code,
      severity: "warning",
      message: `${message(first)}${many}`,
      ref: set.manifest(first.object).key,
      origin: fieldOrigin(first.by, first.path, "value"),
    };
  });
}
