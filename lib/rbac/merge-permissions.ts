import { BugError } from "../object/bug-error.ts";
import { compareText } from "../object/object-ref.ts";
import {
  type Grant,
  type Permission,
  type Reason,
  reasons,
  type PolicyRule,
  type ApiVerb,
  verbs,
} from "./permission.ts";

/** Verbs, each with its reasons. */
type Wanted = Map<ApiVerb, Set<Reason>>;

/**
 * Returns the fewest rules that cover the needs, by namespace, cluster-wide ones first: a verb needed for all
 * objects of a resource is not repeated for one by name. Sorted, so that the same needs give the same rules
 * in any order.
 */
export function joinNeeds(needs: readonly Permission[]): readonly Grant[] {
  const byNamespace = Map.groupBy(needs, ({ namespace }) => namespace);
  return [...byNamespace]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([namespace, within]) => ({ namespace, rules: rulesOf(within) }));
}

function rulesOf(needs: readonly Permission[]): readonly PolicyRule[] {
  const byResource = Map.groupBy(needs, ({ group, resource }) => `${group}/${resource}`);
  const single = [...byResource.values()].flatMap((ofResource) => rulesOfResource(ofResource));
  const alike = Map.groupBy(single, ({ group, names, verbs: may, reasons: why }) =>
    JSON.stringify([group, names, may, why]),
  );
  return [...alike.values()]
    .map((rules) => ({
      ...firstOf(rules),
      resources: rules.flatMap(({ resources }) => resources).toSorted(compareText),
    }))
    .toSorted(compareRules);
}

function rulesOfResource(needs: readonly Permission[]): readonly PolicyRule[] {
  const { group, resource } = firstOf(needs);
  const all = wantedBy(needs.filter(({ name }) => name === undefined));
  const byName = Map.groupBy(
    needs.filter(({ name }) => name !== undefined),
    ({ name = "" }) => name,
  );
  const named = [...byName].map(([name, ofName]) => ({ name, wanted: wantedBy(ofName) }));
  for (const { wanted } of named) {
    giveAway(wanted, all);
  }
  const alike = Map.groupBy(
    named.filter(({ wanted }) => wanted.size > 0),
    ({ wanted }) => JSON.stringify([verbsOf(wanted), reasonsOf(wanted)]),
  );
  const rules = [...alike.values()].map((same) => ({
    names: same.map(({ name }) => name).toSorted(compareText),
    wanted: firstOf(same).wanted,
  }));
  return [...(all.size === 0 ? [] : [{ names: [], wanted: all }]), ...rules].map(({ names, wanted }) => ({
    group,
    resources: [resource],
    names,
    verbs: verbsOf(wanted),
    reasons: reasonsOf(wanted),
  }));
}

function wantedBy(needs: readonly Permission[]): Wanted {
  const wanted: Wanted = new Map();
  for (const { verbs: may, reason } of needs) {
    for (const verb of may) {
      wanted.set(verb, (wanted.get(verb) ?? new Set()).add(reason));
    }
  }
  return wanted;
}

/** Moves verbs that are allowed for all objects from the rule for one of them, and keeps their reasons. */
function giveAway(wanted: Wanted, all: Wanted): void {
  for (const [verb, why] of wanted) {
    const known = all.get(verb);
    if (known !== undefined) {
      all.set(verb, known.union(why));
      wanted.delete(verb);
    }
  }
}

function verbsOf(wanted: Wanted): readonly ApiVerb[] {
  return verbs.filter((verb) => wanted.has(verb));
}

function reasonsOf(wanted: Wanted): readonly Reason[] {
  return reasons.filter((reason) => [...wanted.values()].some((why) => why.has(reason)));
}

function compareRules(left: PolicyRule, right: PolicyRule): number {
  return (
    rankOf(left) - rankOf(right) ||
    compareText(left.group, right.group) ||
    compareText(left.resources.join(), right.resources.join()) ||
    compareText(left.names.join(), right.names.join())
  );
}

function rankOf({ reasons: why }: PolicyRule): number {
  return reasons.findIndex((reason) => why.includes(reason));
}

function firstOf<Value>(values: readonly Value[]): Value {
  const [first] = values;
  if (first === undefined) {
    throw new BugError("a group without members");
  }
  return first;
}
