import type { WrittenChangeRule } from "../../annotation/directives.ts";
import { fieldOrigin } from "../../manifest/locate-field.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { DiagnosticCode } from "../../object/diagnostic/diagnostic-code.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { changeGroupsOf } from "../index/change-groups.ts";
import type { Edge, RuleContext } from "../model/edge.ts";

/** A change rule, and the manifest that it orders. */
interface BoundRule extends WrittenChangeRule {
  readonly object: number;
  /** The manifest with the annotation. */
  readonly by: Manifest;
}

/**
 * An object comes before or after all members of the group that its `kapp.k14s.io/change-rule` names, when
 * both are applied or both are deleted. What the set no longer has is deleted after everything is applied, so
 * that rules between both kinds of actions are kept or cannot be.
 */
export function changeRuleRule(context: RuleContext): void {
  const { set } = context;
  const rules = set.directives.flatMap(({ changeRules }, object) =>
    changeRules.map((rule): BoundRule => ({ ...rule, object, by: set.manifest(object) })),
  );
  if (rules.length === 0) {
    return;
  }
  const groups = changeGroupsOf(set);
  const none: ReadonlySet<number> = new Set();
  const unmatched: BoundRule[] = [];
  for (const rule of rules.filter(isOfOneAction)) {
    const members = groups.get(rule.group) ?? none;
    const into = rule.action === "upsert" ? context.edges : context.deleteEdges;
    for (const member of members) {
      into.push(edgeOf(rule, member));
    }
    if (members.size === 0) {
      unmatched.push(rule);
    }
  }
  context.diagnostics.push(
    ...reportOnce(unmatched, (rule) => rule.group, {
      code: "ChangeRuleUnmatched",
      message: ({ group, by, path }) =>
        `${by.key}: nothing in the set is in the change group ${group}, so ${String(path.at(-1))} orders nothing`,
    }),
    ...reportOnce(rules.filter(isReverse), textOf, {
      code: "OrderNotObeyed",
      message: (rule) =>
        `kapp change rule "${textOf(rule)}" is ignored: objects that are no longer in the set are deleted after everything is applied`,
    }),
  );
}

/** Both objects are applied, or both are deleted. */
function isOfOneAction({ action, target }: BoundRule): boolean {
  return (action === "upsert") === (target === "upserting");
}

/** A deletion would have to come before an apply. */
function isReverse(rule: BoundRule): boolean {
  return !isOfOneAction(rule) && (rule.action === "upsert") === (rule.order === "after");
}

function textOf({ action, order, target, group }: BoundRule): string {
  return `${action} ${order} ${target} ${group}`;
}

/**
 * The edge from what waits to what it waits for. A deletion runs against its edges: what goes first needs
 * what goes after it.
 */
function edgeOf({ action, order, object, by, path }: BoundRule, member: number): Edge {
  const waits = (action === "upsert") === (order === "after");
  const [from, to] = waits ? [object, member] : [member, object];
  return { from, to, until: "ready", rule: "change-rule", by, path };
}

/** Reports rules that are alike once, at the first of them, with the number of objects. */
function reportOnce(
  rules: readonly BoundRule[],
  keyOf: (rule: BoundRule) => string,
  { code, message }: { readonly code: DiagnosticCode; readonly message: (rule: BoundRule) => string },
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
      ref: first.by.key,
      origin: fieldOrigin(first.by, first.path, "value"),
    };
  });
}
